import type { Database } from './database.ts';

/**
 * The stock that whole stock files said last of articles that nothing else has named yet; a newer file need not repeat
 * it. These articles are not in the mirror, so that no brake counts them as named. When one is seen for the first time,
 * it goes into the mirror with its stock.
 */
export function createUnknownStock(database: Database) {
  const say = database.prepare<[string, number, number]>(
    `INSERT INTO unknown_stock (external_id, quantity, run) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET quantity = excluded.quantity, run = excluded.run WHERE quantity <> excluded.quantity`,
  );
  const takeBack = database.prepare<[number]>('DELETE FROM unknown_stock WHERE run = ?');
  const clear = database.prepare('DELETE FROM unknown_stock');
  return {
    say: (externalId: string, quantity: number, run: number) =>
      say.run(externalId, quantity, run).changes,
    /** Takes back what this run said last. */
    takeBack: (run: number) => takeBack.run(run).changes,
    clear: () => clear.run().changes,
  };
}

/** Gives an article its number in the mirror, with what was said of its stock before. */
export function prepareFirstSight(database: Database) {
  const insert = database.prepare<[number, string]>(
    `INSERT INTO product (id, external_id, exported_quantity, exported_run)
     SELECT id, external_id, quantity, run FROM (SELECT ? AS id, ? AS external_id) LEFT JOIN unknown_stock USING (external_id)`,
  );
  const leave = database.prepare<[string]>('DELETE FROM unknown_stock WHERE external_id = ?');
  return (id: number, externalId: string): void => {
    insert.run(id, externalId);
    leave.run(externalId);
  };
}
