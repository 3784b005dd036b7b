import type { BigIntStats, Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesDeps } from './deps.ts';
import { entryOf, type FileEntry } from './entry.ts';
import { type FolderIdentity, isSameShare, lookAtFolder, offlineAsOther } from './folder.ts';
import { folderNamesMax, lookChunk, namesPerCall } from './limits.ts';
import { isTemporaryName, matchNames, openInOffice } from './names.ts';
import { type MissedName, missedNames, type NearTo } from './near-miss.ts';
import { butNot, isOffline, type Offline, offline, orOffline } from './offline.ts';

export interface ScanRequest {
  readonly folder: string;
  /** Globs on the name; `namesToScan` answers those of a source. */
  readonly files: readonly string[];
  readonly ignoreCase: boolean;
  /** Where no name fits this glob, the scan also looks for a file whose name it just misses. */
  readonly nearTo?: NearTo;
  /** Files that no source reads, and that may belong to an export. */
  readonly besides?: Besides;
  /** What an earlier scan of this process found. Without it any folder is taken for the right one. */
  readonly remembered?: FolderIdentity;
}

/** Globs, in which capitals do not count here. */
export interface Besides {
  readonly like: readonly string[];
  /** What is read. */
  readonly but: readonly string[];
}

/**
 * A name that fits, but is no file to read (fault 15). `openInOffice`: the mark beside a file that somebody edits.
 * `notUtf8`: a name in another encoding, under which no file can be opened here.
 */
export interface IgnoredName {
  readonly name: string;
  readonly why: 'temporary' | 'openInOffice' | 'symlink' | 'folder' | 'special' | 'notUtf8';
}

export interface FolderScan {
  /** In name order, by code points. */
  readonly entries: readonly FileEntry[];
  readonly ignored: readonly IgnoredName[];
  /** The name of a file that `nearTo` just misses. */
  readonly missed?: MissedName;
  /** The first files of those that `besides` asks for. */
  readonly besides?: readonly FileEntry[];
  readonly identity: FolderIdentity;
  /** How many names are in the folder, also those that do not fit. */
  readonly names: number;
}

/** What is in a folder now. A watcher only hints, and a scan decides (fault 19). No file is opened. */
export async function scanFolder(
  deps: FilesDeps,
  request: ScanRequest,
): Promise<FolderScan | Offline> {
  const { folder } = request;
  return orOffline(folder, async () => {
    const identity = await lookAtShare(deps, request);
    if (isOffline(identity)) return identity;
    const names = await listNames(deps, folder);
    if (isOffline(names)) return names;
    const found = await lookAtNames(deps, request, names);
    const missed = await lookForMissed(deps, request, names);
    const besides = await lookBeside(deps, request, names);
    // Where the share went away meanwhile, its empty mount point has shown no names.
    const after = await lookAtShare(deps, { ...request, remembered: identity });
    if (isOffline(after)) return after;
    const near = missed === undefined ? {} : { missed };
    const isEmpty = names.length === 0;
    return {
      ...found,
      ...near,
      ...besides,
      identity: { ...identity, isEmpty },
      names: names.length,
    };
  });
}

/** One file as it stands now. `entry` is undefined where it is gone or no regular file. */
export async function lookAtFile(
  deps: FilesDeps,
  { folder, name }: { folder: string; name: string },
): Promise<{ entry: FileEntry | undefined } | Offline> {
  return orOffline(folder, async () => {
    const [seen] = await lookAtChunk(deps, folder, [name]);
    return { entry: seen?.stats.isFile() ? entryOf({ folder, name }, seen.stats) : undefined };
  });
}

async function lookAtShare(
  deps: FilesDeps,
  { folder, remembered }: Pick<ScanRequest, 'folder' | 'remembered'>,
): Promise<FolderIdentity | Offline> {
  const found = await lookAtFolder(deps, folder, remembered);
  if (isOffline(found) || remembered === undefined || isSameShare(remembered, found)) return found;
  return offlineAsOther(folder, remembered, found);
}

/** Every name of a folder, also of what is no file. Rejects where the folder cannot be listed. */
export async function listNames(deps: FilesDeps, folder: string): Promise<string[] | Offline> {
  const listing = await deps.deadline(folder, () => opendir(folder, { bufferSize: namesPerCall }));
  const names: string[] = [];
  try {
    while (names.length <= folderNamesMax) {
      const some = await deps.deadline(folder, () => readSome(listing));
      names.push(...some);
      if (some.length < namesPerCall) return names;
    }
    return tooManyFiles(folder);
  } finally {
    // Best effort: a listing that hangs can only be closed once its call comes back.
    listing.close().catch(() => undefined);
  }
}

