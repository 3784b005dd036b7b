import type { Clock } from '../domain/clock.ts';
import { backoffMs } from './backoff.ts';

/** Orders that gave no answer. Each is asked ever more seldom, so that it does not hold up the others (I15). */
export interface Resting {
  rest(orderId: string): void;
  /** The order answered. */
  heal(orderId: string): void;
  isResting(orderId: string): boolean;
  /** Those that rest now. */
  orders(): string[];
}

interface Rest {
  readonly untilMs: number;
  readonly failures: number;
}

const rememberedMax = 1_000;

export function createResting(clock: Clock): Resting {
  const rests = new Map<string, Rest>();
  const isOver = (rest: Rest | undefined) =>
    rest === undefined || rest.untilMs <= clock.monotonic();
  return {
    rest(orderId) {
      const failures = (rests.get(orderId)?.failures ?? 0) + 1;
      const [oldest] = rests.keys();
      if (rests.size >= rememberedMax && oldest !== undefined) rests.delete(oldest);
      rests.set(orderId, { failures, untilMs: clock.monotonic() + backoffMs(clock, failures) });
    },
    heal: (orderId) => void rests.delete(orderId),
    isResting: (orderId) => !isOver(rests.get(orderId)),
    orders: () => [...rests].filter(([, rest]) => !isOver(rest)).map(([orderId]) => orderId),
  };
}
