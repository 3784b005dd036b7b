import { realpath, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import type { Advice } from '../domain/facts.ts';
import type { FilesDeps } from './deps.ts';
import { isOffline, orOffline } from './offline.ts';

/** `f_type` of file systems whose locks and fsync SQLite cannot rely on (fault 32); Linux, statfs(2). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x65735546, 'FUSE'],
  [0x564c, 'NCP'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x0bd00bd0, 'Lustre'],
  [0x19830326, 'BeeGFS'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0x00c0ffee, 'HostFS'],
]);

/** The network file system's name, undefined for a local one. */
export function networkType(fileSystemType: number): string | undefined {
  // A 32-bit system gives the large numbers as negative ones.
  return networkTypes.get(fileSystemType >>> 0);
}

/** `\\server\share`, also in its long form `\\?\UNC\server\share`; `\\?\C:\` and `\\.\` are local. */
export function isNetworkPath(path: string): boolean {
  const slashed = path.replaceAll('/', '\\');
  return /^\\\\\?\\UNC\\/i.test(slashed) || /^\\\\[^\\?.]/.test(slashed);
}

/**
 * Why a data folder must not be used; undefined where it may (fault 32). A folder that does not exist yet is judged by
 * the nearest one above it that does. Windows shows no type of a file system; there the real path shows the share
 * behind a mapped letter.
 */
export async function refuseNetworkFolder(
  deps: FilesDeps,
  path: string,
): Promise<Advice | undefined> {
  const answer = await orOffline(path, async () => ({ kind: await networkKind(deps, path) }));
  if (isOffline(answer)) return answer.offline;
  if (answer.kind === undefined) return undefined;
  return {
    sentence: `The data folder ${path} is on a network share (${answer.kind}).`,
    remedy:
      'Put dataDir on a local disk: only there locks work, and data is safe in a power failure.',
  };
}

/** What kind of network file system a path is on; undefined when it is local. */
export async function networkKind(deps: FilesDeps, path: string): Promise<string | undefined> {
  if (isNetworkPath(path)) return 'UNC path';
  const real = await nearest(deps, path);
  if (deps.windows) return isNetworkPath(real) ? real : undefined;
  const { type } = await deps.deadline(path, () => statfs(real));
  return networkType(type);
}

/** The real path of `path`, or of the nearest folder above it that exists. */
export async function nearest(deps: FilesDeps, path: string): Promise<string> {
  try {
    return await deps.deadline(path, () => realpath(path));
  } catch (cause) {
    const parent = dirname(path);
    if (errorNumber(cause) !== 'ENOENT' || parent === path) throw cause;
    return nearest(deps, parent);
  }
}
