import type { Selectable } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../src/domain/logged-event.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import type { CatalogTables } from '../../src/store/catalog-tables.ts';

type Kind<Value> =
  NonNullable<Value> extends number
    ? 'INTEGER'
    : NonNullable<Value> extends string
      ? 'TEXT'
      : 'BLOB';
type Shape<Row> = {
  readonly [Column in keyof Row]-?: `${Kind<Row[Column]>}${null extends Row[Column] ? '' : '!'}`;
};
/** What the declared rows say; `!` is NOT NULL. The compiler holds this table to them. */
type Shapes = { readonly [Table in keyof CatalogTables]: Shape<Selectable<CatalogTables[Table]>> };

const shapes: Shapes = {
  meta: { name: 'TEXT!', value: 'TEXT!' },
  source: {
    name: 'TEXT!',
    run: 'INTEGER',
    accepted_run: 'INTEGER',
    restore_run: 'INTEGER',
    plan: 'INTEGER',
    fingerprint: 'TEXT',
    header: 'TEXT',
    done: 'INTEGER!',
    paused: 'INTEGER!',
    undone: 'TEXT',
  },
  spool: { sha256: 'TEXT!', parts: 'TEXT!', size: 'INTEGER!', at: 'INTEGER!' },
  taken: { source: 'TEXT!', file: 'TEXT!', sha256: 'TEXT!', run: 'INTEGER!' },
  run: {
    id: 'INTEGER!',
    source: 'TEXT!',
    file: 'TEXT!',
    sha256: 'TEXT!',
    started_at: 'INTEGER!',
    written_at: 'INTEGER!',
    read: 'INTEGER!',
    unchanged: 'INTEGER!',
    sent: 'INTEGER!',
    braked: 'INTEGER!',
    waiting: 'INTEGER!',
    rejected: 'INTEGER!',
    skipped: 'INTEGER!',
    final: 'INTEGER!',
    refused: 'TEXT',
    told: 'INTEGER!',
    before: 'INTEGER',
    undoes: 'INTEGER',
    quantities: 'INTEGER!',
    forgotten: 'INTEGER!',
  },
  plan: {
    id: 'INTEGER!',
    run: 'INTEGER!',
    source: 'TEXT!',
    sha256: 'TEXT!',
    fingerprint: 'TEXT!',
    kinds: 'BLOB!',
    vanished: 'BLOB!',
    created_at: 'INTEGER!',
  },
  hold: {
    id: 'INTEGER!',
    plan: 'INTEGER!',
    run: 'INTEGER!',
    source: 'TEXT!',
    kind: 'TEXT!',
    sentence: 'TEXT!',
    items: 'INTEGER!',
    state: 'TEXT!',
    since: 'INTEGER!',
    ended_at: 'INTEGER',
    ended_by: 'TEXT',
    configuration: 'TEXT',
  },
  held_product: { hold: 'INTEGER!', ids: 'BLOB!' },
  queued: {
    id: 'INTEGER!',
    source: 'TEXT!',
    file: 'TEXT!',
    sha256: 'TEXT!',
    written_at: 'INTEGER!',
  },
  parked: { run: 'INTEGER!', source: 'TEXT!', marks: 'BLOB!', ids: 'BLOB!' },
  product: {
    id: 'INTEGER!',
    external_id: 'TEXT!',
    wish: 'INTEGER!',
    content_hash: 'INTEGER',
    content_run: 'INTEGER',
    quantity: 'INTEGER',
    quantity_run: 'INTEGER',
    exported_quantity: 'INTEGER',
    exported_run: 'INTEGER',
    basis: 'TEXT!',
    refused_hash: 'INTEGER',
    refused_code: 'TEXT',
    refused_message: 'TEXT',
    refused_at: 'INTEGER',
    last_request: 'INTEGER',
    content_request: 'INTEGER',
    picture_wished: 'TEXT',
    picture_confirmed: 'TEXT',
    in_doubt: 'INTEGER!',
    traits: 'TEXT',
  },
  unknown_stock: { external_id: 'TEXT!', quantity: 'INTEGER!', run: 'INTEGER!' },
  product_part: { product: 'INTEGER!', source: 'TEXT!', run: 'INTEGER!', fields: 'TEXT!' },
  adopted: { product: 'INTEGER!', sums: 'BLOB!' },
  raw_index: { source: 'TEXT!', chunk: 'INTEGER!', packed: 'BLOB!', hashes: 'BLOB' },
  raw_known: {
    source: 'TEXT!',
    basis: 'TEXT!',
    request: 'INTEGER!',
    run: 'INTEGER!',
    blocks: 'BLOB',
    filled: 'BLOB',
  },
  request: {
    id: 'INTEGER!',
    lane: 'TEXT!',
    kind: 'TEXT!',
    source: 'TEXT!',
    run: 'INTEGER!',
    intent: 'TEXT!',
    idempotency_key: 'TEXT',
    method: 'TEXT!',
    path: 'TEXT!',
    body: 'BLOB',
    body_sha256: 'TEXT',
    items: 'TEXT!',
    state: 'TEXT!',
    attempts: 'INTEGER!',
    created_at: 'INTEGER!',
    answered_at: 'INTEGER',
    status: 'INTEGER',
    answer: 'TEXT',
    carried: 'INTEGER',
    unsent: 'INTEGER!',
  },
  complaint: {
    id: 'INTEGER!',
    run: 'INTEGER!',
    row: 'INTEGER',
    external_id: 'TEXT',
    code: 'TEXT!',
    column_name: 'TEXT',
    value: 'TEXT',
    rule: 'TEXT!',
    remedy: 'TEXT!',
    level: 'TEXT!',
  },
  event: { id: 'INTEGER!', at: 'INTEGER!', part: 'TEXT!', text: 'TEXT!' },
  picture: {
    product: 'INTEGER!',
    named: 'TEXT',
    file: 'TEXT',
    look: 'TEXT',
    read_at: 'INTEGER!',
    fault: 'TEXT',
    hold: 'INTEGER',
    tries: 'INTEGER!',
    refused: 'TEXT',
    refused_code: 'TEXT',
    refused_message: 'TEXT',
    refused_at: 'INTEGER',
    refused_run: 'INTEGER',
  },
  session: {
    run: 'INTEGER!',
    source: 'TEXT!',
    items: 'INTEGER!',
    state: 'TEXT!',
    session_id: 'TEXT',
    answer: 'TEXT',
    started_at: 'INTEGER!',
    ended_at: 'INTEGER',
  },
};

