import { inNameOrder } from '../domain/file-name.ts';
import { stableGraceMs } from '../domain/stable-grace.ts';
import type { FileEntry } from './entry.ts';
import { companionNames, fillName, matchNames, nameKey } from './names.ts';
import { type Find, finder, isQuiet, type Sighting, type StableState } from './sighting.ts';
import type { FileSet, FolderLook, StableRule, WaitingFile } from './stable.ts';

/** An export with what belongs to it, and how far it is. */
export interface Candidate {
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

/** Each export that is there, in name order. */
export function candidatesOf(
  state: StableState,
  { rule, look }: Omit<Around, 'find'>,
): readonly Candidate[] {
  const find = finder(state, rule.ignoreCase);
  return exportsAmong(state, rule).map((main) => candidate(main, { find, rule, look }));
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

interface Around {
  readonly find: Find;
  readonly rule: StableRule;
  readonly look: FolderLook;
}

function candidate(main: Sighting, around: Around): Candidate {
  const { rule, look } = around;
  const gathered = gather(main, around);
  const { parts, missingDone } = gathered;
  const restless = Math.max(...parts.map(({ restlessSinceMs }) => restlessSinceMs));
  const giveUpAtMs = restless + rule.quietMs + stableGraceMs;
  const set = setOf(gathered);
  const isRead = look.isRead === undefined ? false : look.isRead(set);
  const isStale = isDoneOfBefore(set);
  const quietMs = isStale ? staleRestMs(rule.quietMs) : rule.quietMs;
  const waits = whyWaits(gathered, { isRead, quietMs, nowMs: look.nowMs });
  return {
    ...{ main: main.entry, set, isRead, giveUpAtMs },
    ...(waits === undefined ? {} : { waiting: { name: main.entry.name, ...waits, giveUpAtMs } }),
    isUnsure: waits === undefined && missingDone !== undefined,
    isOver: waits?.why === 'doneFile' && isRead === true,
    isUnderWay: isRead !== true && (missingDone !== undefined || (isStale && waits !== undefined)),
    isWhole: waits === undefined && missingDone === undefined && !isStale,
  };
}

/** What is there of an export, and the names of what is not. */
interface Gathered {
  readonly parts: readonly Sighting[];
  readonly done: readonly Sighting[];
  readonly missingCompanion: string | undefined;
  readonly missingDone: string | undefined;
}

function gather(main: Sighting, { find, rule: { companions, doneFile } }: Around): Gathered {
  const { name } = main.entry;
  // A ZIP holds its companions itself.
  const besideIt = (isZip(name) ? [] : companions).map((each) => companionNames(each, name));
  const done = doneFile === undefined ? [] : [[fillName(doneFile, name)]];
  const found = (names: readonly string[]) => names.flatMap((each) => find(each) ?? []).slice(0, 1);
  const missing = (wanted: readonly (readonly string[])[]) =>
    wanted.find((names) => found(names).length === 0)?.[0];
  return {
    parts: [main, ...besideIt.flatMap(found)],
    done: done.flatMap(found),
    missingCompanion: missing(besideIt),
    missingDone: missing(done),
  };
}

function setOf({ parts, done }: Gathered): FileSet {
  return {
    parts: parts.map(({ entry }) => entry),
    doneFiles: done.map(({ entry }) => entry),
    begunAt: Math.min(...parts.map(({ begunAt, entry }) => Math.min(begunAt, entry.mtimeMs))),
  };
}

/** Undefined where it is at rest with all that belongs to it. */
function whyWaits(
  { parts, missingCompanion, missingDone }: Gathered,
  now: { readonly isRead: boolean | undefined; readonly quietMs: number; readonly nowMs: number },
): Omit<WaitingFile, 'name' | 'giveUpAtMs'> | undefined {
  const { isRead, quietMs, nowMs } = now;
  if (missingCompanion !== undefined) return { why: 'companion', waitsFor: missingCompanion };
  if (missingDone !== undefined && isRead !== undefined)
    return { why: 'doneFile', waitsFor: missingDone };
  if (parts.every((part) => isQuiet(part, { nowMs, quietMs }))) return undefined;
  const untilMs = Math.max(nowMs, ...parts.map(({ sameSinceMs }) => sameSinceMs + quietMs));
  return { why: 'resting', untilMs };
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
