import path from 'node:path';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { StandingExport } from '../../files/stable.ts';
import type { RunRow } from '../../store/runs.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { complaintRow } from '../terms/refusal.ts';
import { nameOf } from '../terms/set-name.ts';
import type { IntakeDeps } from './intake.ts';
import type { Unmoved } from './unmoved.ts';
import { countsOnce } from './written-again.ts';

export interface OlderDeps extends Pick<IntakeDeps, 'files' | 'store' | 'clock' | 'stable'> {
  readonly source: SourceConfig;
  /** What the last look saw in the folder, the oldest first. */
  readonly standing: readonly StandingExport[];
}

type NewestRun = Pick<RunRow, 'id' | 'final'>;

/** `stays`: the file is not at rest or has changed. Else why the system did not let it go. */
type End = 'moved' | 'stays' | Unmoved['why'];

/**
 * `pick: newest` with `afterImport: move`: once the newest export is moved away, an older one in the folder would be
 * the newest and put back old values. So the older ones are moved to done/ first and the newest last: while it stands
 * there none of them is read, even if the process ends in between. If one of them must stay, so must the newest.
 */
export async function putOlderAway(
  deps: OlderDeps,
  run: NewestRun,
  taken: readonly FileEntry[],
): Promise<'away' | 'stays' | Unmoved['why']> {
  const { source, standing } = deps;
  if (countsOnce(source) || source.pick !== 'newest') return 'away';
  const at = standing.findIndex(({ set }) => isAsTaken(deps, set.parts, taken));
  const newest = standing[at];
  if (newest === undefined) return 'stays';
  const report = createReport(deps, run);
  let all: Exclude<End, 'moved'> | 'away' = 'away';
  for (const older of standing.slice(0, at)) {
    const end = await move(deps, older, newest);
    if (end !== 'gone') tell(deps, { older, newest, end, run: run.id }, report);
    if (end === 'stays' || typeof end === 'object') all = end;
  }
  return all;
}

function isAsTaken(
  { stable }: OlderDeps,
  parts: readonly FileEntry[],
  taken: readonly FileEntry[],
): boolean {
  return parts.every((part, index) => {
    const before = taken[index];
    return before?.path === part.path && stable.looksUnchanged(before, part);
  });
}

/** Moves an export with its companions and its done file, except files that belong to the newest, too. */
async function move(
  { files, source }: OlderDeps,
  { set, isAtRest }: StandingExport,
  newest: StandingExport,
): Promise<End | 'gone'> {
  const into = path.join(source.folder, 'done');
  const [main, ...others] = filesOf(set);
  if (main === undefined || !isAtRest) return 'stays';
  const end = await files.move({ file: main, into });
  if ('gone' in end) return 'gone';
  if ('offline' in end) return end.offline;
  if (!('moved' in end)) return 'stays';
  const shared = new Set(filesOf(newest.set).map((file) => file.path));
  for (const file of others) if (!shared.has(file.path)) await files.move({ file, into });
  return 'moved';
}

function filesOf({ parts, doneFiles }: StandingExport['set']): readonly FileEntry[] {
  return [...parts, ...doneFiles];
}

interface Outcome {
  readonly older: StandingExport;
  readonly newest: StandingExport;
  readonly end: End;
  /** The run of the newest. */
  readonly run: number;
}

function tell(deps: OlderDeps, outcome: Outcome, report: ReturnType<typeof createReport>): void {
  const { older, newest, end, run } = outcome;
  // A file that was read has a run of its own that tells of it.
  if (end === 'moved' && wasRead(deps, older)) return;
  const rule = `is older than ${mainOf(newest)} (run ${run})${endText(outcome)}`;
  const value = mainOf(older);
  report({ ...complaintOf({ code: 'FILE_OLDER', rule }), value });
}

/**
 * Adds notes to a run, each once, however often the move is tried. What the run has is asked once: a year of exports
 * may be older than the newest.
 */
export function createReport(
  { store, clock, source }: Pick<OlderDeps, 'store' | 'clock' | 'source'>,
  run: NewestRun,
) {
  let told: Set<string> | undefined;
  return (note: Complaint & { readonly value: string }): void => {
    const text = `${note.value} ${note.rule}`;
    told ??= new Set(store.complaints.notesOf(run.id).map(({ value, rule }) => `${value} ${rule}`));
    if (told.has(text)) return;
    told.add(text);
    store.complaints.add(run.id, complaintRow(note, { level: 'note' }));
    // If the run's end was told already, without this note, an event tells it.
    if (run.final === 1) store.events.add(clock.now(), source.name, text);
  };
}

/** If its bytes were not looked at, its time decides: that is enough for a note. */
function wasRead(
  { store, source }: Pick<OlderDeps, 'store' | 'source'>,
  { set, isRead }: StandingExport,
): boolean {
  const [main] = set.parts;
  if (isRead !== undefined || main === undefined) return isRead === true;
  const taken = store.sources.taken(source.name, nameOf(set));
  return main.mtimeMs <= (store.runs.get(taken?.run ?? 0)?.started_at ?? 0);
}

function endText({ older, newest, end }: Outcome): string {
  if (end === 'moved')
    return ' and was moved to done/ with it. It was not read: only contents: delta reads every file.';
  const why = older.isAtRest ? couldNotText(end) : 'is not at rest';
  return ` and ${why}, so both stay in the folder; it is not read while ${mainOf(newest)} is there.`;
}

function couldNotText(end: End): string {
  return typeof end === 'object' ? `could not be moved (${end.sentence})` : 'could not be moved';
}

/** The file that a person looks for; its companions go with it. */
function mainOf({ set }: StandingExport): string {
  return set.parts[0]?.name ?? '';
}
