import { isObject } from '../base/absent.ts';
import { bounds } from '../base/limits.ts';
import { createStamp, type Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';

/** The tables that make up the marketplace; the ledger is the tester's and stays out. */
const tables = [
  'settings',
  'products',
  'media',
  'sessions',
  'orders',
  'buyers',
  'answers',
  'credentials',
  'endpoints',
  'deliveries',
] as const;

type Row = Record<string, unknown>;
type Snapshot = { format: 'sandbox state 1'; tables: Record<string, Row[]> };

/** The whole state as JSON. A large one is refused: keep it in a state file. */
export function takeSnapshot(market: Market): Snapshot {
  market.store.keep('nowMs', String(market.clock.nowMs()));
  const rows = tables.reduce((sum, table) => sum + countRows(market, table), 0);
  if (rows > bounds.snapshotRows) {
    throw new Problem(
      'VALIDATION_ERROR',
      `${rows} rows are too many for a snapshot (${bounds.snapshotRows}); start with a state file`,
    );
  }
  const all = tables.map((table) => [
    table,
    market.store.all<Row>(`SELECT * FROM ${table}`).map(writeRow),
  ]);
  return { format: 'sandbox state 1', tables: Object.fromEntries(all) };
}

/** Replaces everything; cursors, keys, tokens and orders of the snapshot are valid again. */
export function loadSnapshot(market: Market, snapshot: unknown): void {
  const content = isObject(snapshot) ? snapshot['tables'] : undefined;
  if (!isObject(snapshot) || snapshot['format'] !== 'sandbox state 1' || !isObject(content)) {
    throw new Problem('VALIDATION_ERROR', 'This is not a sandbox state');
  }
  market.store.transaction(() => {
    for (const table of tables) {
      market.store.run(`DELETE FROM ${table}`);
      for (const row of rowsOf(content[table])) insertRow(market, table, row);
    }
  });
  takeUp(market);
}

/** An empty marketplace; keys and secret stay. */
export function clearState(market: Market): void {
  const kept: readonly string[] = ['settings', 'credentials'];
  market.store.transaction(() => {
    for (const table of tables) if (!kept.includes(table)) market.store.run(`DELETE FROM ${table}`);
  });
  takeUp(market);
}

function takeUp(market: Market): void {
  market.secret = market.store.setting('secret') ?? market.secret;
  const aheadMs = Number(market.store.setting('nowMs') ?? 0) - market.clock.nowMs();
  if (aheadMs > 0) market.clock.change({ advanceSeconds: aheadMs / 1000 });
  market.stamp = createStamp(market.store, market.clock);
  market.wakeSender();
}

function countRows(market: Market, table: string): number {
  return market.store.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
}

function insertRow(market: Market, table: string, row: Row): void {
  const names = Object.keys(row).filter((name) => /^\w+$/.test(name));
  market.store.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...names.map((name) => readValue(row[name])),
  );
}

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function writeRow(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value,
  ]);
  return Object.fromEntries(entries);
}

function readValue(value: unknown): unknown {
  return isObject(value) ? Buffer.from(String(value['base64']), 'base64') : value;
}
