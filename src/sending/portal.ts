import type { Clock } from '../domain/clock.ts';
import type { HttpOutcome, HttpRequest } from '../domain/exchange.ts';
import type { Attempted, Door } from './exchange.ts';
import { firstHistory, type Next } from './retry.ts';
import { mayHaveWorked } from './sender.ts';

/** A person waits for the answer, so no try begins later than this. */
export const patienceMs = 60_000;
export const triesMax = 4;

/** What came of a request, and whether it may have had an effect that no answer tells of. */
export interface Asked {
  readonly outcome: HttpOutcome;
  /** The last try may have had its effect. */
  readonly isOpen: boolean;
  /** An earlier try may have had its effect. */
  readonly isRepeated: boolean;
}

/**
 * Requests with the portal session. A person asks for each; none has a stored row or a key (spec "Webhook management").
 */
export interface Portal {
  ask(request: HttpRequest, signal: AbortSignal): Promise<Asked>;
}

interface PortalDeps {
  readonly exchange: Door;
  readonly clock: Clock;
}

const noTurn: HttpOutcome = {
  kind: 'none',
  cause: 'aborted',
  detail: 'no request may be sent now; stockhand status says why',
};

/**
 * Tries again by the rules of retry.ts, but only for as long as a person waits, and only what cannot have a second
 * effect: GET and DELETE, and a POST of which nothing can have been done.
 */
export function createPortal({ exchange, clock }: PortalDeps): Portal {
  return {
    async ask(request, signal) {
      const [answered, patience] = [new AbortController(), new AbortController()];
      void clock.sleep(patienceMs, answered.signal).then(() => patience.abort());
      const endMs = clock.monotonic() + patienceMs;
      let asked: Asked = { outcome: noTurn, isOpen: false, isRepeated: false };
      try {
        for (let tries = 0; tries < triesMax; tries += 1) {
          const history = { ...firstHistory, failures: tries };
          const sending = { signal, patience: patience.signal, history };
          const attempted = await exchange.attempt('background', request, sending);
          if (attempted === undefined) return asked;
          asked = { ...judged(attempted), isRepeated: asked.isRepeated || asked.isOpen };
          const waitMs = waitBefore(request, attempted.next, asked);
          if (waitMs === undefined || clock.monotonic() + waitMs >= endMs) return asked;
          await clock.sleep(waitMs, signal);
        }
        return asked;
      } finally {
        answered.abort();
      }
    },
  };
}

function judged({ outcome, next }: Attempted): Pick<Asked, 'outcome' | 'isOpen'> {
  const isOpen = next.kind === 'again' && !isSessionRefused(outcome) && mayHaveWorked(outcome);
  return { outcome, isOpen };
}

/** Undefined where the request is not sent again. */
function waitBefore(
  { method }: HttpRequest,
  next: Next,
  { outcome, isOpen }: Asked,
): number | undefined {
  if (next.kind !== 'again' || isSessionRefused(outcome)) return undefined;
  if (isOpen && method === 'POST') return undefined;
  return Math.max(next.waitMs, next.everybodyMs ?? 0);
}

/**
 * A 401 or 403 counts without an error type, too, because spec "Authentication" 3 names types for /connect/v1 alone. A
 * redirect leads to the login.
 */
function isSessionRefused(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return outcome.cause === 'redirect';
  return outcome.status === 401 || outcome.status === 403;
}
