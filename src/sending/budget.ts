import type { Clock } from '../domain/clock.ts';
import type { Lane } from '../domain/exchange.ts';
import { rateLimitJitterMs } from '../domain/limits.ts';
import type { RateLimit } from './rate-limit.ts';

/** The last part of a window that is told, kept for order actions and the feed. */
const reservedShare = 1 / 20;

/** What is left of the window that the X-RateLimit headers tell: waiting costs less than being refused. */
export interface Budget {
  /** `inFlight`: requests that left and are not in the numbers yet. */
  learn(rate: RateLimit, inFlight: number): void;
  take(): void;
  /**
   * Monotonic ms from which a request of the lane may go; 0 for at once. It says the same while the clock goes on:
   * who compares it twice with one reading finds nobody both too early and too late.
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
