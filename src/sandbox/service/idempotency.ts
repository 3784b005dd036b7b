import { createHash } from 'node:crypto';
import { bounds } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { Answer } from './declaration.ts';

type Row = {
  request: string;
  status: number;
  headers: string;
  body: string | null;
  storedAt: number;
};

/** The stored answer of an identical request; refuses the same key with another one. */
export function storedAnswer(market: Market, key: string, request: string): Answer | undefined {
  const row = market.store.get<Row>('SELECT * FROM answers WHERE key = ?', key);
  if (!row || isExpired(market, row)) return undefined;
  if (row.request !== request) {
    throw new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'The Idempotency-Key was used with another request',
    );
  }
  const headers = JSON.parse(row.headers) as Record<string, string>;
  const answer: Answer = { status: row.status, headers };
  return row.body === null ? answer : { ...answer, body: JSON.parse(row.body) };
}

/** Keeps the answer if the chosen policy keeps answers of its status. */
export function keepAnswer(market: Market, { key, request }: KeyedRequest, answer: Answer): void {
  if (!isKept(market, answer.status)) return;
  const { id } = market.store.run(
    `INSERT OR REPLACE INTO answers (key, request, status, headers, body, storedAt)
     VALUES (?, ?, ?, ?, ?, ?)`,
    key,
    request,
    answer.status,
    JSON.stringify(answer.headers ?? {}),
    answer.body === undefined ? null : JSON.stringify(answer.body),
    market.clock.nowMs(),
  );
  market.store.run('DELETE FROM answers WHERE number <= ?', id - bounds.idempotencyKeys);
}

type KeyedRequest = { key: string; request: string };

/**
 * "Identical" is taken at its word: method, path and body bytes. If-Match is no part of it, since
 * the spec speaks of the body only.
 */
export function fingerprint(method: string, target: string, body: Buffer): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64');
}

function isKept(market: Market, status: number): boolean {
  const { store } = market.settings.idempotency;
  if (store === 'success') return status < 300;
  return store === 'all' || (status !== 429 && status < 500);
}

function isExpired(market: Market, row: Row): boolean {
  const ageMs = market.clock.nowMs() - row.storedAt;
  return ageMs > market.settings.idempotency.retentionSeconds * 1000;
}
