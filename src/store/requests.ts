import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Lane, Method } from '../domain/exchange.ts';
import type { CatalogTables } from './catalog-tables.ts';
import type { Database } from './database.ts';
import { all, first, queriesOf } from './query.ts';
import { untilChanged } from './until-changed.ts';

const query = queriesOf<CatalogTables>();

export interface NewRequest {
  readonly lane: Lane;
  readonly kind: string;
  readonly source: string;
  readonly run: number;
  /** What the request is to do; two rows never have the same intent (I4). */
  readonly intent: string;
  readonly method: Method;
  readonly path: string;
  readonly body: Uint8Array | null;
  /** JSON of what each item wishes. */
  readonly items: string;
}

export interface RequestRow extends NewRequest {
  readonly id: number;
  readonly key: string;
  /** A process before may have sent it under this key. */
  readonly mayHaveLeft: boolean;
}

export type Requests = ReturnType<typeof createRequests>;

/** Mutations of the catalogue: each is a committed row with its key and bytes before the first byte leaves (law 2). */
export function createRequests(database: Database) {
  return {
    ...rowReads(database),
    ...requestReads(database),
    ...answeredReads(database),
    ...requestWrites(database),
    paceMs: paceOf(database),
  };
}

/** So many of the newest answers tell the pace; with fewer gaps than the minimum they tell nothing. */
const paceAnswers = 100;
const paceAnswersMin = 10;
/** A longer gap between two answers means that nothing was due: a wait for the reset of a rate limit is shorter. */
const paceRestMs = 90_000;

/**
 * The average ms between two of the newest answers, without times in which nothing was due. Undefined after too few.
 */
function paceOf(database: Database): () => number | undefined {
  const lately = database
    .prepare<[number], number>(
      'SELECT answered_at FROM request WHERE answered_at IS NOT NULL ORDER BY id DESC LIMIT ?',
    )
    .pluck();
  return () => {
    const times = lately.all(paceAnswers).sort((a, b) => a - b);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    const busy = gaps.filter((gap) => gap <= paceRestMs);
    if (busy.length < paceAnswersMin) return undefined;
    return busy.reduce((sum, gap) => sum + gap, 0) / busy.length;
  };
}

/** A product whose last request the marketplace refused. */
export interface RefusedRequest {
  readonly kind: string;
  readonly externalId: string;
  readonly code: string;
  readonly message: string;
}

/**
 * A request that stood for no row of a file, of a product with a refusal; the request may be a success that left an
 * older refusal.
 */
export interface RefusedBeside extends RefusedRequest {
  readonly request: number;
  readonly product: number;
  readonly contentHash: number | null;
  readonly quantity: number | null;
}

const refusedMax = 10_000;

function prepareRefusedBeside(database: Database) {
  return database.prepare<[], RefusedBeside>(
    `SELECT q.id AS request, q.kind, p.id AS product, p.external_id AS externalId, p.content_hash AS contentHash, p.quantity,
         coalesce(p.refused_code, '') AS code, coalesce(p.refused_message, '') AS message
       FROM product AS p JOIN request AS q ON q.id = p.last_request
       WHERE p.refused_hash IS NOT NULL AND p.content_hash IS NOT NULL AND q.state != 'SENT'
         AND q.kind IN ('stock', 'upsert') AND instr(q.items, '"row":null') > 0 ORDER BY p.id LIMIT ${refusedMax}`,
  );
}

function prepareRefused(database: Database) {
  return database.prepare<[string], RefusedRequest>(
    `SELECT q.kind, p.external_id AS externalId, coalesce(p.refused_code, '') AS code, coalesce(p.refused_message, '') AS message
       FROM product AS p JOIN request AS q ON q.id = p.last_request
       WHERE p.refused_hash IS NOT NULL AND p.content_hash IS NOT NULL AND q.kind IN (SELECT value FROM json_each(?)) ORDER BY p.id LIMIT ${refusedMax}`,
  );
}

/** Written into the SQL text: SQLite cannot use the index `WHERE state = 'SENT'` for a value that is bound later. */
const sent = sql.lit('SENT' as const);

/** What is asked of one row at a time. */
function rowReads(database: Database) {
  const column = <Value>(name: string) =>
    database.prepare<[number], Value>(`SELECT ${name} FROM request WHERE id = ?`).pluck();
  const [body, kind, items] = [
    column<Uint8Array | null>('body'),
    column<string>('kind'),
    column<string>('items'),
  ];
  const [ofKinds, beside] = [prepareRefused(database), prepareRefusedBeside(database)];
  const refused = untilChanged(database, (kinds) => ofKinds.all(kinds));
  const refusedBeside = untilChanged(database, () => beside.all());
  return {
    /** The body of a request; undefined if it had none, or if that was dropped. */
    bodyOf: (id: number): Uint8Array | undefined => body.get(id) ?? undefined,
    kindOf: (id: number): string | undefined => kind.get(id),
    /** JSON: what each of its items wishes. */
    itemsOf: (id: number): string | undefined => items.get(id),
    /** Products that the marketplace has, whose last request was of one of these kinds, and refused. */
    refusedOf: (kinds: readonly string[]): readonly RefusedRequest[] =>
      refused(JSON.stringify(kinds)),
    refusedBeside: (): readonly RefusedBeside[] => refusedBeside(''),
  };
}

