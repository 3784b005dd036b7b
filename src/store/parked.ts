import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from './database.ts';
import { toBytes, toNumbers } from './raw-index.ts';

/** Rows of a delta file that wait for release, or that are read again after it. */
export interface ParkedRows {
  /**
   * One byte for each record of the file: the mark that holds it, or 0 if it does not wait. May be empty: see `ids`.
   */
  readonly marks: Uint8Array;
  /** The product of each record. If `marks` is empty: the products whose rows are read again. */
  readonly ids: Int32Array;
}

/** Held rows of delta files that are not the newest any more: a newer file says nothing of them, so they still wait. */
export function createParked(database: Database) {
  const get = database.prepare<[number], { marks: Buffer; ids: Buffer }>(
    'SELECT marks, ids FROM parked WHERE run = ?',
  );
  const ofSource = database
    .prepare<[string], number>('SELECT run FROM parked WHERE source = ? ORDER BY run')
    .pluck();
  const put = database.prepare(
    'INSERT OR REPLACE INTO parked (run, source, marks, ids) VALUES (?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM parked WHERE run = ?');
  const answered = database
    .prepare<{ source: string; configuration: string }, number>(
      `SELECT parked.run FROM parked JOIN source ON source.name = parked.source
       WHERE parked.source = @source AND parked.run <> coalesce(source.run, 0) AND NOT EXISTS (
         SELECT 1 FROM hold WHERE hold.run = parked.run AND state = 'HELD' AND configuration = @configuration)
       ORDER BY parked.run LIMIT 1`,
    )
    .pluck();
  const rows = database.prepare('UPDATE parked SET run = @now WHERE run = @before');
  const yeses = database.prepare(
    "UPDATE hold SET run = @now WHERE run = @before AND state = 'RELEASED'",
  );
  return {
    get(run: number): ParkedRows | undefined {
      const row = get.get(run);
      if (row === undefined) return undefined;
      return { marks: inflateRawSync(row.marks), ids: toNumbers(inflateRawSync(row.ids)) };
    },
    runsOf: (source: string): number[] => ofSource.all(source),
    put(run: number, source: string, { marks, ids }: ParkedRows): void {
      put.run(run, source, deflateRawSync(marks), deflateRawSync(toBytes(ids)));
    },
    drop(run: number): void {
      drop.run(run);
    },
    /** The oldest run of which all questions of this configuration are answered. */
    answered: (source: string, configuration: string): number | undefined =>
      answered.get({ source, configuration }),
    /** Another run reads these rows again; the release of a person applies to them too. */
    handOver(before: number, now: number): void {
      rows.run({ before, now });
      yeses.run({ before, now });
    },
  };
}
