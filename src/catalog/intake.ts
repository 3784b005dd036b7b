import type { Clock } from '../domain/clock.ts';
import type { Complaint } from '../domain/complaint.ts';
import { stableGraceMs } from '../domain/stable-grace.ts';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { FolderScan } from '../files/scan.ts';
import type {
  FileSet,
  FolderLook,
  StableLook,
  StableRule,
  StableState,
  StandingExport,
} from '../files/stable.ts';
import type { RunRow } from '../store/runs.ts';
import type { Copying, CopyingDeps, FreshCopy } from './copying.ts';
import { createCopying, isUnchanged } from './copying.ts';
import { countingFile } from './counting-file.ts';
import type { GoneExport } from './gone-export.ts';
import { createGoneWatch } from './gone-export.ts';
import type { UnreadFile } from './lonely-files.ts';
import { createLonelyWatch } from './lonely-files.ts';
import type { CatalogStore, SourceConfig, SpooledExport } from './ports.ts';
import { putAway } from './put-away.ts';
import { readAsItStands } from './read-as-it-stands.ts';
import { createRestlessWatch } from './restless-files.ts';
import { nameOf } from './set-name.ts';
import { straysOf } from './strays.ts';
import { undoneOf } from './undone.ts';
import { undoneExport } from './unread-exports.ts';
import { unreadableIn } from './unreadable.ts';
import { writtenAnew } from './written-anew.ts';

/** The pure rules of files/, handed in by the composition root. */
export interface StableRules {
  observe(previous: StableState | undefined, look: FolderLook, rule: StableRule): StableLook;
  namesToScan(rule: StableRule): readonly string[];
  looksUnchanged(before: FileEntry, after: FileEntry): boolean;
  setDigest(parts: readonly { name: string; sha256: string }[]): string;
}

export interface IntakeDeps extends CopyingDeps {
  readonly stable: StableRules;
  readonly store: CatalogStore;
  readonly clock: Clock;
  readonly ignoreCase: boolean;
  wish(source: string, file: { readonly name: string; readonly spooled: SpooledExport }): number;
}

export interface UndoneFile {
  readonly file: string;
  readonly sha256: string;
}

/** What a look at one source's folder gave. */
export interface IntakeLook {
  readonly offline?: { readonly sentence: string; readonly remedy: string };
  /** Files that are not at rest yet, and until when `run --once` waits for them (monotonic). */
  readonly waiting: readonly UnreadFile[];
  /** Files that cannot be taken at all, such as a file over the size limit. */
  readonly refused: readonly Complaint[];
  /** Files whose content undo had taken back then. */
  readonly undone: readonly UndoneFile[];
  /** Names that fit and are no files: links, pipes, devices, folders (fault 15). */
  readonly strays?: readonly Complaint[];
  /** Exports at rest that wait for the one before them. */
  readonly left?: number;
  /** When to look again (monotonic); absent: at the next round. */
  readonly nextLookAtMs?: number;
  readonly lastFile?: string;
  readonly gone?: GoneExport;
  /** When one of the files was written last, epoch ms by the share's clock. */
  readonly writtenAt?: number;
  /** For the watcher, which is judged by what scans see. */
  readonly scan?: Pick<FolderScan, 'identity' | 'names'>;
  /** The folder's files are others than at the look before. */
  readonly isChanged: boolean;
}

export interface Intake {
  /** Scans one folder; what is stable and new is copied from then on, and wished by the look after the copy. */
  look(): Promise<IntakeLook>;
  readonly copying: Pick<Copying, 'isOpen' | 'underWay'>;
  /** Exports wait, and the one before them is through. */
  isReady(): boolean;
  /** A file at rest that was written anew while it was copied: until when `run --once` waits for it (monotonic). */
  disturbed(): IntakeLook['waiting'][number] | undefined;
  /** `afterImport: move`: puts a taken export into done/ or error/ below its folder, unless it has changed since. */
  putAway(run: Pick<RunRow, 'id' | 'file' | 'final'>, into: 'done' | 'error'): Promise<void>;
}

