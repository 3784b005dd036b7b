import type { Database } from './database.ts';

/** Every table that speaks of a source by its name. */
const tables = [
  ...['taken', 'run', 'plan', 'hold', 'product_part', 'request', 'session'],
  ...['raw_index', 'raw_known', 'parked', 'queued'],
] as const;

/**
 * Gives all that is known of a source to another name, under which no export was accepted yet. One that was refused may
 * have the file name of an export that was taken: the taken one counts.
 */
export function createRenameSource(database: Database) {
  return (from: string, to: string): void => {
    database.prepare('DELETE FROM source WHERE name = ?').run(to);
    database.prepare('UPDATE source SET name = ? WHERE name = ?').run(to, from);
    for (const table of tables)
      database.prepare(`UPDATE OR REPLACE ${table} SET source = ? WHERE source = ?`).run(to, from);
  };
}
