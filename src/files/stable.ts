import { compareNames, inNameOrder } from '../domain/file-name.ts';
import { stableGraceMs } from '../domain/stable-grace.ts';
import type { FileEntry } from './entry.ts';
import { companionNames, fillName, matchNames, nameKey, templateGlob } from './names.ts';
import { type Find, finder, isQuiet, type Sighting, type StableState, sight } from './sighting.ts';
import { asOne, knownAsOne } from './union.ts';

/*
 * A file at rest, told without opening it. Each name is in one of these, and every look moves it on:
 *
 *   not seen ─look→ first look ─same look, quiet time over→ quiet
 *                      ↑  │ ↖──────── looks different ───────┘
 *                      └──┘ looks different
 *
 * A set (an export with its companions) is stable when all its parts are quiet and its done file is there. A done file
 * that is older than the set says nothing of it: it was written for the export before, and this one rests for longer.
 */

export interface StableRule {
  /** Globs on the name. */
  readonly files: readonly string[];
  /** Names or templates (`{stem}.dbt`) of the files that belong to each export. */
  readonly companions: readonly string[];
  /** Template, `{name}.ok`: the ERP writes it when the export is whole. */
  readonly doneFile?: string;
  readonly quietMs: number;
  /**
   * newest: the youngest by mtime, the later name where two are equal, unless the look says otherwise · each: in name
   * order, none before the one before it is at rest · any: in name order, none waits for another · union: all of them
   * are one export.
   */
  readonly pick: 'newest' | 'each' | 'any' | 'union';
  readonly ignoreCase: boolean;
}

/** Files that are read as one export. */
export interface FileSet {
  /** The export first, then its companions; of a union every export with its companions, in name order. */
  readonly parts: readonly FileEntry[];
  readonly doneFiles: readonly FileEntry[];
  /** The oldest date that a part had since its last rest, epoch ms: an export's own date is that of its end. */
  readonly begunAt: number;
}

export interface WaitingFile {
  readonly name: string;
  /**
   * resting: nothing has changed so far · doneFile, companion: that file is missing · earlier: one before it waits ·
   * olderAgain: it would count again because a newer one is gone, which may come back (catalog/intake/older-again.ts).
   */
  readonly why: 'resting' | 'doneFile' | 'companion' | 'earlier' | 'olderAgain';
  /** The missing file, or the earlier one. */
  readonly waitsFor?: string;
  /** Monotonic time at which it can be at rest. Absent where that is up to the ERP. */
  readonly untilMs?: number;
  /** Monotonic time at which `run --once` continues without it. */
  readonly giveUpAtMs: number;
}

/** An export as a look saw it, whether it is picked or not. */
export interface StandingExport {
  readonly set: FileSet;
  /** It is at rest, or it was read and waits for no done file. */
  readonly isAtRest: boolean;
  /** It was read as it is there; undefined where only its bytes can tell. */
  readonly isRead: boolean | undefined;
}

export interface StableLook {
  readonly state: StableState;
  readonly stable: readonly FileSet[];
  /** At rest without a done file. Only their bytes tell whether they were read or still wait for it. */
  readonly unsure: readonly FileSet[];
  /** Read as they are there, and without a done file. */
  readonly over: readonly FileSet[];
  /** With `pick: newest`: all that are in the folder, the oldest first. */
  readonly byAge?: readonly StandingExport[];
  readonly waiting: readonly WaitingFile[];
  /** The earliest `untilMs`, up to which a loop sleeps. */
  readonly nextLookAtMs?: number;
}

/** The globs under which a scan finds everything that the rule speaks of. */
export function namesToScan(
  rule: Pick<StableRule, 'files' | 'companions' | 'doneFile'>,
): readonly string[] {
  const besides = [...rule.companions, ...(rule.doneFile === undefined ? [] : [rule.doneFile])];
  return [...rule.files, ...besides.map(templateGlob)];
}

export interface FolderLook {
  readonly entries: readonly FileEntry[];
  readonly nowMs: number;
  /**
   * True of an export that was read as it is there. It no longer waits for a done file, which may have been cleared
   * away. Undefined where only its bytes can tell.
   */
  isRead?(set: FileSet): boolean | undefined;
  /** With `pick: newest`: takes exports in the order of their dates, and answers them in that in which they count. */
  newestLast?<One extends Pick<StandingExport, 'set' | 'isRead'>>(
    byAge: readonly One[],
  ): readonly One[];
}

