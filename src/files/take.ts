import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { errorNumber } from '../domain/error-number.ts';
import { appending } from './append.ts';
import { isHeld, whileHeld } from './busy.ts';
import { withoutDeadline } from './deadline.ts';
import type { FilesDeps } from './deps.ts';
import { type NotRead, type ReadRequest, readSlices } from './read.ts';
import { syncFolder } from './sync.ts';

export interface TakeRequest extends ReadRequest {
  /** The spool: a folder of the data folder, on a local disk. */
  readonly into: string;
  /** Where the copy is until it is whole, for whoever must tidy up behind a process that is ended (`unfinishedIn`). */
  readonly unfinished?: string;
}

export type Taken =
  | { readonly sha256: string; readonly size: number; readonly path: string }
  | NotRead;

/** Begins the names of unfinished copies. No digest begins so, and none of them is mistaken for a whole one. */
export const takingPrefix = '.taking-';
let takings = 0;

/** A path in the spool that no other copy has. */
export function unfinishedIn(into: string): string {
  takings += 1;
  return join(into, `${takingPrefix}${process.pid}-${takings}`);
}

/**
 * Copies a file at rest into the spool as `<sha256>`. The name appears by a rename once the copy is whole and on the
 * disk. Content that is there already is not kept twice. Throws DISK where the spool itself fails.
 */
export async function takeFile(deps: FilesDeps, request: TakeRequest): Promise<Taken> {
  const { unfinished = unfinishedIn(request.into) } = request;
  try {
    return await copyAside(deps, request, unfinished);
  } finally {
    await dropSpooled(unfinished);
  }
}

async function copyAside(
  deps: FilesDeps,
  request: TakeRequest,
  unfinished: string,
): Promise<Taken> {
  const copy = await onSpool(request.into, () => createFresh(unfinished));
  const written = appending(copy);
  try {
    const read = await readSlices(deps, request, (slice) =>
      onSpool(request.into, () => written.append(slice)),
    );
    if (!('sha256' in read)) return read;
    const path = join(request.into, read.sha256);
    return await onSpool(request.into, async () => {
      if (!(await stands(path, read.size))) {
        await written.sync();
        await copy.close();
        await whileHeld(deps, () => deps.rename(unfinished, path));
        await syncFolder({ ...deps, deadline: withoutDeadline }, request.into);
      }
      return { ...read, path };
    });
  } finally {
    await copy.close();
  }
}

/** A crash may have left a file of this name. The lock on the data folder proves that nobody else writes it. */
export async function createFresh(path: string): Promise<FileHandle> {
  await dropSpooled(path);
  return open(path, 'wx', 0o600);
}

async function stands(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size;
  } catch (cause) {
    if (errorNumber(cause) === 'ENOENT') return false;
    throw cause;
  }
}

/** Deletes a file of the spool to which nothing refers any more. One that is held elsewhere goes at the next start. */
export async function dropSpooled(path: string): Promise<void> {
  await unlink(path).catch((cause: unknown) => {
    if (errorNumber(cause) !== 'ENOENT' && !isHeld(cause)) throw cause;
  });
}

export async function onSpool<T>(into: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = errorNumber(cause);
    if (code === undefined) throw cause;
    throw new StockhandError('DISK', `The spool ${into} cannot be written (${code}).`, { cause });
  }
}

/** Called at the start. Deletes what a crash left in the spool: unfinished copies, and files that are not in `kept`. */
export async function clearSpool(into: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(into)) {
    if (!kept.has(name)) await dropSpooled(join(into, name));
  }
}

/**
 * The identity of an export of several files: SHA-256 over a line `<sha256> <name>` for each part, in the set's order.
 * One file alone has its own SHA-256, so that `sha256sum` shows the same digest (contract.md section 4).
 */
export function setDigest(parts: readonly { name: string; sha256: string }[]): string {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.sha256;
  const hash = createHash('sha256');
  for (const { name, sha256 } of parts) hash.update(`${sha256} ${name}\n`);
  return hash.digest('hex');
}
