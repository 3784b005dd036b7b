import { Buffer } from 'node:buffer';
import { laterRequestsMax, runsWholeMs } from '../domain/retention.ts';
import { atomic, type Database } from './database.ts';
import type { References } from './references.ts';

/** So many requests are a commit: their bodies are written in some milliseconds. */
const requestsAtOnce = 32;

interface ForgetRequests {
  readonly references: References;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Lets go of requests of forgotten runs. One that an `undo` still needs stays whole. One whose content is still that of
 * a product keeps its body, cut to such products. One that is only the last of a product keeps its answer, which `why`
 * tells. Any other is deleted: no row is needed to keep an intent from coming twice, because an intent counts the
 * wishes of its product (I4). A request without an answer is never touched (law 2). One that was refused beside the rows
 * of its file stays whole while that counts.
 */
export function* forgetRequests(
  database: Database,
  { references, now }: ForgetRequests,
): Generator<void, void> {
  const forget = createForget(database, references);
  const slice = sliceOf(database, now);
  let ids = slice(0);
  while (ids.length > 0) {
    atomic(database, () => ids.forEach(forget))();
    yield;
    ids = slice(ids.at(-1) ?? 0);
  }
}

/** The next requests of forgotten runs. Requests of pictures belong to no run: these go by their own age. */
function sliceOf(database: Database, now: number): (after: number) => number[] {
  const select = database
    .prepare<[number, number, number, number], number>(
      `SELECT q.id FROM request AS q LEFT JOIN run AS r ON r.id = q.run
       WHERE q.id > ? AND q.id <= ? AND q.id NOT IN (SELECT id FROM request WHERE state = 'SENT')
         AND (r.forgotten = 1 OR (r.id IS NULL AND q.created_at < ?)) ORDER BY q.id LIMIT ?`,
    )
    .pluck();
  const newest = newestForgettable(database);
  return (after) => select.all(after, newest, now - runsWholeMs, requestsAtOnce);
}

/**
 * The hashes of an index hold up to the request that was the newest then: later ones tell which rows must be read again
 * (`productsAfter`). So all after the oldest such number that still counts stay, and the newest request in any case,
 * because numbers are compared with it.
 */
function newestForgettable(database: Database): number {
  const newest = database
    .prepare<[], number>('SELECT coalesce(max(id), 0) FROM request')
    .pluck()
    .get();
  const oldestKnown = database
    .prepare<[number], number | null>('SELECT min(request) FROM raw_known WHERE request >= ?')
    .pluck()
    .get((newest ?? 0) - laterRequestsMax);
  return Math.min(oldestKnown ?? newest ?? 0, (newest ?? 0) - 1);
}

function createForget(database: Database, references: References): (id: number) => void {
  const remove = database.prepare('DELETE FROM request WHERE id = ?');
  const toAnswer = database.prepare(
    `UPDATE request SET body = NULL, items = '[]' WHERE id = ? AND (body IS NOT NULL OR octet_length(items) > 2)`,
  );
  // A refusal of what stood for no row is told from the request itself (requests/refused-beside.ts).
  const isBeside = database
    .prepare<[number], number>(
      `SELECT 1 FROM request WHERE id = ? AND kind IN ('stock', 'upsert') AND instr(items, '"row":null') > 0`,
    )
    .pluck();
  const cut = createCut(database);
  const { contents, last, refused, undone } = references;
  return (id) => {
    if (undone.has(id) || (refused.has(id) && isBeside.get(id) !== undefined)) return;
    const products = contents.get(id);
    if (products !== undefined) cut(id, products);
    else if (last.has(id)) toAnswer.run(id);
    else remove.run(id);
  };
}

/**
 * A batch of a hundred articles would stay for the one article that never changes again. So it is
 * written anew when only half of its articles are still the confirmed ones: all bodies together
 * are at most twice the catalogue (goal G12).
 */
function createCut(database: Database): (id: number, products: number) => void {
  const carriedBy = database
    .prepare<[number], number | null>('SELECT carried FROM request WHERE id = ?')
    .pluck();
  const bodyOf = database
    .prepare<[number], Uint8Array | null>('SELECT body FROM request WHERE id = ?')
    .pluck();
  const confirmed = database
    .prepare<[number, string], number>(
      'SELECT 1 FROM product WHERE content_request = ? AND external_id = ?',
    )
    .pluck();
  // The digest stays that of the bytes that were sent. Items that hid vanished articles stay, because the return of
  // such an article puts it on sale.
  const write = database.prepare(
    `UPDATE request SET body = ?, carried = ?,
       items = iif(kind = 'hide' OR items LIKE '%"isVanished":true%', items, '[]') WHERE id = ?`,
  );
  return (id, products) => {
    const carried = carriedBy.get(id) ?? undefined;
    if (carried !== undefined && products * 2 > carried) return;
    const items = itemsOf(bodyOf.get(id));
    const kept = items?.filter(({ externalId }) => confirmed.get(id, externalId) !== undefined);
    if (kept !== undefined) write.run(Buffer.from(JSON.stringify(kept)), kept.length, id);
  };
}

/** Undefined for a body that the disk has damaged: it then stays as it is. */
function itemsOf(body: Uint8Array | null | undefined): Item[] | undefined {
  try {
    return body ? JSON.parse(Buffer.from(body).toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}

type Item = { readonly externalId: string };