/** The way in of one source: scanning is the truth, nothing is concluded from an event (fault 19). */
export function createIntake(deps: IntakeDeps, source: SourceConfig): Intake {
  const rule = ruleOf(source, deps.ignoreCase);
  const copying = createCopying(deps, source);
  const watchLonely = createLonelyWatch(source);
  const restless = createRestlessWatch(source);
  const watchGone = createGoneWatch(deps.store, source);
  let identity: FolderScan['identity'] | undefined;
  let state: StableState | undefined;
  let atRest: ReadonlySet<string> = new Set();
  let standing: readonly StandingExport[] = [];
  let left = 0;
  let content: string | undefined;

  const disturbed = () => disturbedIn(copying, atRest, rule);
  const unreadable = () => unreadableIn(source, copying.unreadable, atRest);
  const isRead = readAsItStands({ ...deps, copying }, source);
  return {
    copying,
    disturbed,
    isReady: () =>
      left > 0 &&
      !copying.isOpen &&
      disturbed() === undefined &&
      unreadable().length === 0 &&
      !isBusy({ deps, source }),
    putAway: (run, into) =>
      putAway({ ...deps, source, taken: copying.taken(run.file), standing }, run, into),
    async look() {
      const scan = await scanOf(deps, source, { rule, identity });
      const fresh = copying.collect();
      atRest = new Set();
      left = 0;
      const nowMs = deps.clock.monotonic();
      if ('offline' in scan) return offlineLook(scan, restless([], nowMs));
      identity = scan.identity;
      const { entries } = scan;
      const before = content;
      content = contentOf(entries);
      const look = deps.stable.observe(state, { entries, nowMs, isRead }, rule);
      state = look.state;
      standing = look.byAge ?? [];
      atRest = new Set([...look.stable, ...look.unsure].map(nameOf));
      const untaken = takeStable({ deps, source, copying, fresh, sets: look.stable });
      for (const set of look.unsure) copying.weigh(nameOf(set), set);
      left = look.stable.filter((set) => copying.taken(nameOf(set)) === undefined).length;
      const gone = watchGone(scan, standsIn(look), nowMs);
      return {
        waiting: [...restless(watchLonely(look.waiting, nowMs), nowMs), ...unreadable()],
        ...untaken,
        strays: straysOf(scan.ignored),
        scan: { identity: scan.identity, names: scan.names },
        isChanged: before !== undefined && before !== content,
        ...(left === 0 ? {} : { left }),
        ...(gone === undefined ? {} : { gone }),
        ...(look.nextLookAtMs === undefined ? {} : { nextLookAtMs: look.nextLookAtMs }),
        ...lastOf(look.stable, entries),
      };
    },
  };
}

/** That an export stands in the folder, or one that is not read yet. */
function standsIn({ stable, unsure, waiting, byAge = [] }: StableLook): (file: string) => boolean {
  const isUnread = stable.length + unsure.length + waiting.length > 0;
  return (file) => isUnread || byAge.some(({ set }) => nameOf(set) === file);
}

function offlineLook(
  { offline }: Pick<Offline, 'offline'>,
  waiting: IntakeLook['waiting'],
): IntakeLook {
  return { offline, waiting, refused: [], undone: [], isChanged: false };
}

function scanOf(
  { files, stable, ignoreCase }: IntakeDeps,
  { folder }: SourceConfig,
  { rule, identity }: { rule: StableRule; identity: FolderScan['identity'] | undefined },
): ReturnType<IntakeDeps['files']['scan']> {
  const remembered = identity === undefined ? {} : { remembered: identity };
  return files.scan({ folder, files: stable.namesToScan(rule), ignoreCase, ...remembered });
}

function disturbedIn(
  copying: Pick<Copying, 'disturbed'>,
  atRest: ReadonlySet<string>,
  { quietMs }: Pick<StableRule, 'quietMs'>,
): ReturnType<Intake['disturbed']> {
  const { name, sinceMs } = copying.disturbed ?? {};
  if (name === undefined || sinceMs === undefined || !atRest.has(name)) return undefined;
  return { name, giveUpAtMs: sinceMs + quietMs + stableGraceMs };
}

function ruleOf(
  { files, companions, stable, pick }: SourceConfig,
  ignoreCase: boolean,
): StableRule {
  const { quiet: quietMs, doneFile } = stable;
  return {
    ...{ files: [files], companions, quietMs, pick, ignoreCase },
    ...(doneFile === undefined ? {} : { doneFile }),
  };
}

