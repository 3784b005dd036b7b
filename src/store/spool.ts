import type { CatalogTables } from './catalog-tables.ts';
import type { Database } from './database.ts';
import { all, run as execute, first, queriesOf } from './query.ts';

const query = queriesOf<CatalogTables>();

export interface SpoolEntry {
  readonly sha256: string;
  /** The export first, then its companions. */
  readonly parts: readonly { readonly name: string; readonly path: string }[];
  readonly size: number;
}

export type Spool = ReturnType<typeof createSpool>;

/** Which contents lie in the spool; the files themselves are files/'s. */
export function createSpool(database: Database) {
  return {
    put({ sha256, parts, size }: SpoolEntry, at: number): void {
      const row = { sha256, parts: JSON.stringify(parts), size, at };
      execute(
        database,
        query
          .insertInto('spool')
          .values(row)
          .onConflict((c) => c.doNothing()),
      );
    },
    get(sha256: string): SpoolEntry | undefined {
      const row = first(
        database,
        query.selectFrom('spool').selectAll().where('sha256', '=', sha256),
      );
      return row === undefined
        ? undefined
        : { sha256, parts: JSON.parse(row.parts), size: row.size };
    },
    /** Contents that no wished run, restore point or unfinished run refers to; oldest first. */
    unused: (): { sha256: string; parts: string }[] =>
      all(
        database,
        query
          .selectFrom('spool')
          .select(['sha256', 'parts'])
          .where('sha256', 'not in', (e) =>
            e
              .selectFrom('run')
              .innerJoin('source', (j) =>
                j.on((on) =>
                  on.or([
                    on('run.id', '=', on.ref('source.run')),
                    on('run.id', '=', on.ref('source.accepted_run')),
                    on('run.id', '=', on.ref('source.restore_run')),
                  ]),
                ),
              )
              .select('run.sha256'),
          )
          .orderBy('at'),
      ),
    all: (): SpoolEntry[] =>
      all(database, query.selectFrom('spool').selectAll().orderBy('at')).map(
        ({ sha256, parts, size }) => ({ sha256, parts: JSON.parse(parts), size }),
      ),
    /** The same contents lie elsewhere now. */
    move(sha256: string, parts: SpoolEntry['parts']): void {
      const values = { parts: JSON.stringify(parts) };
      execute(database, query.updateTable('spool').set(values).where('sha256', '=', sha256));
    },
    remove(sha256: string): void {
      execute(database, query.deleteFrom('spool').where('sha256', '=', sha256));
    },
  };
}
