import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { StockhandError } from '../domain/error.ts';
import { catalogApplicationId, catalogMigrations } from './catalog-schema.ts';
import { ordersApplicationId, ordersMigrations } from './orders-schema.ts';

/** The two files of the state by their names. */
export const stateFiles = {
  'catalog.db': { applicationId: catalogApplicationId, migrations: catalogMigrations },
  'orders.db': { applicationId: ordersApplicationId, migrations: ordersMigrations },
} as const;
export type StateFile = keyof typeof stateFiles;
export const stateFileNames = Object.keys(stateFiles) as readonly StateFile[];

/** How much of the catalogue a snapshot contains. */
export interface CatalogReach {
  readonly schema: number;
  readonly epoch: number;
  readonly products: number;
  /** The newest import; null before the first. */
  readonly run: number | null;
  readonly file: string | null;
}

export interface OrdersReach {
  readonly schema: number;
  readonly epoch: number;
  readonly orders: number;
  /** The newest order file. */
  readonly sequence: number;
  /** The newest change of an order that the feed had told. */
  readonly feedAt: string | null;
  /** The id of the outbox, once it was used. */
  readonly outbox: string | null;
}

/**
 * Writes one file with all that was committed when it began, while others continue writing. It reads with a connection
 * of its own, in a thread that may wait. A copy by the file system would not do: when a process closes any descriptor
 * of a database, it loses its locks on that database.
 */
export function takeSnapshot(from: string, into: string): void {
  using(from, (database) => database.prepare('VACUUM INTO ?').run(into));
}

/** Throws BACKUP_DAMAGED, BACKUP_NEWER: whole, ours, and of a schema that this program knows (fault 33). */
export function checkSnapshot(path: string, name: StateFile): void {
  const { applicationId, migrations } = stateFiles[name];
  const found = using(path, (database) => ({
    integrity: database.pragma('integrity_check(1)', { simple: true }),
    owner: database.pragma('application_id', { simple: true }),
    schema: schemaOf(database),
  }));
  const newest = migrations.at(-1)?.version ?? 0;
  if (found.integrity !== 'ok')
    throw new StockhandError('BACKUP_DAMAGED', `${name} of it is damaged: ${found.integrity}.`);
  if (found.owner !== applicationId)
    throw new StockhandError('BACKUP_DAMAGED', `${name} of it is no database of this kind.`);
  if (found.schema > newest)
    throw new StockhandError(
      'BACKUP_NEWER',
      `${name} of it has schema ${found.schema}; this program knows up to ${newest}.`,
    );
}

export function catalogReach(path: string): CatalogReach {
  return using(path, (database) => {
    const newest = database
      .prepare<[], { id: number; file: string }>(
        'SELECT id, file FROM run ORDER BY id DESC LIMIT 1',
      )
      .get();
    const products = database.prepare<[], number>('SELECT count(*) FROM product').pluck().get();
    return {
      schema: schemaOf(database),
      epoch: Number(metaOf(database, 'epoch') ?? 0),
      products: products ?? 0,
      run: newest?.id ?? null,
      file: newest?.file ?? null,
    };
  });
}

export function ordersReach(path: string): OrdersReach {
  return using(path, (database) => {
    const counted = database
      .prepare<[], Pick<OrdersReach, 'orders' | 'sequence' | 'feedAt'>>(
        `SELECT (SELECT count(DISTINCT order_id) FROM order_version) AS orders,
           (SELECT coalesce(max(sequence), 0) FROM order_file) AS sequence,
           (SELECT newest_updated_at FROM feed) AS feedAt`,
      )
      .get();
    return {
      schema: schemaOf(database),
      epoch: Number(metaOf(database, 'epoch') ?? 0),
      ...(counted ?? { orders: 0, sequence: 0, feedAt: null }),
      outbox: metaOf(database, 'outbox.id') ?? null,
    };
  });
}

/** The paths of the exports in the spool that the catalogue refers to. */
export function exportsOf(path: string): string[] {
  return using(path, (database) =>
    database
      .prepare<[], string>('SELECT parts FROM spool')
      .pluck()
      .all()
      .flatMap((parts) => (JSON.parse(parts) as { path: string }[]).map((part) => part.path)),
  );
}

/**
 * Reads single values of a state that another process may be working on, and leaves it as it is: where a process has
 * ended without closing it, what is still in the journal stays there, and otherwise no journal is left behind.
 */
export function readValues<Result>(
  path: string,
  read: (recall: (name: string) => string | undefined) => Result,
): Result {
  const readonly = fs.existsSync(`${path}-wal`);
  return using(path, (database) => read((name) => metaOf(database, name)), { readonly });
}

function schemaOf(database: Sqlite.Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

function metaOf(database: Sqlite.Database, name: string): string | undefined {
  return database
    .prepare<[string], string>('SELECT value FROM meta WHERE name = ?')
    .pluck()
    .get(name);
}

function using<Result>(
  path: string,
  work: (database: Sqlite.Database) => Result,
  { readonly } = { readonly: true },
): Result {
  const database = new Sqlite(path, { readonly, fileMustExist: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
