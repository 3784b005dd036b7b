import type { RunRow } from '../../store/runs.ts';
import type { Passes } from '../passes.ts';
import type { Newcomers } from '../state/newcomers.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import { booksOf } from '../terms/plan.ts';
import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import type { Drain } from './drain.ts';
import type { RequestBook } from './request-book.ts';
import { forgetDeferred, type Track } from './track.ts';

export interface EngineEvents {
  /** A run's books changed: its plan was committed, it was refused, or rows were settled. */
  runChanged(run: RunRow): void;
}

/** What the steps of the engine share. */
export interface Room {
  readonly deps: EngineDeps;
  readonly events: EngineEvents;
  readonly book: RequestBook;
  readonly tracks: ReadonlyMap<string, Track>;
  readonly passes: Passes;
  readonly drain: Drain;
  readonly newcomers: Newcomers;
  readonly openStock: OpenStock;
  /** While a plan is applied: the sources that it speaks of. */
  sendsFor: ReadonlySet<string> | undefined;
}

/**
 * Has the file that counts go through pass 1 again: after a release, a retry, or when products came that its rows wait
 * for. Not a file from before a restore. A newer file that waits for its own pass 1 is not pushed aside.
 */
export function lookAgain({ deps, tracks }: Room, source: string): void {
  const row = deps.store.sources.get(source);
  if (row?.accepted_run == null || deps.store.sources.isFromBackup(row.accepted_run)) return;
  deps.store.sources.set(source, { plan: null, done: 0 });
  const track = tracks.get(source);
  if (track !== undefined) track.isOvertaken = true;
  deps.nudge();
}

/**
 * After a restart it is not known which rows have been counted since the plan: pass 1 counts anew. A plan of which
 * nothing was sent or counted stays as it is, so that `apply` still finds it. An overtaken run is not read again: it
 * ends here if the process was killed between its last answer and its end.
 */
export function recount(room: Room, track: Track): void {
  const { store } = room.deps;
  const row = store.sources.get(track.config.name);
  for (const { id, read, final } of store.runs.unfinished(track.config.name))
    if (final === 0 && read > 0 && id !== row?.run) finishRun(room, id);
  if (row?.run == null || row.done === 1 || !isBegun(store, row.run, row.plan)) return;
  store.sources.set(track.config.name, { plan: null });
}

function isBegun(
  { requests, plans, runs }: CatalogStore,
  run: number,
  plan: number | null,
): boolean {
  if (requests.hasAny(run)) return true;
  const marks = plans.get(plan ?? 0)?.marks;
  return marks !== undefined && booksOf(marks).waiting !== runs.get(run)?.waiting;
}

/** Marks a run final once nothing of it waits, and tells its books. */
export function finishRun({ deps, events }: Room, id: number): void {
  const run = deps.store.runs.get(id);
  if (run === undefined) return;
  if (run.final === 0 && run.waiting === 0) deps.store.runs.setFinal(id);
  const now = deps.store.runs.get(id);
  if (now !== undefined) events.runChanged(now);
}

/** True where nothing of the source may be sent: paused, or left out while a plan is applied. */
export function isPaused({ deps, sendsFor }: Room, track: Track): boolean {
  return (
    deps.store.sources.get(track.config.name)?.paused === 1 ||
    sendsFor?.has(track.config.name) === false
  );
}

/**
 * The run that counts of a source whose newest file is through, if something may be sent beside its files. A plan that
 * is applied sends nothing beside itself.
 */
export function restingRun(room: Room, track: Track): number | undefined {
  const row = room.deps.store.sources.get(track.config.name);
  if (row?.done !== 1 || room.sendsFor !== undefined || isPaused(room, track)) return undefined;
  return row.accepted_run ?? undefined;
}

/** Ends all passes of a source that are under way: nothing more is packed from the older plan. */
export function dropPasses({ book }: Room, track: Track): void {
  track.passOne?.export.close();
  track.passOne = undefined;
  track.reverse = undefined;
  for (const cursor of track.cursors) {
    const batch = cursor.packer.flush();
    if (batch !== undefined) book.free(batch.wishes);
    cursor.close();
  }
  track.cursors = [];
  track.isPlanRunning = false;
  forgetDeferred(track);
}
