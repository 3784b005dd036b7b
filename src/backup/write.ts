import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { errorNumber, systemMessage } from '../domain/error-number.ts';
import {
  catalogReach,
  checkSnapshot,
  exportsOf,
  ordersReach,
  type StateFile,
  stateFileNames,
  takeSnapshot,
} from '../store/snapshot.ts';
import {
  copyBytes,
  formatName,
  type Header,
  headerText,
  type Part,
  readHeader,
  readParts,
  syncPath,
  withFile,
  writeAll,
} from './format.ts';
import { rememberBackup } from './last.ts';

export interface BackupOrder extends Pick<Header, 'at' | 'version' | 'marketplace'> {
  readonly dataDir: string;
  /** Absolute. */
  readonly file: string;
}

/** What a backup holds and how far it reaches. */
export interface Backup extends Pick<Header, 'at' | 'marketplace' | 'catalog' | 'orders'> {
  readonly file: string;
  readonly size: number;
}

/**
 * Writes the state into one new file: snapshots beside the target, checked, put together, synced, read back, and only
 * then under its name. Takes its time and waits for the disk, so it runs in a thread of its own. Throws BACKUP_TARGET.
 */
export function writeBackup(order: BackupOrder): Backup {
  const { file, dataDir } = order;
  refuseTarget(order);
  const work = unfinishedOf(file);
  try {
    fs.rmSync(work, { recursive: true, force: true });
    fs.mkdirSync(work, { mode: 0o700 });
    const taken = snapshots(dataDir, work);
    const whole = path.join(work, 'whole');
    assemble(whole, order, taken);
    publish(whole, file);
    const { at, marketplace } = order;
    const { catalog, orders } = taken;
    const backup = { file, size: fs.statSync(file).size, at, marketplace, catalog, orders };
    rememberBackup(dataDir, backup);
    return backup;
  } catch (cause) {
    throw asTargetError(file, cause);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** The folder that a backup is made in, beside its file. */
export function unfinishedOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.unfinished`);
}

function refuseTarget({ file, dataDir }: BackupOrder): void {
  const refuse = (why: string) => new StockhandError('BACKUP_TARGET', `${file}: ${why}.`);
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) throw refuse(`the folder ${folder} does not exist`);
  const inside = path.relative(fs.realpathSync(dataDir), fs.realpathSync(folder));
  if (inside === '' || !(inside.startsWith('..') || path.isAbsolute(inside)))
    throw refuse('a backup within dataDir would be lost together with it');
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw refuse('a file of this name exists already, and no file is overwritten');
  const { bavail, bsize } = fs.statfsSync(folder);
  const needed = bytesNeeded(dataDir);
  if (bavail * bsize < needed)
    throw refuse(
      `${megabytes(needed)} are needed there, and ${megabytes(bavail * bsize)} are free`,
    );
}

/** The snapshots and what is put together from them are there at the same time. */
function bytesNeeded(dataDir: string): number {
  const sizeOf = (name: string): number =>
    fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const databases = stateFileNames.flatMap((name) => [name, `${name}-wal`]);
  const exports = fs.readdirSync(path.join(dataDir, 'spool')).map((name) => `spool/${name}`);
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + sizeOf(name), 0);
  return 2 * (sum(databases) + sum(exports));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

interface Source extends Part {
  readonly path: string;
}

interface Snapshots {
  readonly catalog: Header['catalog'];
  readonly orders: Header['orders'];
  readonly sources: readonly Source[];
}

/** How often the exports may change beneath a snapshot before it is given up. */
const triesMax = 3;

/** An export that was dropped between the snapshot and its copy means that a newer snapshot names it no more. */
function snapshots(dataDir: string, work: string): Snapshots {
  const found = stateFileNames.filter((name) => fs.existsSync(path.join(dataDir, name)));
  const sources: Source[] = [];
  for (const name of found) {
    const copy = path.join(work, name);
    for (let tries = 1; ; tries += 1) {
      fs.rmSync(copy, { force: true });
      takeSnapshot(path.join(dataDir, name), copy);
      if (name !== 'catalog.db' || keepExports(copy, work) || tries === triesMax) break;
    }
    checkSnapshot(copy, name);
    sources.push(sourceOf(name, copy));
  }
  const has = (name: StateFile): boolean => found.includes(name);
  const exports = path.join(work, 'spool');
  const names = fs.existsSync(exports) ? fs.readdirSync(exports) : [];
  return {
    catalog: has('catalog.db') ? catalogReach(path.join(work, 'catalog.db')) : null,
    orders: has('orders.db') ? ordersReach(path.join(work, 'orders.db')) : null,
    sources: [
      ...sources,
      ...names.map((name) => sourceOf(`spool/${name}`, path.join(exports, name))),
    ],
  };
}

/** Copies the exports that the snapshot names; false where one of them is gone by now. */
function keepExports(snapshot: string, work: string): boolean {
  const into = path.join(work, 'spool');
  fs.rmSync(into, { recursive: true, force: true });
  fs.mkdirSync(into, { mode: 0o700 });
  return exportsOf(snapshot).every((from) => {
    try {
      fs.copyFileSync(from, path.join(into, path.basename(from)), fs.constants.COPYFILE_FICLONE);
      return true;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
      return false;
    }
  });
}

function sourceOf(name: string, file: string): Source {
  const { size } = fs.statSync(file);
  const { sha256 } = withFile(file, 'r', (from) => copyBytes(from, undefined, { at: 0, size }));
  return { name, path: file, size, sha256 };
}

function assemble(
  whole: string,
  { at, version, marketplace }: BackupOrder,
  { catalog, orders, sources }: Snapshots,
): void {
  const parts = sources.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  const header: Header = { format: formatName, at, version, marketplace, catalog, orders, parts };
  withFile(whole, 'wx', (into) => {
    writeAll(into, headerText(header));
    for (const { path: part, size } of sources)
      withFile(part, 'r', (from) => copyBytes(from, into, { at: 0, size }));
    fs.fsyncSync(into);
  });
  // What was written is read back before it counts.
  withFile(whole, 'r', (descriptor) =>
    readParts(whole, { descriptor, ...readHeader(whole, descriptor) }),
  );
}

/**
 * By a link, which never takes the place of a file that came meanwhile. Some file systems have only the rename, and say
 * so by many errors: a stick with FAT answers EPERM on Linux and EISDIR on Windows.
 */
function publish(whole: string, file: string): void {
  try {
    fs.linkSync(whole, file);
  } catch (cause) {
    if (errorNumber(cause) === 'EEXIST') throw cause;
    fs.renameSync(whole, file);
  }
  syncPath(path.dirname(file));
}

/** What the disk of the target says; what is wrong with the state itself keeps its own code. */
function asTargetError(file: string, cause: unknown): unknown {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (cause instanceof StockhandError) return cause;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new StockhandError('STATE_DAMAGED', `The state cannot be copied: ${message}.`, {
      cause,
    });
  const isDisk =
    errorNumber(cause) !== undefined || /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN)/.test(code);
  if (!isDisk) return cause;
  return new StockhandError('BACKUP_TARGET', `${file}: ${systemMessage(cause as Error)}.`, {
    cause,
  });
}