/** What a watcher tells of: rights and links only move the ctime. */
function contentOf(entries: FolderScan['entries']): string {
  return entries.map(({ name, size, mtimeMs }) => `${name}/${size}/${mtimeMs}`).join('/');
}

function lastOf(
  stable: readonly FileSet[],
  entries: FolderScan['entries'],
): Pick<IntakeLook, 'lastFile' | 'writtenAt'> {
  const lastFile = stable.at(-1)?.parts[0]?.name;
  const writtenAt = newestOf(entries);
  return {
    ...(lastFile === undefined ? {} : { lastFile }),
    ...(writtenAt === undefined ? {} : { writtenAt }),
  };
}

function newestOf(entries: FolderScan['entries']): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(({ mtimeMs }) => mtimeMs));
}

interface Taking {
  readonly deps: IntakeDeps;
  readonly source: SourceConfig;
  readonly copying: Copying;
  /** What has been copied since the last look. */
  readonly fresh: FreshCopy | undefined;
  /** All that is at rest in the folder. */
  readonly sets: readonly FileSet[];
}

function takeStable(taking: Taking): Pick<IntakeLook, 'refused' | 'undone'> {
  const refused: Complaint[] = [];
  const undone: UndoneFile[] = [];
  for (const set of taking.sets) {
    // A delta file says only what changed: the one before must be through, or its rows would be overtaken.
    if (taking.source.contents === 'delta' && isBusy(taking)) break;
    const untaken = takeSet(taking, set);
    if (untaken !== undefined && 'sha256' in untaken) undone.push(untaken);
    else if (untaken !== undefined) refused.push(untaken);
    // What comes after it would count for newer once it can be read (fault 18).
    if (taking.copying.unreadable?.name === nameOf(set)) break;
  }
  return { refused, undone };
}

function isBusy({ deps, source }: Pick<Taking, 'deps' | 'source'>): boolean {
  const row = deps.store.sources.get(source.name);
  return row !== undefined && row.run !== null && row.done === 0;
}

function takeSet(taking: Taking, set: FileSet): Complaint | UndoneFile | undefined {
  const { deps, source, copying, fresh } = taking;
  const name = nameOf(set);
  const before = copying.taken(name);
  if (before === undefined || !isUnchanged(deps.stable, before.parts, set.parts)) {
    copying.begin(name, set);
    return undefined;
  }
  const { sha256, refused } = before;
  if (refused !== undefined || sha256 === undefined) return refused;
  const isUndone = undoneOf(deps.store, source.name).includes(sha256);
  if (isKnown(deps, source, { name, sha256 })) {
    const standing = standingOf(taking.sets);
    const anew = writtenAnew(deps.store, source, { file: name, standing });
    // Behind a newer file it stands there like all that were read: nobody has to correct it.
    const isOver = anew === undefined && undoneExport(deps.store, source) === undefined;
    if (!isUndone || isOver) return anew;
  }
  if (isUndone) return { file: name, sha256 };
  // Of an older copy the spool may have been cleared.
  if (fresh?.name === name) deps.wish(source.name, fresh);
  else copying.begin(name, set);
  return undefined;
}

function standingOf(sets: readonly FileSet[]): Parameters<typeof writtenAnew>[2]['standing'] {
  return sets.map((set) => ({ file: nameOf(set), writtenAt: newestOf(set.parts) ?? 0 }));
}

/**
 * Remembered by (source, file name, SHA-256), never by time: the same name with the same bytes is not read again,
 * unless another file counts by now (contract.md "Exports in").
 */
function isKnown(
  { store }: IntakeDeps,
  source: SourceConfig,
  { name, sha256 }: { name: string; sha256: string },
): boolean {
  const taken = store.sources.taken(source.name, name);
  if (taken === undefined || taken.sha256 !== sha256) return false;
  // Each of several files counts once; of them the last stays the one that counts.
  if (source.contents === 'delta') return true;
  const { run: wished = null, accepted_run: accepted } = store.sources.get(source.name) ?? {};
  // After a restore no file counts: the one that did is read again (fault 34).
  if (source.pick === 'each') return wished !== null || taken.run !== accepted;
  const wasRefused = store.runs.get(taken.run)?.refused != null;
  return wasRefused || countingFile(store, wished)?.file === name;
}
