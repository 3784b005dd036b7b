import type { Database } from './database.ts';
import type { VersionRow } from './orders-versions.ts';

const open = `considered = 0 AND status = 'PLACED' AND state = 'WRITTEN'`;

/** Which placed versions the accept policy has not looked at. */
export function createPolicyStore(database: Database) {
  const written = database.prepare<[number], VersionRow>(
    `SELECT * FROM order_version WHERE ${open} ORDER BY id LIMIT ?`,
  );
  const acknowledged = database.prepare<[number], VersionRow>(
    `SELECT * FROM order_version AS v WHERE ${open} AND EXISTS
       (SELECT 1 FROM order_file WHERE version_id = v.id AND acknowledged_at IS NOT NULL)
     ORDER BY id LIMIT ?`,
  );
  const consider = database.prepare('UPDATE order_version SET considered = 1 WHERE id = ?');
  const considerAll = database.prepare(`UPDATE order_version SET considered = 1 WHERE ${open}`);
  return {
    written: (limit: number): VersionRow[] => written.all(limit),
    acknowledged: (limit: number): VersionRow[] => acknowledged.all(limit),
    consider: (id: number): void => {
      consider.run(id);
    },
    /** What was written under another policy stays as it is. */
    considerAll: (): number => considerAll.run().changes,
  };
}
