import { type Complaint, complaintOf, complaintText } from '../domain/complaint.ts';
import { shownExport } from '../domain/file-name.ts';
import type { RunRow } from '../store/runs.ts';
import { refusalOfShared } from './intake/shared-names.ts';
import { isReadAgain, parkedRows } from './pass/parked-rows.ts';
import type { PassResult } from './pass/pass-result.ts';
import { productsArePending, undoRun } from './passes.ts';
import { finishRun, lookAgain, type Room } from './requests/room.ts';
import type { RunningPassOne, Track } from './requests/track.ts';
import { askAboutRefused } from './state/refused-changes.ts';
import { askLeftOutAgain } from './state/stock-to-resend.ts';
import { meaningOfVanished } from './state/vanished.ts';
import { growingBytes } from './terms/growing.ts';
import type { CatalogStore } from './terms/ports.ts';
import { complaintRow } from './terms/refusal.ts';

/** Opens or advances pass 1 of a source, and commits it at its end. False where it must wait for answers. */
export async function stepPassOne(room: Room, track: Track, run: number): Promise<boolean> {
  const { passes, deps } = room;
  if (track.passOne === undefined) {
    if (waitsForAnswer(room, track)) return false;
    const undo = undoRun(deps, run);
    if (undo !== undefined) {
      await planUndo(room, track, undo);
      return true;
    }
    const started = await passes.startPassOne(track, run);
    if ('refusal' in started) refuseRun(room, track, { run, complaint: started.refusal });
    else track.passOne = started;
    return true;
  }
  const running = track.passOne;
  const step = await running.steps.next();
  await deps.clock.breathe();
  if (!step.done || track.isOvertaken) return true;
  running.export.close();
  track.passOne = undefined;
  const { value } = step;
  if (value.refusal === undefined) commitPass(room, track, { running, value });
  else refuseRun(room, track, { run, complaint: value.refusal });
  return true;
}

/** A second look at rows of open requests moves nothing before an answer has come. */
export function waitsForAnswer({ book }: Room, track: Track): boolean {
  const isUnanswered = book.openCount > 0 && book.answeredCount === track.answersBefore;
  return track.idlePasses > 0 && (track.outstanding > 0 || isUnanswered);
}

function commitPass(
  room: Room,
  track: Track,
  { running, value }: { running: RunningPassOne; value: PassResult },
): void {
  endCommit(room, track, () => {
    room.passes.commit(track, running, value);
    const { added, takenOver } = running.knowledge;
    return { run: running.run, added, takenOver, unstocked: value.content.unstocked };
  });
}

async function planUndo(room: Room, track: Track, undo: RunRow): Promise<void> {
  const commit = await room.passes.planUndo(track, undo);
  if (track.isOvertaken) return;
  endCommit(room, track, () => {
    commit();
    return { run: undo.id, added: 0, takenOver: 0, unstocked: 0 };
  });
}

/** What a plan that is committed makes news. */
interface Committed {
  readonly run: number;
  readonly added: number;
  /** Products that `adopt` had taken over. */
  readonly takenOver: number;
  readonly unstocked: number;
}

/** One commit: a crash between the plan and the look at waiting stock would lose that look. */
function endCommit(room: Room, track: Track, commit: () => Committed): void {
  const changed = room.deps.store.transaction(() => afterCommit(room, track, commit()));
  track.settled = growingBytes();
  for (const id of changed) finishRun(room, id);
}

/**
 * This file is refused: the file before stays in use, and what is still open of it continues. That may be a
 * file that this one overtook before it was read, because a refused file overtakes nothing.
 */