type Same<One, Other> = [Readonly<One>] extends [Readonly<Other>]
  ? [Readonly<Other>] extends [Readonly<One>]
    ? true
    : never
  : never;
/** The domain declares an event by itself, for it asks no store. */
const isOwn: Same<EventRow, Selectable<CatalogTables['event']>> = true;

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

describe('the tables of catalog.db', () => {
  const { database } = openCatalogStore(':memory:');

  it('are the ones that the program knows, no more and no fewer', () => {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all();
    expect(names.sort()).toEqual(Object.keys(shapes).sort());
    expect(isOwn).toBe(true);
  });

  it.each(Object.entries(shapes))('%s has the columns of its declared row', (table, shape) => {
    const info = database.pragma(`table_info(${table})`) as ColumnInfo[];
    const found = info.map(({ name, type, notnull, pk }) => [
      name,
      `${type}${notnull === 1 || pk > 0 ? '!' : ''}`,
    ]);
    expect(Object.fromEntries(found)).toEqual(shape);
  });

  it.each(Object.keys(shapes))('%s is strict: a text never lands in a number', (table) => {
    const { strict } = database
      .prepare('SELECT strict FROM pragma_table_list WHERE name = ?')
      .get(table) as { strict: number };
    expect(strict).toBe(1);
  });
});
