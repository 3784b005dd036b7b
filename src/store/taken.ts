import type { CatalogTables } from './catalog-tables.ts';
import type { Database } from './database.ts';
import { run as execute, first, queriesOf } from './query.ts';

const query = queriesOf<CatalogTables>();

export interface TakenExport {
  readonly file: string;
  readonly sha256: string;
  readonly run: number;
  /** Epoch ms at which that run began; null where the run is no longer kept. */
  readonly startedAt: number | null;
}

/** Which exports were taken: by source, file name and SHA-256, never by time (contract.md "Exports in"). */
export function createTaken(database: Database) {
  const before = database
    .prepare<[string, number], string>(
      'SELECT file FROM taken WHERE source = ? ORDER BY run DESC LIMIT -1 OFFSET ?',
    )
    .pluck();
  const ofSource = database.prepare<[string], TakenExport>(
    `SELECT taken.file, taken.sha256, taken.run, started_at AS startedAt
       FROM taken LEFT JOIN run ON run.id = taken.run WHERE taken.source = ?`,
  );
  const newest = database
    .prepare<[string], number | null>('SELECT max(run) FROM taken WHERE source = ?')
    .pluck();
  const forget = database.prepare(
    'DELETE FROM taken WHERE source = ? AND file IN (SELECT value FROM json_each(?))',
  );
  return {
    taken: (source: string, file: string): { sha256: string; run: number } | undefined =>
      first(
        database,
        query
          .selectFrom('taken')
          .select(['sha256', 'run'])
          .where('source', '=', source)
          .where('file', '=', file),
      ),
    allTaken: (source: string): readonly TakenExport[] => ofSource.all(source),
    /** The run of the newest file; 0 where none is known. */
    newestTaken: (source: string): number => newest.get(source) ?? 0,
    take(values: { source: string; file: string; sha256: string; run: number }): void {
      const { sha256, run } = values;
      execute(
        database,
        query
          .insertInto('taken')
          .values(values)
          .onConflict((c) => c.columns(['source', 'file']).doUpdateSet({ sha256, run })),
      );
    },
    /** Lets refused files that came after this run be read again when they are seen next. */
    forgetRefused(source: string, behind: number): void {
      execute(database, refusedBehind(source, behind));
    },
    /** The names of all taken files but the newest so many. */
    takenBefore: (source: string, newest: number): string[] => before.all(source, newest),
    forgetTaken(source: string, files: readonly string[]): void {
      forget.run(source, JSON.stringify(files));
    },
  };
}

function refusedBehind(source: string, run: number) {
  // Without runs whose refusal a person has called settled.
  const settled = query
    .selectFrom('hold')
    .select('run')
    .where('kind', '=', 'refused')
    .where('state', '=', 'RELEASED');
  const refused = query
    .selectFrom('run')
    .select('id')
    .where('refused', 'is not', null)
    .where('id', '>', run)
    .where('id', 'not in', settled);
  return query.deleteFrom('taken').where('source', '=', source).where('run', 'in', refused);
}
