import { sendLower } from './lower-refused.ts';
import type { SettledRequest } from './request-book.ts';
import { finishRun, type Room } from './room.ts';
import { sendAnew } from './sent-anew.ts';
import { type ItemRefusal, isOfCountingRun, type OpenRequest, refuse } from './settle.ts';
import { defer, type Track } from './track.ts';

const aloneMax = 3;

/**
 * Stores every answer that has come and what it means for the sources. False if none has: requests that were refused as
 * a kind only go on under new keys, once a minute after a 401, and a pass must not wait for that for ever.
 */
export function takeAnswers(room: Room): boolean {
  const settled = room.book.settleArrived();
  if (settled.length === 0) return false;
  const runs = new Set<number>();
  for (const answered of settled) {
    runs.add(answered.request.run);
    takeAnswer(room, answered);
    if (!answered.settled.isSplit) room.drain.took(answered.request.items.length);
  }
  for (const track of room.tracks.values()) track.idlePasses = 0;
  for (const run of runs) finishRun(room, run);
  return true;
}

function takeAnswer(room: Room, { request, settled }: SettledRequest): void {
  const track = room.tracks.get(request.source);
  if (track === undefined) return;
  track.outstanding += settled.isSplit ? 1 : -1;
  if (settled.isSplit) return;
  track.created += settled.created;
  const again = new Map(settled.again.map((refusal) => [refusal.item, refusal]));
  const gone = new Set(settled.gone.map(({ item }) => item));
  const isCounting = isOfCountingRun(room.deps.store, request);
  for (const item of request.items) {
    const refusal = again.get(item);
    if (refusal !== undefined) goAlone(room, track, { refusal, request });
    else track.alone.delete(item.product);
    if (isCounting && item.row !== null && !gone.has(item)) track.settled.set(item.product, 1);
  }
  if (!isCounting) return;
  sendAnew(room, track, { request, gone: settled.gone });
  sendLower(room, track, { request, refused: settled.refused });
}

/**
 * An item that its answer does not name, or refuses for what passes by itself, is sent alone; the third time it is
 * parked (faults 87, 131).
 */
function goAlone(
  room: Room,
  track: Track,
  { refusal, request }: { refusal: ItemRefusal; request: OpenRequest },
): void {
  const { item } = refusal;
  const { store } = room.deps;
  const times = (track.alone.get(item.product) ?? 0) + 1;
  track.alone.set(item.product, times);
  if (!isOfCountingRun(store, request)) return;
  if (times < aloneMax) {
    defer(track, [item]);
    return;
  }
  track.alone.delete(item.product);
  store.transaction(() => refuse(room.deps, request, [refusal]));
}
