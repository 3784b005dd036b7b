import { atomic, type Database } from './database.ts';
import type { VersionRow } from './orders-versions.ts';

type FileState = 'STAGED' | 'WRITTEN' | 'PARKED';

/** One order file: every sequence number has exactly one. */
export interface FileRow {
  readonly sequence: number;
  readonly version_id: number;
  readonly order_id: string;
  readonly name: string;
  readonly sha256: string;
  readonly change: 'new' | 'changed' | 'ended';
  readonly reissue_of: number | null;
  readonly state: FileState;
  readonly reason: string | null;
  readonly written_at: number | null;
  readonly acknowledged_at: number | null;
  readonly acknowledgement: number | null;
}

export interface StagedFile {
  readonly sequence: number;
  readonly versionId: number;
  readonly orderId: string;
  readonly name: string;
  readonly sha256: string;
  readonly change: FileRow['change'];
  readonly reissueOf: number | null;
}

/** A version that can be written now. `first`: the file of the same version that this one repeats. */
export interface WritableVersion {
  readonly version: VersionRow;
  /** The order has no file yet. */
  readonly isFirst: boolean;
  readonly first: FileRow | undefined;
}

interface OutboxCounts {
  readonly written: number;
  readonly pending: number;
  readonly unacknowledged: number;
  readonly oldestUnacknowledgedAt: number | null;
  readonly parked: number;
}

