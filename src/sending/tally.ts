import type { Clock } from '../domain/clock.ts';
import { type HttpOutcome, type Lane, lanes, type SendingFacts } from '../domain/exchange.ts';
import { isForeign, isOfOthers } from '../domain/problem.ts';
import { rateLimitOf, serverNow } from './rate-limit.ts';
import type { Next } from './retry.ts';

type TallyFacts = Omit<SendingFacts, 'lanes' | 'waitsUntil'>;

/** What the status page tells of the requests so far. */
interface Tally {
  left(lane: Lane): void;
  came(lane: Lane, outcome: HttpOutcome, next: Next): void;
  /** Nothing waits any more for what came last in the lane. */
  gaveUp(lane: Lane): void;
  facts(): TallyFacts;
}

export function createTally(clock: Clock): Tally {
  const sent = Object.fromEntries(lanes.map((lane) => [lane, 0])) as Record<Lane, number>;
  let facts: Omit<TallyFacts, 'sent' | 'unserved'> = {};
  const failures = new Map<Lane, string>();
  return {
    left(lane) {
      sent[lane] += 1;
    },
    came(lane, outcome, next) {
      facts = { ...facts, ...factsOf(outcome, clock.now()) };
      failures.delete(lane);
      const sentence = failureSentence(outcome, next);
      if (sentence === undefined) return;
      failures.set(lane, sentence);
      facts = { ...facts, lastFailure: { at: clock.now(), sentence } };
    },
    gaveUp(lane) {
      failures.delete(lane);
    },
    facts() {
      const unserved = failures.size === 0 ? {} : { unserved: Object.fromEntries(failures) };
      return { ...facts, ...unserved, sent: { ...sent } };
    },
  };
}

/** What an answer tells of the marketplace: nothing if something else answered in its place. */
function factsOf(outcome: HttpOutcome, nowMs: number): Omit<TallyFacts, 'sent'> {
  if (outcome.kind === 'none') return {};
  if (outcome.problem !== undefined && isOfOthers(outcome.problem)) return {};
  const rate = rateLimitOf(outcome.headers, nowMs);
  const hasDate = outcome.headers['date'] !== undefined;
  return {
    lastAnswerAt: nowMs,
    ...(hasDate ? { clockSkewMs: nowMs - serverNow(outcome.headers, nowMs) } : {}),
    ...(rate === undefined
      ? {}
      : {
          rateLimit: {
            limit: rate.limit,
            remaining: rate.remaining,
            resetAt: nowMs + rate.resetInMs,
          },
        }),
  };
}

/**
 * What is wrong with the marketplace as a whole; undefined for a definite outcome. One item's refusal is told with it.
 */
export function failureSentence(outcome: HttpOutcome, next: Next): string | undefined {
  if (next.kind === 'done') return undefined;
  if (outcome.kind === 'none') return `The marketplace gave no answer: ${outcome.detail}.`;
  if (next.kind === 'stop') return next.stop.sentence;
  const { problem, status } = outcome;
  if (problem === undefined) return undefined;
  if (isOfOthers(problem)) return `Something answered ${status}, but not as the marketplace does.`;
  const type = isForeign(problem) ? '' : ` ${problem.type}`;
  const detail = problem.detail ? ` (${problem.detail})` : '';
  return `The marketplace answered ${status}${type}${detail}.`;
}
