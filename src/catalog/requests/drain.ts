import type { Clock } from '../../domain/clock.ts';

/** How fast the backlog empties, learnt from the answers of the last five minutes, with waits for 429 and outages. */
export interface Drain {
  /** The marketplace has answered so many items. */
  took(items: number): void;
  /** Epoch ms at which this many items are through at the present pace; undefined while nothing is answered. */
  emptyAt(items: number): number | undefined;
}

const slotMs = 10_000;
const slotsMax = 30;

interface Slot {
  readonly atMs: number;
  items: number;
}

export function createDrain(clock: Pick<Clock, 'now' | 'monotonic'>): Drain {
  let slots: Slot[] = [];
  const forget = (nowMs: number): void => {
    slots = slots.filter(({ atMs }) => nowMs - atMs <= slotMs * slotsMax);
  };
  return {
    took(items) {
      const nowMs = clock.monotonic();
      const last = slots.at(-1);
      if (last !== undefined && nowMs - last.atMs < slotMs) last.items += items;
      else slots.push({ atMs: nowMs, items });
      forget(nowMs);
    },
    emptyAt(items) {
      const nowMs = clock.monotonic();
      forget(nowMs);
      const [first] = slots;
      if (first === undefined || items === 0) return undefined;
      const taken = slots.reduce((sum, slot) => sum + slot.items, 0);
      const tookMs = Math.max(nowMs - first.atMs, 1_000);
      return Math.round(clock.now() + (items / taken) * tookMs);
    },
  };
}
