import { randomUUID } from 'node:crypto';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/declaration.ts';
import { clockSkewLevel } from '../domain/clock-skew.ts';
import {
  type HttpAnswer,
  type HttpOutcome,
  type HttpRequest,
  type Lane,
  type NoAnswer,
  proxyRemedy,
  tlsRemedy,
  tokenRemedy,
} from '../domain/exchange.ts';
import { isOfOthers, isPage } from '../domain/problem.ts';
import { openDoor } from '../door.ts';
import type { Finding } from './check.ts';

/** A check ends after this time at the latest, even if nobody answers. */
const deadlineMs = 20_000;

/**
 * Asks the marketplace whether it is there, what its clock says, and what the key may do. Whether the key may write
 * shows by a batch that names nothing, which has no effect: without the scope it is refused with 403.
 */
export async function askWorld(config: Config): Promise<Finding[]> {
  const door = openDoor(config.marketplace, { clock: systemClock });
  const place = config.marketplace.baseUrl;
  const stopping = new AbortController();
  const deadline = systemClock.sleep(deadlineMs, stopping.signal).then(() => stopping.abort());
  try {
    const findings: Finding[] = [];
    for (const question of questionsFor(config)) {
      const { lane, request } = question;
      const outcome = await door.exchange.once(lane, request, stopping.signal);
      findings.push(findingOf(place, question, outcome));
      if (outcome.kind === 'none' || endsAll.has(outcome.status)) break;
    }
    return [...findings, ...clockFinding(place, door.exchange.facts().clockSkewMs)];
  } finally {
    stopping.abort();
    await deadline;
    await door.close();
  }
}

/**
 * After these statuses nothing is sent for a while (faults 44, 52), so further questions would seem to get no answer.
 */
const endsAll: ReadonlySet<number> = new Set([401, 429, 503]);

interface Question {
  readonly scope: string;
  /** Catalogue and orders have different lanes: a missing right stops one lane, and the other can still be asked. */
  readonly lane: Lane;
  readonly request: HttpRequest;
}

const products = '/connect/v1/supplier/catalog/products';
const orders = '/connect/v1/supplier/orders';

function questionsFor(config: Config): Question[] {
  const get = (scope: string, path: string): Question => ({
    scope,
    lane: laneOf(scope),
    request: { method: 'GET', path, credential: 'bearer' },
  });
  const empty = (scope: string, path: string, batch: object): Question => ({
    scope,
    lane: laneOf(scope),
    request: {
      method: 'POST',
      path,
      credential: 'bearer',
      body: Buffer.from(JSON.stringify(batch)),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    },
  });
  return [
    ...(config.catalog === undefined
      ? []
      : [
          get('catalog:read', `${products}?limit=1`),
          empty('catalog:write', `${products}/batch`, []),
        ]),
    ...(config.orders === undefined
      ? []
      : [
          get('orders:read', `${orders}?updatedAfter=9999-01-01T00%3A00%3A00Z&limit=1`),
          empty('orders:write', `${orders}/batch/accept`, { orderIds: [] }),
        ]),
  ];
}

function laneOf(scope: string): Lane {
  return scope.startsWith('orders:') ? 'orders' : 'background';
}

const remedies: { readonly [Cause in NoAnswer['cause']]?: string } = {
  tls: tlsRemedy,
  proxy: proxyRemedy,
  token: tokenRemedy,
};

function findingOf(place: string, { scope, request }: Question, outcome: HttpOutcome): Finding {
  const base = { area: 'world', place } as const;
  const error = (sentence: string, remedy: string): Finding => {
    return { ...base, level: 'error', sentence, remedy };
  };
  if (outcome.kind === 'none') {
    const remedy = remedies[outcome.cause] ?? 'Check baseUrl, the network and the proxy.';
    return error(`does not answer: ${outcome.detail}.`, remedy);
  }
  const { status } = outcome;
  if (isElsewhere(outcome, request))
    return error(
      `answers ${status}, but not as the marketplace does; ${scope} could not be checked.`,
      'Check marketplace.baseUrl, and the proxy or firewall between Stockhand and the marketplace.',
    );
  if (status === 401)
    return error('does not know the API key (401).', 'Put a valid API key into the configuration.');
  if (status === 403)
    return error(`the API key lacks ${scope}.`, `Ask for an API key with ${scope}.`);
  if (status < 500 && status !== 429)
    return { ...base, level: 'ok', sentence: `answers, and the API key has ${scope}.` };
  const sentence = `answers ${status}; ${scope} could not be checked.`;
  return { ...base, level: 'warning', sentence, remedy: 'Check again later.' };
}

/**
 * Whether something else answered: with a refusal that is not the marketplace's own, or with a page. Then baseUrl is
 * probably wrong.
 */
function isElsewhere({ problem, body }: HttpAnswer, { method }: HttpRequest): boolean {
  if (problem !== undefined) return isOfOthers(problem);
  return isPage(body) || (method === 'GET' && !isJson(body));
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}

const clockLevels = { ok: 'ok', alarm: 'warning', red: 'error' } as const;

export function clockFinding(place: string, skewMs: number | undefined): Finding[] {
  if (skewMs === undefined) return [];
  const level = clockLevels[clockSkewLevel(skewMs)];
  const sentence = `clock difference ${Math.round(skewMs / 1000)} s.`;
  const remedy =
    'Set the clock of this machine: if it is wrong by more than 300 s, webhooks are refused.';
  return [{ area: 'world', level, place, sentence, ...(level === 'ok' ? {} : { remedy }) }];
}
