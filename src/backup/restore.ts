import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { errorNumber, systemMessage } from '../domain/error-number.ts';
import { asSentence } from '../domain/problem.ts';
import { lockState } from '../store/lock.ts';
import { renewCatalog } from '../store/restored-catalog.ts';
import { renewOrders } from '../store/restored-orders.ts';
import { checkSnapshot, ordersReach, type StateFile, stateFileNames } from '../store/snapshot.ts';
import { claimTenant } from '../store/tenant.ts';
import { type Header, type Part, readHeader, readParts, syncPath, withFile } from './format.ts';
import { decideSwap, finishSwap, keptFolder, swapFolder } from './swap.ts';

interface RestoreOrder {
  /** Absolute. */
  readonly file: string;
  readonly dataDir: string;
  readonly marketplace: string;
  /** Epoch ms. */
  readonly now: number;
}

export interface Restored extends Pick<Header, 'at' | 'marketplace' | 'catalog' | 'orders'> {
  readonly file: string;
  readonly restoredAt: string;
  /** Where the state that was replaced lies; null where there was none. */
  readonly kept: string | null;
  readonly epoch: number;
}

/**
 * Puts a backup in place of the state, with no daemon on it. Everything is verified and made ready beside the state
 * before anything of it is touched (swap.ts). Throws STATE_LOCKED, STATE_TENANT, BACKUP_*.
 */
export function restore(order: RestoreOrder): Restored {
  const { dataDir, marketplace } = order;
  const lock = lockState(dataDir);
  try {
    finishSwap(dataDir);
    claimTenant(dataDir, marketplace);
    return withBackup(order.file, (backup) => replaceState(order, backup));
  } catch (cause) {
    throw asDiskError(cause);
  } finally {
    lock.release();
  }
}

/** Before the swap is decided nothing has changed; after that the next start finishes it. */
function asDiskError(cause: unknown): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const isDisk = errorNumber(cause) !== undefined || /^(DISK$|SQLITE_(IOERR|FULL))/.test(code);
  if (!isDisk) return cause;
  const reason = asSentence(systemMessage(cause as Error));
  return new StockhandError('DISK', `The backup was not put back: ${reason}`, {
    cause,
    remedy: 'Free space or repair the disk, then restore again.',
  });
}

interface OpenBackup {
  readonly descriptor: number;
  readonly header: Header;
  readonly end: number;
}

function withBackup<Result>(file: string, work: (backup: OpenBackup) => Result): Result {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true)
    throw new StockhandError('BACKUP_UNKNOWN', `${file} does not exist, or is not a file.`);
  return withFile(file, 'r', (descriptor) => work({ descriptor, ...readHeader(file, descriptor) }));
}

function replaceState(order: RestoreOrder, backup: OpenBackup): Restored {
  const { dataDir, file } = order;
  const { at, marketplace, catalog, orders } = backup.header;
  refuseTenant(order, backup.header);
  const restoredAt = new Date(order.now).toISOString();
  const stamp = restoredAt.replaceAll(/[-:.]/g, '');
  const hadState = stateFileNames.some((name) => fs.existsSync(path.join(dataDir, name)));
  const epoch = makeReady(order, backup, swapFolder(dataDir, stamp, 'new'));
  decideSwap(dataDir, stamp);
  finishSwap(dataDir);
  const kept = hadState ? keptFolder(dataDir, stamp) : null;
  return { file, at, marketplace, catalog, orders, restoredAt, kept, epoch };
}

/**
 * What was confirmed on one marketplace says nothing on another (fault 123). Two suppliers of one marketplace have an
 * outbox each, whose id stays the same while the state comes and goes.
 */
function refuseTenant({ file, dataDir, marketplace }: RestoreOrder, header: Header): void {
  if (header.marketplace !== marketplace)
    throw new StockhandError(
      'BACKUP_TENANT',
      `${file} was made for ${header.marketplace}, not for ${marketplace}.`,
    );
  const [ours, theirs] = [outboxOf(dataDir), header.orders?.outbox ?? null];
  if (ours === null || theirs === null || ours === theirs) return;
  throw new StockhandError(
    'BACKUP_TENANT',
    `${file} was made by another Stockhand of ${marketplace}: its order files were written to another outbox.`,
  );
}

/** Null where no state tells, also a damaged one: that is what backups are for. */
function outboxOf(dataDir: string): string | null {
  const orders = path.join(dataDir, 'orders.db');
  const beside = ['-wal', '-shm'].map((ending) => `${orders}${ending}`);
  const left = beside.filter((file) => !fs.existsSync(file));
  try {
    return fs.existsSync(orders) ? ordersReach(orders).outbox : null;
  } catch {
    return null;
  } finally {
    // A reader leaves them behind.
    for (const file of left) fs.rmSync(file, { force: true });
  }
}

/** The new state as it will be gone on with, whole and on the disk. Answers its epoch. */
function makeReady(order: RestoreOrder, backup: OpenBackup, folder: string): number {
  fs.mkdirSync(path.join(folder, 'spool'), { recursive: true, mode: 0o700 });
  try {
    unpack(order.file, backup, folder);
    for (const name of databasesIn(backup.header)) checkSnapshot(path.join(folder, name), name);
    // Also one that the backup does not have: begun again it would give the ERP every order a second time.
    const epochs = stateFileNames.map((name) =>
      renew(order, { name, folder, header: backup.header }),
    );
    const written = new Set([...stateFileNames, ...backup.header.parts.map(({ name }) => name)]);
    for (const place of [...written, 'spool', '.']) syncPath(path.join(folder, place));
    return Math.max(0, ...epochs);
  } catch (cause) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

function unpack(file: string, backup: OpenBackup, folder: string): void {
  const open = new Set<number>();
  const into = ({ name }: Part): number => {
    if (!/^(catalog\.db|orders\.db|spool\/[\w.-]+)$/.test(name))
      throw new StockhandError(
        'BACKUP_DAMAGED',
        `${file} has a part ${name}, which does not belong to a backup.`,
      );
    const descriptor = fs.openSync(path.join(folder, name), 'wx', 0o600);
    open.add(descriptor);
    return descriptor;
  };
  try {
    readParts(file, backup, into);
  } finally {
    for (const descriptor of open) fs.closeSync(descriptor);
  }
}

function databasesIn({ parts }: Header): StateFile[] {
  return stateFileNames.filter((name) => parts.some((part) => part.name === name));
}

function renew(
  { now }: RestoreOrder,
  { name, folder, header }: { name: StateFile; folder: string; header: Header },
): number {
  const restored = {
    at: now,
    text: `The state was put back to the backup of ${header.at}; Stockhand asks the marketplace again for what happened since.`,
  };
  return name === 'catalog.db'
    ? renewCatalog(folder, restored)
    : renewOrders(path.join(folder, name), { ...restored, from: header.at });
}