function prepareFiles(database: Database) {
  return {
    // Of each order the oldest version; a later one waits for the next group (fault 80). Orders from before the first
    // start come last.
    writable: database.prepare<[string, number], VersionRow & { isFirst: 0 | 1 }>(
      `SELECT *, NOT EXISTS (SELECT 1 FROM order_file AS f WHERE f.order_id = v.order_id) AS isFirst
       FROM order_version AS v WHERE (state = 'FETCHED' OR reissue = 1)
         AND order_id NOT IN (SELECT value FROM json_each(?)) AND NOT EXISTS
         (SELECT 1 FROM order_version AS o WHERE o.order_id = v.order_id AND o.id < v.id
            AND (o.state IN ('FETCHED', 'STAGED')))
       ORDER BY (background AND reissue = 0), id LIMIT ?`,
    ),
    newestSequence: database
      .prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM order_file')
      .pluck(),
    firstOfVersion: database.prepare<[number], FileRow>(
      'SELECT * FROM order_file WHERE version_id = ? ORDER BY sequence LIMIT 1',
    ),
    insert: database.prepare(
      `INSERT INTO order_file (sequence, version_id, order_id, name, sha256, change, reissue_of, state)
       VALUES (@sequence, @versionId, @orderId, @name, @sha256, @change, @reissueOf, 'STAGED')`,
    ),
    versionsStaged: database.prepare(
      `UPDATE order_version SET reissue = 0,
         state = CASE WHEN state = 'FETCHED' THEN 'STAGED' ELSE state END
       WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    staged: database.prepare<[], FileRow>(
      "SELECT * FROM order_file WHERE state = 'STAGED' ORDER BY sequence LIMIT 1000",
    ),
    filesWritten: database.prepare(
      `UPDATE order_file SET state = 'WRITTEN', reason = NULL, written_at = ?
       WHERE sequence IN (SELECT value FROM json_each(?))`,
    ),
    versionsWritten: database.prepare(
      `UPDATE order_version SET state = 'WRITTEN' WHERE state = 'STAGED' AND id IN
         (SELECT version_id FROM order_file WHERE sequence IN (SELECT value FROM json_each(?)))`,
    ),
    lastOfOrder: database.prepare<[string, number], FileRow>(
      `SELECT * FROM order_file WHERE order_id = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1`,
    ),
    fileOfVersion: database.prepare<[number], FileRow>(
      "SELECT * FROM order_file WHERE version_id = ? AND state = 'WRITTEN' ORDER BY sequence DESC LIMIT 1",
    ),
  };
}

/** What becomes of files that do not appear. */
function prepareUnwritten(database: Database) {
  return {
    // A reissue is owed again; any other version goes back to where its file is prepared.
    versionsUnstaged: database.prepare(
      `UPDATE order_version SET reissue = CASE WHEN state = 'STAGED' THEN reissue ELSE 1 END,
         state = CASE WHEN state <> 'STAGED' THEN state WHEN detail IS NULL THEN 'SEEN' ELSE 'FETCHED' END
       WHERE id IN (SELECT version_id FROM order_file WHERE sequence IN (SELECT value FROM json_each(?)))`,
    ),
    dropFiles: database.prepare(
      'DELETE FROM order_file WHERE sequence IN (SELECT value FROM json_each(?))',
    ),
    parkFile: database.prepare(
      "UPDATE order_file SET state = 'PARKED', reason = ? WHERE sequence = ? AND state = 'STAGED'",
    ),
    wakeFiles: database.prepare(
      `UPDATE order_file SET state = 'STAGED', reason = NULL
       WHERE state = 'PARKED' AND (@order IS NULL OR order_id = @order)`,
    ),
  };
}

function prepareQueue(database: Database) {
  return {
    counts: database.prepare<[], OutboxCounts>(
      // Numbers have no gaps, so the highest one counts the files; counting them would read the whole table.
      `SELECT coalesce((SELECT max(sequence) FROM order_file), 0)
           - (SELECT count(*) FROM order_file WHERE state = 'STAGED')
           - (SELECT count(*) FROM order_file WHERE state = 'PARKED') AS written,
         (SELECT count(*) FROM order_version WHERE state = 'FETCHED' OR reissue = 1)
           + (SELECT count(*) FROM order_file WHERE state = 'STAGED') AS pending,
         (SELECT count(*) FROM order_file INDEXED BY order_file_unacknowledged
            WHERE state = 'WRITTEN' AND acknowledged_at IS NULL) AS unacknowledged,
         (SELECT written_at FROM order_file WHERE state = 'WRITTEN' AND acknowledged_at IS NULL
            ORDER BY sequence LIMIT 1) AS oldestUnacknowledgedAt,
         (SELECT count(*) FROM order_version WHERE state = 'PARKED')
           + (SELECT count(*) FROM order_file WHERE state = 'PARKED') AS parked`,
    ),
    pending: database
      .prepare<[], number>(
        "SELECT count(*) FROM order_version WHERE state = 'FETCHED' OR reissue = 1",
      )
      .pluck(),
    dropReissue: database.prepare('UPDATE order_version SET reissue = 0 WHERE id = ?'),
    reissue: database.prepare(
      "UPDATE order_version SET reissue = 1 WHERE id = ? AND state = 'WRITTEN' AND detail IS NOT NULL",
    ),
  };
}

/** The order files: their sequence numbers, and the rows that are STAGED before a rename (invariant I2). */
export function createOutboxStore(database: Database) {
  const sql = {
    ...prepareFiles(database),
    ...prepareUnwritten(database),
    ...prepareQueue(database),
  };
  return {
    /** Without orders of which a file is being staged: their next file tells what is new against that one. */
    writable: (limit: number, beingStaged: readonly string[]): WritableVersion[] =>
      sql.writable.all(JSON.stringify(beingStaged), limit).map((version) => ({
        version,
        isFirst: version.isFirst === 1,
        first: version.state === 'FETCHED' ? undefined : sql.firstOfVersion.get(version.id),
      })),
    nextSequence: (): number => (sql.newestSequence.get() ?? 0) + 1,

    /** The staged files are on the disk. From here on their rename is owed, and done at most once. */
    commitStaged: atomic(database, (files: readonly StagedFile[]): void => {
      for (const file of files) sql.insert.run(file);
      sql.versionsStaged.run(JSON.stringify(files.map(({ versionId }) => versionId)));
    }),
    staged: (): FileRow[] => sql.staged.all(),
    /** STAGED files that never appeared and no longer stand: their versions are written as if there had been none. */
    unstage: atomic(database, (sequences: readonly number[]): void => {
      const list = JSON.stringify(sequences);
      sql.versionsUnstaged.run(list);
      sql.dropFiles.run(list);
    }),

    commitWritten: atomic(database, (sequences: readonly number[], at: number): void => {
      const list = JSON.stringify(sequences);
      sql.filesWritten.run(at, list);
      sql.versionsWritten.run(list);
    }),

    /** Another file stands under the name: the staged one stays until a person decides (fault 77). */
    parkFile: (sequence: number, reason: string): void => {
      sql.parkFile.run(reason, sequence);
    },
    wakeFiles: (orderId: string | null): number => sql.wakeFiles.run({ order: orderId }).changes,

    /** The newest file of the order before a sequence number. */
    fileBefore: (orderId: string, sequence: number): FileRow | undefined =>
      sql.lastOfOrder.get(orderId, sequence),

    fileOfVersion: (versionId: number): FileRow | undefined => sql.fileOfVersion.get(versionId),

    counts: (): OutboxCounts => sql.counts.get() as OutboxCounts, // It always has one row.
    /** How many versions are read and not yet staged: at too many of them, reading stops (fault 78). */
    pending: (): number => sql.pending.get() ?? 0,
    dropReissue: (versionId: number): void => {
      sql.dropReissue.run(versionId);
    },
    /**
     * Lets a version be written again, under a new sequence number. False if it was not written or has no details (any
     * more).
     */
    reissue: (versionId: number): boolean => sql.reissue.run(versionId).changes > 0,
  };
}
