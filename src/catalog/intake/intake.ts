import type { Clock } from '../../domain/clock.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { Advice } from '../../domain/facts.ts';
import { present } from '../../domain/present.ts';
import { stableGraceMs } from '../../domain/stable-grace.ts';
import type { Offline } from '../../files/offline.ts';
import type { FolderScan } from '../../files/scan.ts';
import type { StableState } from '../../files/sighting.ts';
import type {
  FileSet,
  FolderLook,
  StableLook,
  StableRule,
  StandingExport,
} from '../../files/stable.ts';
import { isUnderWay } from '../state/counting-runs.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { type Copying, createCopying } from './copying.ts';
import { hiddenBehind } from './dated-ahead.ts';
import { createFolderLooks, type FolderLooksDeps, type SeenFolder } from './folder-looks.ts';
import { furtherIn } from './further-parts.ts';
import { createGoneWatch, type GoneExport } from './gone-export.ts';
import { createHalfMoved } from './half-moved.ts';
import { type KnownExports, knownExports } from './known-exports.ts';
import { aloneOf, createLonelyWatch, type UnreadFile } from './lonely-files.ts';
import { createMissedWatch, type MissedExport } from './missed-export.ts';
import { newestLast } from './newest.ts';
import { createOlderWatch } from './older-again.ts';
import { createLeaving, type Leaving } from './put-away.ts';
import { readUnchanged } from './read-unchanged.ts';
import { createRestlessWatch } from './restless-files.ts';
import { straysOf } from './strays.ts';
import { newestOf, type TakingDeps, takeStable, type UndoneFile } from './take-stable.ts';
import { unreadableIn } from './unreadable.ts';

/** The pure rules of files/, handed in by the composition root. */
type StableRules = TakingDeps['stable'] & {
  observe(previous: StableState | undefined, look: FolderLook, rule: StableRule): StableLook;
  namesToScan(rule: Pick<StableRule, 'files' | 'companions' | 'doneFile'>): readonly string[];
};

export interface IntakeDeps extends TakingDeps {
  readonly stable: StableRules;
  readonly clock: Clock;
  readonly ignoreCase: boolean;
}

/** What a look at one source's folder gave. */
export interface IntakeLook {
  readonly offline?: Advice;
  /** Files that are not at rest yet, and until when `run --once` waits for them (monotonic). */
  readonly waiting: readonly UnreadFile[];
  /** Files that cannot be taken at all, such as a file over the size limit. */
  readonly refused: readonly Complaint[];
  /** Files whose content was taken back by undo at the time of the look. */
  readonly undone: readonly UndoneFile[];
  /** Names that fit and are no files: links, pipes, devices, folders (fault 15). */
  readonly strays?: readonly Complaint[];
  /** Exports at rest that wait for the one before them. */
  readonly left?: number;
  /** When to look again (monotonic); absent: at the next round. */
  readonly nextLookAtMs?: number;
  readonly lastFile?: string;
  readonly gone?: GoneExport;
  /** No export was ever read, but a file is there whose name `files:` just misses. */
  readonly missed?: MissedExport;
  /** Files that are further parts of the export by their names, and that no source reads. */
  readonly further: readonly string[];
  /** When one of the files was written last, epoch ms by the share's clock. */
  readonly writtenAt?: number;
  /** For the watcher, which is judged by what scans see. */
  readonly scan?: Pick<FolderScan, 'identity' | 'names'>;
  /** The folder's files are others than at the look before. */
  readonly isChanged: boolean;
}

export interface Intake extends Pick<Leaving, 'putAway' | 'putAwayRead' | 'unmoved'> {
  /** Scans one folder; what is stable and new is copied from then on, and wished by the look after the copy. */
  look(): Promise<IntakeLook>;
  readonly copying: Pick<Copying, 'isOpen' | 'underWay' | 'abandoned'>;
  /** Exports wait that will be read one after the other. */
  hasMore(): boolean;
  /** Such exports wait, and the one before them is through. */
  isReady(): boolean;
  /** A file at rest that was written again while it was copied: until when `run --once` waits for it (monotonic). */
  disturbed(): IntakeLook['waiting'][number] | undefined;
}

