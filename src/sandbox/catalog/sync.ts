import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { leaveOutEmpty } from '../base/absent.ts';
import { formatInstant } from '../base/instant.ts';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { type Endpoint, endpoint, ok } from '../service/declaration.ts';

const sync = '/connect/v1/supplier/catalog/sync';
const status = z.enum(['RUNNING', 'COMPLETED']);

type SessionRow = {
  number: number;
  sessionId: string;
  status: z.output<typeof status>;
  integrationType: string | null;
  direction: string | null;
  totalItems: number | null;
  processedItems: number;
  failedItems: number;
  startedAt: number;
  completedAt: number | null;
};

const start = endpoint(
  {
    method: 'POST',
    path: `${sync}/start`,
    summary: 'Start a sync session',
    spec: 'Catalog',
    access: { scope: 'catalog:write' },
    body: z.object({
      integrationType: z.string().optional(),
      direction: z.string().optional(),
      totalItems: z.int().min(0).optional(),
    }),
    answers: {
      201: { description: 'Started', schema: z.object({ sessionId: z.uuid(), status }) },
    },
    notShown: ['which fields are required (here: none) and their allowed values (here: any)'],
  },
  (market, { body, trace }) => {
    const sessionId = randomUUID();
    market.store.run(
      `INSERT INTO sessions (sessionId, status, integrationType, direction, totalItems, startedAt)
       VALUES (?, 'RUNNING', ?, ?, ?, ?)`,
      sessionId,
      body.integrationType ?? null,
      body.direction ?? null,
      body.totalItems ?? null,
      market.clock.nowMs() * 1000,
    );
    forgetOld(market);
    trace.effects.push({ kind: 'syncStarted', sessionId });
    return { status: 201, body: { sessionId, status: 'RUNNING' } };
  },
);

/** Only the last 20 are ever shown; a running one is kept so that it can be ended. */
function forgetOld(market: Market): void {
  market.store.run(
    `DELETE FROM sessions WHERE status = 'COMPLETED' AND number <=
       (SELECT max(number) FROM sessions) - ?`,
    limits.syncHistory,
  );
}

const end = endpoint(
  {
    method: 'POST',
    path: `${sync}/:sessionId/end`,
    summary: 'End a sync session',
    spec: 'Catalog',
    access: { scope: 'catalog:write' },
    uuid: ['sessionId'],
    answers: {
      200: {
        description: 'Completed',
        schema: z.object({
          sessionId: z.uuid(),
          status,
          processedItems: z.int(),
          failedItems: z.int(),
        }),
      },
    },
    notShown: ['ending a session twice (here: the same answer again)'],
  },
  (market, { params, trace }) => {
    const sessionId = (params['sessionId'] ?? '').toLowerCase();
    const session = findSession(market, sessionId);
    if (session.status === 'COMPLETED') {
      trace.warnings.push(`repeated effect: session ${sessionId} had ended`);
    } else {
      market.store.run(
        "UPDATE sessions SET status = 'COMPLETED', completedAt = ? WHERE sessionId = ?",
        market.clock.nowMs() * 1000,
        sessionId,
      );
      trace.effects.push({ kind: 'syncEnded', sessionId });
    }
    const { processedItems, failedItems } = session;
    return ok({ sessionId, status: 'COMPLETED', processedItems, failedItems });
  },
);

function findSession(market: Market, sessionId: string): SessionRow {
  const session = market.store.get<SessionRow>(
    'SELECT * FROM sessions WHERE sessionId = ?',
    sessionId,
  );
  if (session) return session;
  throw new Problem('NOT_FOUND', `There is no sync session ${sessionId}`);
}

const history = endpoint(
  {
    method: 'GET',
    path: `${sync}/history`,
    summary: 'The last 20 sync sessions',
    spec: 'Catalog',
    access: { scope: 'catalog:read' },
    answers: { 200: { description: 'Shape not shown', schema: z.unknown() } },
    notShown: ['syncHistoryBody'],
  },
  (market) => {
    const rows = market.store.all<SessionRow>(
      'SELECT * FROM sessions ORDER BY number DESC LIMIT ?',
      limits.syncHistory,
    );
    const items = rows.map(presentSession);
    return ok(market.settings.open.syncHistoryBody === 'list' ? items : { items });
  },
);

function presentSession(row: SessionRow): Record<string, unknown> {
  const { number: _number, startedAt, completedAt, ...rest } = row;
  return leaveOutEmpty({
    ...rest,
    startedAt: formatInstant(startedAt),
    completedAt: completedAt === null ? null : formatInstant(completedAt),
  });
}

export const syncEndpoints: readonly Endpoint[] = [start, end, history];
