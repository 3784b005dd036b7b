import type { CommandRow } from './commands.ts';
import type { Database } from './database.ts';
import type { VersionRow } from './orders-versions.ts';

const open = `considered = 0 AND status = 'PLACED' AND state = 'WRITTEN'`;

/** Which placed versions the accept policy has not looked at, and which it could not accept. */
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
  // Without conflicts, which need nobody: the newer version is on its way, and the policy looks at it anew.
  const refused = database.prepare<[string], CommandRow>(
    `SELECT c.* FROM command AS c INDEXED BY command_not_accepted JOIN command_file AS f ON f.id = c.file
       JOIN order_version AS v ON v.order_id = c.order_id AND v.version = c.version
     WHERE c.state = 'REFUSED' AND c.action = 'accept' AND f.sha256 = ?
       AND c.code <> 'ORDER_VERSION_CONFLICT' AND v.status = 'PLACED'
       AND NOT EXISTS (SELECT 1 FROM order_version AS n WHERE n.order_id = v.order_id AND n.id > v.id)
       AND NOT EXISTS (SELECT 1 FROM command AS d WHERE d.order_id = c.order_id AND d.id > c.id AND d.state = 'DONE')
     ORDER BY c.id LIMIT 100`,
  );
  return {
    written: (limit: number): VersionRow[] => written.all(limit),
    acknowledged: (limit: number): VersionRow[] => acknowledged.all(limit),
    consider: (id: number): void => {
      consider.run(id);
    },
    /** Refused commands of this origin on orders that have had no newer version, and no command that was done, since. */
    refused: (origin: string): CommandRow[] => refused.all(origin),
    /** Counts all that were written under another policy as looked at. */
    considerAll: (): number => considerAll.run().changes,
  };
}