/** One look at a folder. A file that is there at the start needs its two looks like any other (lessons 1). */
export function observe(
  previous: StableState | undefined,
  look: FolderLook,
  rule: StableRule,
): StableLook {
  const sightings = look.entries.map((entry) => {
    const { name } = entry;
    return [name, sight(previous?.get(name), entry, { ...rule, nowMs: look.nowMs })] as const;
  });
  const state: StableState = new Map(sightings);
  const find = finder(state, rule.ignoreCase);
  const judged = (by: FolderLook): readonly Candidate[] =>
    exportsAmong(state, rule).map((each) => candidate(each, { find, rule, look: by }));
  const candidates = judged(rule.pick === 'union' ? knownAsOne(look, setsOf(judged(look))) : look);
  return { state: withDone(state, candidates), ...picks[rule.pick](candidates, look) };
}

/** Kept by file: one file of a union may be written again while another still is there as it was read. */
function withDone(state: StableState, candidates: readonly Candidate[]): StableState {
  const [underWay, whole] = [
    partsOf(candidates, ({ isUnderWay }) => isUnderWay),
    partsOf(candidates, ({ isWhole }) => isWhole),
  ];
  const told = ([name, one]: readonly [string, Sighting]) => {
    const isWhole = one.isWhole === true || whole.has(name);
    return [name, { ...one, isWhole, isUnderWay: underWay.has(name) && !isWhole }] as const;
  };
  return new Map([...state].map(told));
}

const setsOf = (candidates: readonly Candidate[]): readonly FileSet[] =>
  candidates.map(({ set }) => set);

function partsOf(
  candidates: readonly Candidate[],
  fits: (candidate: Candidate) => boolean,
): ReadonlySet<string> {
  return new Set(candidates.filter(fits).flatMap(({ set }) => set.parts.map(({ name }) => name)));
}

/** A done file has to be older by more than the coarsest share rounds times by (FAT: 2 s). */
const olderByMs = 2_000;
const timesQuiet = 6;

/** A writer may pause for longer than the quiet time: otherwise nobody would need a done file. */
function staleRestMs(quietMs: number): number {
  return Math.min(timesQuiet * quietMs, quietMs + stableGraceMs / 2);
}

/** The done file was written for the export before. */
function isDoneOfBefore({ parts, doneFiles }: FileSet): boolean {
  const writtenAt = Math.max(...parts.map(({ mtimeMs }) => mtimeMs));
  return doneFiles.some(({ mtimeMs }) => mtimeMs < writtenAt - olderByMs);
}

/** The files whose names fit, in name order, without those that only accompany another. */
function exportsAmong(state: StableState, rule: StableRule): readonly Sighting[] {
  const fits = matchNames(rule.files, rule.ignoreCase);
  const matched = [...state.values()].filter(({ entry }) => fits(entry.name));
  const accompany = new Set(matched.flatMap(({ entry }) => besides(entry.name, rule)));
  const mains = matched.filter(({ entry }) => !accompany.has(nameKey(entry.name, rule.ignoreCase)));
  return inNameOrder(mains, ({ entry }) => entry.name);
}

const isZip = (name: string): boolean => /\.zip$/i.test(name);

function besides(name: string, { companions, doneFile, ignoreCase }: StableRule): string[] {
  const done = doneFile === undefined ? [] : [fillName(doneFile, name)];
  const names = [...companions.flatMap((template) => companionNames(template, name)), ...done];
  return names.map((each) => nameKey(each, ignoreCase));
}

interface Candidate {
  readonly main: FileEntry;
  readonly set: FileSet;
  /** Absent when the set is stable. */
  readonly waiting?: WaitingFile;
  readonly isRead: boolean | undefined;
  /** Only its bytes tell whether it was read. */
  readonly isUnsure: boolean;
  /** It was read and has no done file. It is neither told nor waited for. */
  readonly isOver: boolean;
  /** It was not read as it stands, and it lacks its done file or still rests beside that of the export before. */
  readonly isUnderWay: boolean;
  /** It is at rest, beside its own done file where the source has one. */
  readonly isWhole: boolean;
  readonly giveUpAtMs: number;
}