/** The way in of one source: scanning is the truth, nothing is concluded from an event (fault 19). */
export function createIntake(deps: FolderLooksDeps, source: SourceConfig): Intake {
  const rule = ruleOf(source, deps.ignoreCase);
  const copying = createCopying(deps, source);
  const watchLonely = createLonelyWatch(source);
  const restless = createRestlessWatch(source);
  const watchGone = createGoneWatch(deps.store, source);
  const watchOlder = createOlderWatch({ ...deps, copying }, source);
  const watchMissed = createMissedWatch();
  const half = createHalfMoved(deps, source);
  const { saw, ...leaving } = createLeaving({ ...deps, source, copying, half });
  const lookAtFolder = createFolderLooks(deps, source, rule);
  let atRest: ReadonlySet<string> = new Set();
  let left = nothingLeft;

  const isBegun = () => isUnderWay(deps.store.sources.get(source.name));
  const disturbed = () => disturbedIn(copying, atRest, rule);
  const unreadable = () => unreadableIn(source, copying.unreadable, atRest);
  const hasMore = () => left.all > 0 && disturbed() === undefined && unreadable().length === 0;
  return {
    copying,
    disturbed,
    hasMore,
    isReady: () => hasMore() && !copying.isOpen && !isBegun(),
    ...leaving,
    async look() {
      const known = knownExports(deps.store, source.name);
      // While only an answer is waited for, the folder is scanned as usual: a waiting file may be written over.
      const isReading = left.all > 0 && (left.uncopied > 0 || !isBegun());
      const isRead = readUnchanged({ ...deps, copying, half }, known);
      const knows = { isRead, newestLast: newestLast(deps.store, source, known) };
      const seen = await lookAtFolder(isReading && disturbed() === undefined, knows);
      const taking = { deps, source, copying, known, fresh: copying.collect() };
      atRest = new Set();
      left = nothingLeft;
      const nowMs = deps.clock.monotonic();
      if ('offline' in seen) return offlineLook(seen, restless([], nowMs), taking);
      copying.forgetGone(seen.scan.entries);
      const look = watchOlder(half.lookAt(seen), known, nowMs);
      const standing = look.byAge ?? [];
      atRest = new Set([...look.stable, ...look.unsure].map(nameOf));
      const untaken = takenOf({ ...taking, sets: look.stable }, standing);
      // `over`: an earlier process may have ended after it moved the done file away and before its export.
      saw(standing, [...untaken.read, ...look.over.map(nameOf), ...half.rest]);
      if (look.unsure.length > 0) copying.weigh(look.unsure);
      left = leftOf(look, copying, known);
      const waiting = [...look.waiting, ...aloneOf(look, source, deps)];
      return {
        waiting: [...restless(watchLonely(waiting, nowMs), nowMs), ...unreadable()],
        ...untaken,
        ...ofScan(seen),
        ...(left.all === 0 ? {} : { left: left.all }),
        ...watchMissed(seen.scan.missed, nowMs),
        further: furtherIn(seen.scan, deps.store.runs.newest(source.name)?.started_at),
        ...present({ gone: watchGone(seen.scan, standsIn(look), nowMs) }),
        ...present({ nextLookAtMs: look.nextLookAtMs }),
        ...lastOf(look.stable, seen.scan.entries),
      };
    },
  };
}

function ofScan({
  scan: { ignored, identity, names },
  isChanged,
}: SeenFolder): Pick<IntakeLook, 'strays' | 'scan' | 'isChanged'> {
  return { strays: straysOf(ignored), scan: { identity, names }, isChanged };
}

/** Whether the named export is in the folder, or any that is not read yet. */
function standsIn({ stable, unsure, waiting, byAge = [] }: StableLook): (file: string) => boolean {
  const isUnread = stable.length + unsure.length + waiting.length > 0;
  return (file) => isUnread || byAge.some(({ set }) => nameOf(set) === file);
}

const nothingLeft = { uncopied: 0, all: 0 };

/** How many exports are still to be read: those in the folder that are not copied, and those that wait in the spool. */
function leftOf(
  { stable }: Pick<StableLook, 'stable'>,
  copying: Pick<Copying, 'taken'>,
  known: Pick<KnownExports, 'queued'>,
): typeof nothingLeft {
  const uncopied = stable.filter((set) => copying.taken(nameOf(set)) === undefined).length;
  return { uncopied, all: uncopied + known.queued().length };
}

type Taking = Parameters<typeof takeStable>[0];

/** The folder cannot be reached, but exports that wait in the spool are read all the same. */
function offlineLook(
  { offline }: Pick<Offline, 'offline'>,
  waiting: IntakeLook['waiting'],
  taking: Omit<Taking, 'sets'>,
): IntakeLook {
  takeStable({ ...taking, sets: [] });
  return { offline, waiting, refused: [], undone: [], further: [], isChanged: false };
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

function takenOf(
  taking: Taking & { readonly deps: IntakeDeps },
  byAge: readonly StandingExport[],
): ReturnType<typeof takeStable> {
  const { deps, source } = taking;
  const untaken = takeStable(taking);
  const hidden = hiddenBehind(deps.store, source, byAge);
  return hidden === undefined ? untaken : { ...untaken, refused: [...untaken.refused, hidden] };
}

function lastOf(
  stable: readonly FileSet[],
  entries: FolderScan['entries'],
): Pick<IntakeLook, 'lastFile' | 'writtenAt'> {
  return present({ lastFile: stable.at(-1)?.parts[0]?.name, writtenAt: newestOf(entries) });
}