function refuseRun(
  { deps, events }: Room,
  track: Track,
  { run, complaint: said }: { run: number; complaint: Complaint },
): void {
  const { store } = deps;
  const file = store.runs.get(run)?.file;
  const takers = { ...deps, sources: deps.config.sources };
  const complaint = refusalOfShared(takers, track.config, { ...(file && { file }), ...said });
  store.transaction(() => {
    const before = store.sources.acceptedRun(track.config.name) ?? null;
    const unread = unreadBefore(store, { source: track.config.name, run, accepted: before ?? 0 });
    // If the file that counts is refused under another mapping, only what it has not sent yet is lost.
    const isSent = before === run && unsentRows(store, run) === 0;
    store.runs.refuse(run, JSON.stringify(complaint));
    if (!isSent) {
      const why = complaintText({ ...said, rule: complaint.rule, remedy: '' });
      const refused = { id: run, file: file ?? '', at: deps.clock.now(), why };
      askAboutRefused(store, track.config, refused);
    }
    if (before !== run) store.parts.dropRun(track.config.name, run);
    if (isReadAgain(store, run)) dropParked(deps, run, before);
    // The file that counts may itself have become unreadable by another mapping: then there is nothing to read again.
    const isLast = before === null || before === run || store.sources.isFromBackup(before);
    const next = unread ?? before;
    const done = unread === undefined && isLast ? 1 : 0;
    store.sources.set(track.config.name, { run: next, plan: null, done });
  });
  const refused = store.runs.get(run);
  if (refused !== undefined) events.runChanged(refused);
}

/** Rows of a run that was read before which are held or wait, without those that are on their way. */
function unsentRows({ runs, requests }: CatalogStore, run: number): number {
  const { waiting = 0, braked = 0 } = runs.get(run) ?? {};
  return waiting + braked - requests.openRows(run).length;
}

/** Its held rows were read again under another mapping: the refusal is asked about, and the old question is over. */
function dropParked({ store, clock }: Room['deps'], run: number, accepted: number | null): void {
  store.parked.drop(run);
  const source = store.runs.get(run)?.source;
  const open = store.holds.open().filter((hold) => hold.source === source);
  for (const hold of open)
    if (hold.run !== accepted && store.parked.get(hold.run) === undefined)
      store.holds.withdraw(hold.id, clock.now(), `run ${run}`);
}

/** The newest file before this one that no pass 1 has accepted or refused. */
function unreadBefore(
  store: CatalogStore,
  of: { readonly source: string; readonly run: number; readonly accepted: number },
): number | undefined {
  const open = store.runs.unfinished(of.source).map(({ id }) => id);
  const unread = open.filter((id) => id > of.accepted && id < of.run);
  const standing = unread.filter((id) => !store.sources.isFromBackup(id));
  return standing.length === 0 ? undefined : Math.max(...standing);
}

/** Part of the commit of a plan; answers the runs whose books it changed. */
function afterCommit(
  room: Room,
  track: Track,
  { run, added, takenOver, unstocked }: Committed,
): readonly number[] {
  const { store } = room.deps;
  const older = store.runs.unfinished(track.config.name).filter(({ id }) => id < run);
  for (const old of older) {
    overtake(room, old, store.runs.get(run));
    // A file was overtaken in the middle of its pass 1: nothing of it counts.
    if (old.read === 0) store.parts.dropRun(track.config.name, old.id);
  }
  // An article may be known from a file that came to nothing. If its stock was read before that, the article is news to
  // the stock file all the same.
  if (added > 0) lookAtStockAgain(room, track, { hasNews: true });
  else if (unstocked > 0) lookAtStockAgain(room, track, { hasNews: true, only: 'stock' });
  if (takenOver > 0) lookAtLeftOutAgain(room);
  return [...older.map(({ id }) => id), run];
}