function candidate(
  main: Sighting,
  { find: seen, rule, look }: { find: Find; rule: StableRule; look: FolderLook },
): Candidate {
  const { name } = main.entry;
  const { nowMs } = look;
  const find = (names: readonly string[]) => {
    const [wanted = ''] = names;
    return { wanted, found: names.map(seen).find((each) => each !== undefined) };
  };
  // A ZIP holds its companions itself.
  const templates = isZip(name) ? [] : rule.companions;
  const companions = templates.map((template) => find(companionNames(template, name)));
  const done = rule.doneFile === undefined ? [] : [find([fillName(rule.doneFile, name)])];
  const parts = [main, ...companions.flatMap(({ found }) => found ?? [])];
  const giveUpAtMs =
    Math.max(...parts.map((part) => part.restlessSinceMs)) + rule.quietMs + stableGraceMs;

  const set = {
    parts: parts.map((part) => part.entry),
    doneFiles: done.flatMap(({ found }) => found?.entry ?? []),
    begunAt: Math.min(...parts.map(({ begunAt, entry }) => Math.min(begunAt, entry.mtimeMs))),
  };
  const isRead = look.isRead === undefined ? false : look.isRead(set);
  const missing = done.find(({ found }) => found === undefined);
  const isStale = isDoneOfBefore(set);
  const quietMs = isStale ? staleRestMs(rule.quietMs) : rule.quietMs;

  const why = (): Omit<WaitingFile, 'name' | 'giveUpAtMs'> | undefined => {
    const companion = companions.find(({ found }) => found === undefined);
    if (companion !== undefined) return { why: 'companion', waitsFor: companion.wanted };
    if (missing !== undefined && isRead !== undefined)
      return { why: 'doneFile', waitsFor: missing.wanted };
    if (parts.every((part) => isQuiet(part, { nowMs, quietMs }))) return undefined;
    const untilMs = Math.max(nowMs, ...parts.map((part) => part.sameSinceMs + quietMs));
    return { why: 'resting', untilMs };
  };
  const waits = why();
  return {
    ...{ main: main.entry, set, isRead, giveUpAtMs },
    ...(waits === undefined ? {} : { waiting: { name, ...waits, giveUpAtMs } }),
    isUnsure: waits === undefined && missing !== undefined,
    isOver: waits?.why === 'doneFile' && isRead === true,
    isUnderWay: isRead !== true && (missing !== undefined || (isStale && waits !== undefined)),
    isWhole: waits === undefined && missing === undefined && !isStale,
  };
}

type Picked = Omit<StableLook, 'state'>;

type Picks = (candidates: readonly Candidate[], look: FolderLook) => Picked;

const picks: Record<StableRule['pick'], Picks> = {
  newest(candidates, { newestLast }) {
    const youngest = candidates.toSorted(byAge);
    const aged = newestLast?.(youngest) ?? youngest;
    return { ...separate(aged.slice(-1)), byAge: aged.map(standing) };
  },
  any: separate,
  each(candidates) {
    const first = candidates.find(
      ({ waiting, isOver, isUnsure }) => isUnsure || (waiting !== undefined && !isOver),
    );
    if (first === undefined) return separate(candidates);
    // Files of changes out of order would put an older value back. So the rest waits, and says for which file.
    const at = candidates.indexOf(first);
    return separate([
      ...candidates.slice(0, at + 1),
      ...candidates.slice(at + 1).map((later) => behind(later, first.main.name)),
    ]);
  },
  union(candidates) {
    const { stable, unsure, over, ...rest } = separate(candidates);
    const whole =
      candidates.length > 0 && rest.waiting.length === 0 ? [asOne(setsOf(candidates))] : [];
    if (unsure.length > 0) return { stable: [], unsure: whole, over: [], ...rest };
    return over.length > 0
      ? { stable: [], unsure, over: whole, ...rest }
      : { stable: whole, unsure, over, ...rest };
  },
};

function byAge(a: Candidate, b: Candidate): number {
  return a.main.mtimeMs - b.main.mtimeMs || compareNames(a.main.name, b.main.name);
}

function standing({ set, waiting, isOver, isUnsure, isRead }: Candidate): StandingExport {
  return { set, isAtRest: (waiting === undefined && !isUnsure) || isOver, isRead };
}

function behind(later: Candidate, waitsFor: string): Candidate {
  const { main, giveUpAtMs } = later;
  const waiting: WaitingFile = { name: main.name, why: 'earlier', waitsFor, giveUpAtMs };
  return { ...later, waiting: later.waiting ?? waiting };
}

function separate(candidates: readonly Candidate[]): Picked {
  const ready = candidates.filter(({ waiting }) => waiting === undefined);
  const stable = ready.filter(({ isUnsure }) => !isUnsure).map(({ set }) => set);
  const unsure = ready.filter(({ isUnsure }) => isUnsure).map(({ set }) => set);
  const over = candidates.filter(({ isOver }) => isOver).map(({ set }) => set);
  const waiting = candidates.flatMap(({ waiting, isOver }) => (isOver ? [] : (waiting ?? [])));
  const times = waiting.flatMap(({ untilMs }) => untilMs ?? []);
  const next = times.length === 0 ? {} : { nextLookAtMs: times.reduce((a, b) => Math.min(a, b)) };
  return { stable, unsure, over, waiting, ...next };
}
