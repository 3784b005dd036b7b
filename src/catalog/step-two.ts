import { complaintsMax } from './mapping/row-complaints.ts';
import { noteRefused } from './requests/refused-rows.ts';
import { finishRun, isPaused, type Room } from './requests/room.ts';
import { stuckRow } from './requests/stuck-rows.ts';
import { type Cursor, defer, idlePassesMax, type Track } from './requests/track.ts';
import type { Deferred } from './state/request-items.ts';
import { lookAtStockAgain } from './step-one.ts';

/** So many requests are packed for each that may be sent at once, so that the sender never waits for a packer. */
const packedAhead = 2;
/**
 * The last batch of a lane waits so long for rows that could fill it. Not longer, because rows of others wait with it.
 */
const patienceMs = { stock: 300, products: 1_000 } as const;

/** Packs the next stretch of a committed plan, or ends it. False where it waits for answers. */
export async function stepPassTwo(room: Room, track: Track, planId: number): Promise<boolean> {
  if (!track.isPlanRunning) {
    const plan = room.deps.store.plans.get(planId);
    if (plan === undefined) throw new Error(`plan ${planId} is gone`);
    await room.passes.startPlan(track, plan);
    return true;
  }
  const cursor = track.cursors.find((each) => mayAdvance(room, each));
  if (cursor !== undefined) {
    await advance(room, track, cursor);
    return true;
  }
  if (track.cursors.length > 0 || track.outstanding > 0) return false;
  endPlan(room, track);
  return true;
}

function mayAdvance(room: Room, { lane, waits }: Cursor): boolean {
  const { book, deps } = room;
  if (book.open(lane) >= deps.maxInFlight * packedAhead) return false;
  return (
    waits === undefined || waits.answered !== book.answeredCount || isGivenUp(room, { lane, waits })
  );
}

/** No answer is to come any more, or the wait takes too long: then the rest is sent as it is. */
function isGivenUp({ book, deps }: Room, { lane, waits }: Pick<Cursor, 'lane' | 'waits'>): boolean {
  if (waits === undefined) return false;
  return book.openCount === 0 || deps.clock.monotonic() - waits.sinceMs >= patienceMs[lane];
}

function noteWaiting({ book, deps }: Room, cursor: Cursor, isWaiting: boolean | undefined): void {
  if (isWaiting !== true) cursor.waits = undefined;
  else {
    if (cursor.waits === undefined) void deps.clock.sleep(patienceMs[cursor.lane]).then(deps.nudge);
    const sinceMs = cursor.waits?.sinceMs ?? deps.clock.monotonic();
    cursor.waits = { sinceMs, answered: book.answeredCount };
  }
}

async function advance(room: Room, track: Track, cursor: Cursor): Promise<void> {
  const step = await cursor.steps.next(isGivenUp(room, cursor));
  await room.deps.clock.breathe();
  if (track.isOvertaken) return;
  if (step.done) {
    track.cursors = track.cursors.filter((other) => other !== cursor);
    cursor.close();
    pack(room, track, { cursor, batches: [cursor.packer.flush()] });
    return;
  }
  const { items, sent, unchanged, deferred } = step.value;
  noteWaiting(room, cursor, step.value.isWaiting);
  const { runs } = room.deps.store;
  const uncounted = sent.filter((product) => track.settled.get(product) === 0).length;
  if (uncounted > 0) runs.settle(cursor.run, 'sent', uncounted);
  if (unchanged > 0) runs.settle(cursor.run, 'unchanged', unchanged);
  defer(track, deferred);
  room.book.reserve(items.map((item) => item.wish));
  const batches = items.flatMap((item) => {
    const isAlone = track.alone.has(item.wish.product);
    const before = isAlone ? cursor.packer.flush() : undefined;
    const closed = cursor.packer.add(item);
    return [before, closed, isAlone ? cursor.packer.flush() : undefined];
  });
  pack(room, track, { cursor, batches });
}

function pack(
  { book }: Room,
  track: Track,
  {
    cursor,
    batches,
  }: { cursor: Cursor; batches: readonly ReturnType<Cursor['packer']['flush']>[] },
): void {
  const { kind, lane, run } = cursor;
  const ready = batches.filter((batch) => batch !== undefined);
  if (ready.length === 0) return;
  book.send(ready.map((batch) => ({ kind, lane, run, source: track.config.name, batch })));
  track.outstanding += ready.length;
}

/** The plan has nothing left to pack and nothing open: it is done, or its rest is read again. */
function endPlan(room: Room, track: Track): void {
  const { store } = room.deps;
  const source = track.config.name;
  const row = store.sources.get(source);
  track.isPlanRunning = false;
  if (track.deferred > 0) emptyPackers(room, track);
  // These rows may wait for an answer that is still to come.
  const mayMove = track.idlePasses < idlePassesMax || room.book.openCount > 0;
  if (track.deferred > 0 && mayMove) {
    track.idlePasses = Math.min(track.idlePasses + 1, idlePassesMax);
    track.answersBefore = room.book.answeredCount;
    store.sources.set(source, { plan: null });
    return;
  }
  // One commit: a kill in between would park the same rows once more, and their run would never balance.
  store.transaction(() => {
    if (track.deferred > 0 && row?.accepted_run != null)
      parkRest(room, row.accepted_run, track.stuck);
    store.sources.set(source, { done: 1 });
    lookAtStockAgain(room, track, { hasNews: track.created > 0 });
  });
  track.created = 0;
  if (row?.accepted_run != null) finishRun(room, row.accepted_run);
}

/**
 * Rows of this file may wait for articles in the packer of another file, which in turn waits for this one. So what is
 * packed there is sent now, and answered like any other request.
 */
function emptyPackers(room: Room, except: Track): void {
  for (const track of room.tracks.values()) {
    if (track === except || track.isOvertaken) continue;
    for (const cursor of track.cursors) {
      const batch = cursor.packer.flush();
      if (isPaused(room, track)) giveBack(room, track, batch);
      else pack(room, track, { cursor, batches: [batch] });
    }
  }
}

/** Nothing of a paused file is sent: its packed rows are put back, and read again afterwards. */
function giveBack(
  { book }: Room,
  track: Track,
  batch: ReturnType<Cursor['packer']['flush']>,
): void {
  if (batch === undefined) return;
  book.free(batch.wishes);
  defer(track, batch.wishes);
}

function parkRest({ deps }: Room, run: number, stuck: readonly Deferred[]): void {
  const { store } = deps;
  // Articles that have vanished are no rows of the file.
  store.runs.settle(run, 'rejected', stuck.filter(({ row }) => row !== null).length);
  for (const each of stuck.slice(0, complaintsMax)) store.complaints.add(run, stuckRow(each));
  const articles = stuck.flatMap(({ row, externalId }) =>
    externalId === null ? [] : { row, externalId },
  );
  noteRefused(deps, { source: store.runs.get(run)?.source ?? '', run }, articles);
}
