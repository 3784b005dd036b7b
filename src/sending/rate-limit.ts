type Headers = Readonly<Record<string, string>>;

/** A longer wait is a mistake, as when milliseconds are read as seconds, or a clock is wrong (fault 49). */
const waitMaxMs = 24 * 3_600_000;

/** A Reset of this or more can only be milliseconds: as seconds it would lie in the year 5138. */
const firstMilliseconds = 100_000_000_000;

/** The window that the service tells (spec "Rate limiting"). */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetInMs: number;
}

/** Now by the service's clock, to the second as the Date header has it; by ours where it sends none. Epoch ms. */
export function serverNow(headers: Headers, nowMs: number): number {
  return httpDate(headers['date']) ?? nowMs;
}

/**
 * How long until X-RateLimit-Reset, measured against the service's own Date, so that a wrong clock here never asks too
 * early (fault 49). Undefined where it is missing, past, garbage or more than a day away.
 */
export function resetWaitMs(headers: Headers, nowMs: number): number | undefined {
  const reset = headers['x-ratelimit-reset']?.trim() ?? '';
  if (!/^\d{1,15}$/.test(reset)) return undefined;
  const value = Number(reset);
  const resetMs = value >= firstMilliseconds ? value : value * 1000;
  const waitMs = resetMs - serverNow(headers, nowMs);
  return waitMs > 0 && waitMs <= waitMaxMs ? waitMs : undefined;
}

/** Retry-After in seconds or as a date; at most a day. Undefined where it is missing, past or garbage. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  const date = httpDate(text);
  const waitMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1000
    : date === undefined
      ? 0
      : date - serverNow(headers, nowMs);
  return waitMs > 0 ? Math.min(waitMs, waitMaxMs) : undefined;
}

/** Undefined unless all three headers can be read and the window is still open. */
export function rateLimitOf(headers: Headers, nowMs: number): RateLimit | undefined {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const resetInMs = resetWaitMs(headers, nowMs);
  if (limit === undefined || remaining === undefined || resetInMs === undefined) return undefined;
  return { limit, remaining, resetInMs };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** `Fri, 20 Nov 2026 08:00:00 GMT`, the one form that is written today; Date.parse alone takes nearly anything. */
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) {
    return undefined;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