/** What an older run had not sent is skipped: a later run says what is wished now. Parked rows stay held. */
function overtake(room: Room, old: RunRow, newer: RunRow | undefined): void {
  const { store } = room.deps;
  const open = store.requests.openRows(old.id).length;
  const braked = Math.min(old.braked, parkedRows(store, old.id));
  const rest = Math.max(0, old.waiting - open) + old.braked - braked;
  if (rest === 0 && old.final === 1) return;
  const waiting = Math.min(old.waiting, open);
  store.runs.setCounts(old.id, { ...old, waiting, braked, skipped: old.skipped + rest });
  if (open === 0) store.runs.setFinal(old.id);
  if (newer !== undefined && newer.sha256 !== old.sha256)
    tellOvertaken(store, old, { by: newer, rows: rest });
  if (rest > 0) askLeftOutAgain(room.deps, old.source);
}

/** Tells in the books of an overtaken file why it has 0 rows, or rows that were skipped. */
function tellOvertaken(
  store: CatalogStore,
  old: RunRow,
  { by, rows }: { readonly by: RunRow; readonly rows: number },
): void {
  if (old.read > 0 && rows === 0) return;
  const lost =
    old.read === 0 ? 'it was read: nothing of it was used' : `${rows} of its rows were sent`;
  const rule = `was overtaken by ${shownExport(by.file)} (run ${by.id}) before ${lost}.`;
  const complaint = complaintOf({ code: 'FILE_OVERTAKEN', value: old.file, rule });
  store.complaints.add(old.id, complaintRow(complaint, { level: 'note' }));
}

/**
 * Looks again at files of other sources, because products of their rows were unknown or unconfirmed until now. Without
 * news only files with rows that wait, and that wait for no third source: otherwise two products sources with rows of
 * unknown articles would look at each other for ever.
 */
export function lookAtStockAgain(
  room: Room,
  track: Track,
  { hasNews, only }: { readonly hasNews: boolean; readonly only?: 'stock' },
): void {
  if (track.config.kind !== 'products') return;
  for (const other of room.tracks.values()) {
    if (other === track || (only ?? other.config.kind) !== other.config.kind) continue;
    if (!hasNews && productsArePending({ ...room.deps, tracks: room.tracks }, other.config))
      continue;
    const run = runToLookAt(room, other, hasNews);
    if (run === undefined) continue;
    if (rowsToLookAt(run, hasNews) > 0 || givesLeftOut(room, track, other))
      lookAgain(room, other.config.name);
  }
}

/**
 * The file that counts, unless its pass 1 is still to come. One that waits for an answer is read at once if there is
 * news: articles get the stock of it as they are created.
 */
function runToLookAt(room: Room, other: Track, hasNews: boolean): RunRow | undefined {
  const { sources, runs } = room.deps.store;
  const { accepted_run: run = null, plan = null } = sources.get(other.config.name) ?? {};
  const isReadAnyway = plan === null && !(hasNews && waitsForAnswer(room, other));
  return run === null || isReadAnyway ? undefined : runs.get(run);
}

/**
 * An article with a quantity of its own is created with that (contract.md "Who owns a field"). If the stock file in use
 * leaves it out, it has none under `missing: zero`, whether or not that file has other rows to look at.
 */
function givesLeftOut({ deps }: Room, { config: { name, mapping } }: Track, stock: Track): boolean {
  if (mapping.availableQty === undefined) return false;
  if (meaningOfVanished(stock.config, deps.config) !== 'zero') return false;
  return deps.store.mirror.offeredBy(name) > 0;
}

/**
 * `adopt` took products over, and a stock file was read before the articles: what it left out was nobody's then, and
 * must count as 0 now.
 */
function lookAtLeftOutAgain(room: Room): void {
  for (const { config } of room.tracks.values())
    if (meaningOfVanished(config, room.deps.config) === 'zero') lookAgain(room, config.name);
}

/**
 * Rows that another look may help: those that wait, and with news also those of articles that were unknown. These were
 * skipped, or rejected for lost zeros or letters (lost-zeros.ts, lost-letters.ts).
 */
function rowsToLookAt({ waiting, skipped, rejected }: RunRow, hasNews: boolean): number {
  return hasNews ? waiting + skipped + rejected : waiting;
}
