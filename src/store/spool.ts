import { join, win32 } from 'node:path';
import { runsWhole, unwrittenBytesMax } from '../domain/retention.ts';
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

function entryOf({ sha256, parts, size }: CatalogTables['spool']): SpoolEntry {
  return { sha256, parts: JSON.parse(parts), size };
}

/** Which contents lie in the spool. The files themselves are the matter of src/files. */
export function createSpool(database: Database) {
  const unused = database.prepare<[], CatalogTables['spool']>(
    `SELECT sha256, parts, size, at FROM spool WHERE sha256 NOT IN (
       SELECT sha256 FROM queued UNION ALL
       SELECT sha256 FROM run WHERE final = 0
         OR id IN (SELECT run FROM parked UNION SELECT run FROM source UNION SELECT accepted_run FROM source UNION SELECT restore_run FROM source)
         OR id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY source ORDER BY id DESC) AS age FROM run)
                   WHERE age <= ${runsWhole})
         OR id IN (SELECT id FROM (SELECT r.id, sum(s.size) OVER (ORDER BY r.id DESC) AS bytes
                                   FROM run AS r JOIN spool AS s USING (sha256)
                                   WHERE r.told = 0 AND r.rejected > 0 AND r.forgotten = 0)
                   WHERE bytes <= ${unwrittenBytesMax})
     ) ORDER BY at`,
  );
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
      return row === undefined ? undefined : entryOf(row);
    },
    /**
     * Contents that nothing needs any more, the oldest first. Needed are those of a run that counts, a restore
     * point, an unfinished run, a run with parked rows, one of the newest runs of a source (they can still be
     * taken back), a run whose result file is not written yet, and of files that are queued.
     */
    unused: (): SpoolEntry[] => unused.all().map(entryOf),
    all: (): SpoolEntry[] =>
      all(database, query.selectFrom('spool').selectAll().orderBy('at')).map(entryOf),
    /** Where the contents lie now: the data folder may have been moved, copied or restored at another place. */
    liesIn(folder: string): void {
      for (const { sha256, parts } of this.all()) {
        const here = parts.map(({ name, path }) => ({
          name,
          path: join(folder, win32.basename(path)),
        }));
        const values = { parts: JSON.stringify(here) };
        const old = query.updateTable('spool').set(values).where('sha256', '=', sha256);
        execute(database, old.where('parts', '<>', values.parts));
      }
    },
    remove(sha256: string): void {
      execute(database, query.deleteFrom('spool').where('sha256', '=', sha256));
    },
  };
}
