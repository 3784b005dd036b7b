import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';

type RateState = { limit: number; remaining: number; resetSeconds: number };

/**
 * Counts requests in fixed windows of wall time: a client waits until X-RateLimit-Reset by its own
 * clock, which does not run fast with the sandbox's.
 */
export function createRateLimiter(market: Market): {
  count(): void;
  headers(): Record<string, string>;
} {
  let windowStart = 0;
  let used = 0;
  const current = (): RateState | undefined => {
    const rate = market.settings.rateLimit;
    if (!rate) return undefined;
    const windowMs = rate.windowSeconds * 1000;
    const start = Math.floor(market.clock.wallMs() / windowMs) * windowMs;
    if (start !== windowStart) [windowStart, used] = [start, 0];
    const remaining = Math.max(0, rate.limit - used);
    return { limit: rate.limit, remaining, resetSeconds: Math.ceil((start + windowMs) / 1000) };
  };
  return {
    count: () => {
      const state = current();
      if (!state) return;
      if (state.remaining === 0) throw rateLimited(state, market.clock.wallMs());
      used += 1;
    },
    headers: () => {
      const state = current();
      return state ? rateHeaders(state) : {};
    },
  };
}

function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/** 429 with its four headers (spec "Limits", rate limiting). */
export function rateLimited(state: RateState, wallMs: number): Problem {
  const retryAfter = Math.max(1, Math.ceil(state.resetSeconds - wallMs / 1000));
  return new Problem('RATE_LIMIT_EXCEEDED', `Try again in ${retryAfter} s`, {
    headers: { ...rateHeaders({ ...state, remaining: 0 }), 'retry-after': String(retryAfter) },
  });
}
