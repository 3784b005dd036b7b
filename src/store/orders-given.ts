import { atomic, type Database } from './database.ts';
import type { FileRow } from './outbox.ts';

/** An order file as the outbox remembers it, with what the feed said of its version. */
export interface GivenFile
  extends Pick<FileRow, 'sequence' | 'name' | 'sha256' | 'change' | 'reissue_of' | 'order_id'> {
  readonly version: string;
  readonly order_number: string;
  readonly status: string;
  readonly origin: string;
  readonly updated_at: string;
}

/** `STAGED`: its rename is still owed. */
export type GivenNow = GivenFile & { readonly state: 'STAGED' | 'WRITTEN' };

function prepareGiven(database: Database) {
  return {
    of: database.prepare<[string], GivenFile>(
      `SELECT f.sequence, f.name, f.sha256, f.change, f.reissue_of, f.order_id,
         v.version, v.order_number, v.status, v.origin, v.updated_at
       FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.sequence IN (SELECT value FROM json_each(?)) ORDER BY f.sequence`,
    ),
    // Without summary and detail: the record holds no personal data.
    version: database
      .prepare<[GivenNow & { at: number }], number>(
        `INSERT INTO order_version (order_id, version, order_number, status, origin, updated_at, background, state,
           seen_at)
         VALUES (@order_id, @version, @order_number, @status, @origin, @updated_at, 0, @state, @at)
         ON CONFLICT (order_id, version) DO UPDATE SET state = excluded.state, reason = NULL, reissue = 0
         RETURNING id`,
      )
      .pluck(),
    file: database.prepare(
      `INSERT INTO order_file (sequence, version_id, order_id, name, sha256, change, reissue_of, state, written_at)
       VALUES (@sequence, @id, @order_id, @name, @sha256, @change, @reissue_of, @state,
         CASE WHEN @state = 'WRITTEN' THEN @at END) ON CONFLICT DO NOTHING`,
    ),
    unread: database.prepare<[number | undefined]>(
      `INSERT INTO given_unread (version_id) SELECT id FROM order_version WHERE id = ? AND detail IS NULL
       ON CONFLICT DO NOTHING`,
    ),
  };
}

/** Order files that the ERP was given: into the outbox's record, and back from it after a restore (fault 34). */
export function createGivenFiles(database: Database) {
  const sql = prepareGiven(database);
  return {
    of: (sequences: readonly number[]): GivenFile[] => sql.of.all(JSON.stringify(sequences)),

    /** Files that this state knows nothing of, in sequence order: none of them is written again. */
    takeOver: atomic(database, (files: readonly GivenNow[], at: number): void => {
      for (const file of files) {
        const id = sql.version.get({ ...file, at });
        sql.file.run({ ...file, id, at });
        sql.unread.run(id);
      }
    }),
  };
}