function requestReads(database: Database) {
  const open = query.selectFrom('request').selectAll().where('state', '=', sent).orderBy('id');
  const newestId = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM request').pluck();
  return {
    get: (id: number) =>
      first(database, query.selectFrom('request').selectAll().where('id', '=', id)),
    /** Requests without a stored answer; a body that does not fit its digest is refused (fault 35). */
    open(): RequestRow[] {
      return all(database, open).map((row) => {
        if (row.body !== null && hash('sha256', row.body) !== row.body_sha256) {
          throw new Error(`request ${row.id}: the stored body is damaged`);
        }
        return {
          ...row,
          lane: row.lane as Lane,
          method: row.method as Method,
          key: row.idempotency_key ?? '',
          mayHaveLeft: row.unsent === 0,
        };
      });
    },
    hasAny: (run: number): boolean =>
      first(database, query.selectFrom('request').select('id').where('run', '=', run).limit(1)) !==
      undefined,
    newestId: (): number => newestId.get() ?? 0,
    /**
     * Products that requests after this one name. A request that was dropped would hide a change, so forget-requests.ts
     * spares these.
     */
    productsAfter(id: number): number[] {
      const later = query.selectFrom('request').select('items').where('id', '>', id);
      return all(database, later).flatMap(({ items }) =>
        (JSON.parse(items) as { product: number }[]).map(({ product }) => product),
      );
    },
    /** Requests made after a row, by kind. */
    countSince(id: number): { kind: string; count: number }[] {
      const counted = query
        .selectFrom('request')
        .select((e) => ['kind', e.fn.countAll<number>().as('count')])
        .where('id', '>', id)
        .groupBy('kind');
      return all(database, counted);
    },
    /** The products of those rows of a run that stand in requests without a stored answer. */
    openRows(run: number): number[] {
      const open = query.selectFrom('request').select('items').where('state', '=', sent);
      const items = all(database, open.where('run', '=', run));
      return items
        .flatMap((row) => JSON.parse(row.items) as { product: number; row: number | null }[])
        .filter((item) => item.row !== null)
        .map((item) => item.product);
    },
  };
}

/** What runs sent and had answered. */
function answeredReads(database: Database) {
  const answered = query.selectFrom('request').where('state', '=', 'ANSWERED');
  const ofRun = (run: number) => answered.where('run', '=', run);
  return {
    /** In order. */
    answeredOf: (run: number) => all(database, ofRun(run).select(['kind', 'items']).orderBy('id')),
    /** What the marketplace said to requests of these kinds. */
    answersOf: (run: number, kinds: readonly string[]) =>
      all(database, ofRun(run).select(['kind', 'status', 'answer']).where('kind', 'in', kinds)),
  };
}

function requestWrites(database: Database) {
  const insert = database.prepare(
    `INSERT INTO request (lane, kind, source, run, intent, idempotency_key, method, path, body, body_sha256, items, state,
       created_at) VALUES (@lane, @kind, @source, @run, @intent, @idempotency_key, @method, @path, @body, @body_sha256,
       @items, 'SENT', @created_at)`,
  );
  // Only bodies with contents are asked for later (sent-products.ts). Any other would only fill the disk.
  const answered = database.prepare(
    `UPDATE request SET state = 'ANSWERED', status = @status, answer = @answer, answered_at = @at, attempts = @attempts,
       body = CASE WHEN kind IN ('upsert', 'hide') THEN body END WHERE id = @id`,
  );
  const renewed = database.prepare('UPDATE request SET idempotency_key = ? WHERE id = ?');
  const unsent = database.prepare('UPDATE request SET unsent = 1 WHERE id = ?');
  const leaving = database.prepare(
    "UPDATE request SET unsent = 0 WHERE state = 'SENT' AND unsent = 1",
  );
  return {
    /** Stores a request as SENT with a fresh key; call inside the transaction that reserves its items. */
    add(request: NewRequest, at: number): RequestRow {
      const key = randomUUID();
      const { body } = request;
      const row = {
        ...request,
        idempotency_key: key,
        body_sha256: body === null ? null : hash('sha256', body),
        created_at: at,
      };
      const { lastInsertRowid } = insert.run(row);
      return { ...request, id: Number(lastInsertRowid), key, mayHaveLeft: false };
    },
    /** A new key for an open request of which nothing was done under the one before (I4). */
    renewKey(id: number): string {
      const key = randomUUID();
      renewed.run(key, id);
      return key;
    },
    /** The program stops, and nothing has left under the request's key. */
    unsent: (id: number): void => void unsent.run(id),
    /** From here on every open request may leave. */
    leaving: (): void => void leaving.run(),
    answered(
      id: number,
      values: { status: number; answer: string; at: number; attempts: number },
    ): void {
      answered.run({ id, ...values });
    },
  };
}