async function readSome(listing: Dir): Promise<string[]> {
  const names: string[] = [];
  while (names.length < namesPerCall) {
    const item = await listing.read();
    if (item === null) break;
    names.push(item.name);
  }
  return names;
}

function tooManyFiles(folder: string): Offline {
  return offline(
    'tooManyFiles',
    `${folder} holds more than ${folderNamesMax} files.`,
    'Move old files away; Stockhand continues by itself.',
  );
}

/** Stands in a listed name for bytes that are no UTF-8. Under such a name nothing is found. */
const replacement = '\ufffd';

async function lookAtNames(deps: FilesDeps, request: ScanRequest, names: readonly string[]) {
  const fits = matchNames(request.files, request.ignoreCase);
  const entries: FileEntry[] = [];
  const ignored: IgnoredName[] = [];
  const wanted: string[] = [];
  for (const name of [...names].sort()) {
    const why = fitsButIsNone(name, fits);
    if (why !== undefined) ignored.push({ name, why });
    else if (fits(name)) wanted.push(name);
  }
  for (let from = 0; from < wanted.length; from += lookChunk) {
    const chunk = wanted.slice(from, from + lookChunk);
    const seen = await lookAtChunk(deps, request.folder, chunk);
    for (const { name, stats } of seen) {
      if (stats.isFile()) entries.push(entryOf({ folder: request.folder, name }, stats));
      else ignored.push({ name, why: kindOf(stats) });
    }
    const found = new Set(seen.map(({ name }) => name));
    const lost = chunk.filter((name) => name.includes(replacement) && !found.has(name));
    ignored.push(...lost.map((name) => ({ name, why: 'notUtf8' }) as const));
  }
  return { entries, ignored };
}

/** The first of the just missed names that is a file. */
async function lookForMissed(
  deps: FilesDeps,
  { folder, ignoreCase, nearTo }: ScanRequest,
  names: readonly string[],
): Promise<MissedName | undefined> {
  if (nearTo === undefined) return undefined;
  const near = missedNames(nearTo, [...names].sort(), ignoreCase).slice(0, lookChunk);
  if (near.length === 0) return undefined;
  const seen = await lookAtChunk(
    deps,
    folder,
    near.map(({ name }) => name),
  );
  const files = new Set(seen.filter(({ stats }) => stats.isFile()).map(({ name }) => name));
  return near.find(({ name }) => files.has(name));
}

async function lookBeside(
  deps: FilesDeps,
  { folder, besides }: ScanRequest,
  names: readonly string[],
): Promise<Pick<FolderScan, 'besides'>> {
  if (besides === undefined) return {};
  const isLike = matchNames(besides.like, true);
  const isRead = matchNames(besides.but, true);
  const beside = names.filter((name) => isLike(name) && !isRead(name)).sort();
  const seen = await lookAtChunk(deps, folder, beside.slice(0, lookChunk));
  const files = seen.filter(({ stats }) => stats.isFile());
  return { besides: files.map(({ name, stats }) => entryOf({ folder, name }, stats)) };
}

function fitsButIsNone(
  name: string,
  fits: (name: string) => boolean,
): IgnoredName['why'] | undefined {
  const edited = openInOffice(name);
  if (edited !== undefined) return fits(edited) ? 'openInOffice' : undefined;
  return isTemporaryName(name) && fits(name) ? 'temporary' : undefined;
}

async function lookAtChunk(deps: FilesDeps, folder: string, names: readonly string[]) {
  return deps.deadline(folder, async () => {
    const seen: { name: string; stats: BigIntStats }[] = [];
    for (const name of names) {
      // Undefined where the ERP has taken the file away since the listing.
      const stats = await lstat(join(folder, name), { bigint: true }).catch(butNot('ENOENT'));
      if (stats !== undefined) seen.push({ name, stats });
    }
    return seen;
  });
}

function kindOf(stats: BigIntStats): IgnoredName['why'] {
  if (stats.isSymbolicLink()) return 'symlink';
  return stats.isDirectory() ? 'folder' : 'special';
}
