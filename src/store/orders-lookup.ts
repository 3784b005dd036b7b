import type { CommandRow } from './commands.ts';
import type { Database } from './database.ts';
import type { RequestRow } from './orders-requests.ts';
import type { VersionRow } from './orders-versions.ts';
import type { FileRow } from './outbox.ts';

interface KnownOrder {
  readonly orderId: string;
  readonly orderNumber: string;
}

/** The newest version of an order, for lists. */
export interface OrderLine {
  readonly order_id: string;
  readonly order_number: string;
  readonly version: string;
  readonly status: string;
  readonly origin: string;
  readonly updated_at: string;
  readonly state: VersionRow['state'];
  readonly reason: string | null;
  readonly sequence: number | null;
  readonly name: string | null;
  readonly acknowledged_at: number | null;
}

interface OrderFilter {
  readonly status?: string;
  readonly limit: number;
}

function prepareLookup(database: Database) {
  return {
    byId: database.prepare<[string], KnownOrder>(
      `SELECT order_id AS orderId, order_number AS orderNumber FROM order_version
       WHERE order_id = ? ORDER BY id DESC LIMIT 1`,
    ),
    byNumber: database.prepare<[string], KnownOrder>(
      `SELECT order_id AS orderId, order_number AS orderNumber FROM order_version
       WHERE order_number = ? GROUP BY order_id LIMIT 2`,
    ),
    newest: database.prepare<[string], VersionRow>(
      'SELECT * FROM order_version WHERE order_id = ? ORDER BY id DESC LIMIT 1',
    ),
    version: database.prepare<[string, string], VersionRow>(
      'SELECT * FROM order_version WHERE order_id = ? AND version = ?',
    ),
    versionById: database.prepare<[number], VersionRow>('SELECT * FROM order_version WHERE id = ?'),
    versions: database.prepare<[string], VersionRow>(
      'SELECT * FROM order_version WHERE order_id = ? ORDER BY id',
    ),
    files: database.prepare<[string], FileRow>(
      'SELECT * FROM order_file WHERE order_id = ? ORDER BY sequence',
    ),
    commands: database.prepare<[string], CommandRow>(
      'SELECT * FROM command WHERE order_id = ? ORDER BY id',
    ),
    // A batch is the request of several orders.
    requests: database.prepare<{ id: string }, RequestRow>(
      `SELECT * FROM request
         WHERE order_id = @id OR id IN (SELECT request FROM command WHERE order_id = @id) ORDER BY id`,
    ),
    unsettled: database
      .prepare<[string], number>(
        `SELECT count(*) FROM order_version WHERE order_id = ?
           AND state IN ('SEEN', 'FETCHED', 'STAGED')`,
      )
      .pluck(),
    list: database.prepare<{ status: string | null; limit: number }, OrderLine>(
      `SELECT v.order_id, v.order_number, v.version, v.status, v.origin, v.updated_at, v.state, v.reason,
         f.sequence, f.name, f.acknowledged_at
       FROM order_version AS v LEFT JOIN order_file AS f ON f.sequence =
         (SELECT max(sequence) FROM order_file WHERE version_id = v.id)
       WHERE (@status IS NULL OR v.status = @status)
         AND NOT EXISTS (SELECT 1 FROM order_version AS n WHERE n.order_id = v.order_id AND n.id > v.id)
       ORDER BY v.id DESC LIMIT @limit`,
    ),
    parked: database.prepare<[], VersionRow>(
      "SELECT * FROM order_version WHERE state = 'PARKED' ORDER BY id LIMIT 100",
    ),
    parkedFiles: database.prepare<[], FileRow>(
      "SELECT * FROM order_file WHERE state = 'PARKED' ORDER BY sequence LIMIT 100",
    ),
    firstUnread: database
      .prepare<[], number>("SELECT 1 FROM order_version WHERE state = 'SEEN' LIMIT 1")
      .pluck(),
    unread: database
      .prepare<[], number>("SELECT count(*) FROM order_version WHERE state = 'SEEN'")
      .pluck(),
  };
}

function preparePlaced(database: Database) {
  return database
    .prepare<{ from: number; to: number }, number>(
      // `seen_at` is there for its index. `updated_at` is the service's own time at which the order was placed.
      `SELECT count(*) FROM order_version WHERE summary IS NOT NULL AND seen_at >= @from
         AND status = 'PLACED' AND unixepoch(updated_at) * 1000 BETWEEN @from AND @to`,
    )
    .pluck();
}

/** Questions about orders; nothing is changed here. */
export function createOrderLookup(database: Database) {
  const sql = { ...prepareLookup(database), placed: preparePlaced(database) };
  return {
    byId: (orderId: string): KnownOrder | undefined => sql.byId.get(orderId),
    /** Two orders where a number is not unique: then it names neither. */
    byNumber: (orderNumber: string): KnownOrder[] => sql.byNumber.all(orderNumber),
    newest: (orderId: string): VersionRow | undefined => sql.newest.get(orderId),
    version: (orderId: string, version: string): VersionRow | undefined =>
      sql.version.get(orderId, version),
    versionById: (id: number): VersionRow | undefined => sql.versionById.get(id),
    versions: (orderId: string): VersionRow[] => sql.versions.all(orderId),
    files: (orderId: string): FileRow[] => sql.files.all(orderId),
    commands: (orderId: string): CommandRow[] => sql.commands.all(orderId),
    requests: (orderId: string): RequestRow[] => sql.requests.all({ id: orderId }),
    /** Versions of an order that will still be read or written without anybody's help. */
    unsettled: (orderId: string): number => sql.unsettled.get(orderId) ?? 0,
    /** The newest orders first. */
    list: (filter: OrderFilter): OrderLine[] =>
      sql.list.all({ status: filter.status ?? null, limit: filter.limit }),
    parked: (): VersionRow[] => sql.parked.all(),
    parkedFiles: (): FileRow[] => sql.parkedFiles.all(),
    hasUnread: (): boolean => sql.firstUnread.get() !== undefined,
    /** Versions that were placed between two moments (epoch ms), and seen since the first of them. */
    placed: (from: number, to: number): number => sql.placed.get({ from, to }) ?? 0,
    unread: (): number => sql.unread.get() ?? 0,
  };
}
