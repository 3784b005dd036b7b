import { type Candidate, candidatesOf } from './candidate.ts';
import { companionsAlone } from './companions-alone.ts';
import type { FileEntry } from './entry.ts';
import { templateGlob } from './names.ts';
import { picks } from './pick.ts';
import { type Sighting, type StableState, sight } from './sighting.ts';
import { knownAsOne } from './union.ts';

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
   * resting: nothing has changed so far · doneFile, companion, export: that file is missing · earlier: one before it
   * waits · olderAgain: it would count again because a newer one is gone, which may come back (catalog/intake/older-again.ts).
   */
  readonly why: 'resting' | 'doneFile' | 'companion' | 'export' | 'earlier' | 'olderAgain';
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
  /** Companions whose export is not there: they wait for it. */
  readonly alone: readonly WaitingFile[];
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
  const judged = (by: FolderLook) => candidatesOf(state, { rule, look: by });
  const candidates = judged(rule.pick === 'union' ? knownAsOne(look, setsOf(judged(look))) : look);
  return {
    state: withDone(state, candidates),
    alone: companionsAlone(state, candidates, rule),
    ...picks[rule.pick](candidates, look),
  };
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
