import type { Clock } from '../domain/clock.ts';
import type { Lane } from '../domain/exchange.ts';
import { rateLimitJitterMs } from '../domain/limits.ts';
import type { RateLimit } from './rate-limit.ts';

/** This last part of a window is kept for the lane `orders`: order actions and the feed. */
const reservedShare = 1 / 20;

/** How many requests are left in the window of the X-RateLimit headers: to wait costs less than to be refused. */
export interface Budget {
  /** `inFlight`: requests that have left and that the headers' numbers do not count yet. */
  learn(rate: RateLimit, inFlight: number): void;
  take(): void;
  /**
   * Monotonic ms from which a request of the lane may go; 0 for at once. A moment and not a wait, so it stays the same
   * while the clock continues: whoever compares it twice with one reading of the clock gets the same answer.
   */
  opensAt(lane: Lane): number;
}

interface Window {
  readonly left: number;
  readonly reserved: number;
  readonly untilMs: number;
}

export function createBudget(clock: Clock): Budget {
  let window: Window | undefined;
  return {
    learn({ limit, remaining, resetInMs }, inFlight) {
      window = {
        left: remaining - inFlight,
        reserved: Math.ceil(limit * reservedShare),
        untilMs: clock.monotonic() + resetInMs + clock.random() * rateLimitJitterMs,
      };
    },
    take() {
      if (window !== undefined) window = { ...window, left: window.left - 1 };
    },
    opensAt(lane) {
      if (window === undefined) return 0;
      return window.left > (lane === 'orders' ? 0 : window.reserved) ? 0 : window.untilMs;
    },
  };
}
