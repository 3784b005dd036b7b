import type { Clock } from '../domain/clock.ts';
import type {
  HttpOutcome,
  HttpRequest,
  Lane,
  Mutation,
  Sender,
  SendingFacts,
  Tries,
  Verdict,
} from '../domain/exchange.ts';
import type { Attempted, Door } from './exchange.ts';
import { type History, isOpen } from './retry.ts';
import { failureSentence } from './tally.ts';

export interface TellingSender extends Sender {
  /** The tries of a request that continues; undefined if it has its outcome, or has not failed yet. */
  tries(key: string): Tries | undefined;
}

interface SenderDeps {
  readonly exchange: Door;
  readonly clock: Clock;
}

/** Where one mutation stands. */
interface Progress {
  readonly attempts: number;
  /** As in History. */
  readonly failures: number;
  /** As in History. */
  readonly answeredFailures: number;
  /** Monotonic ms. */
  readonly firstAnsweredMs: number;
  /** How many requests the service had served when an answered failure of this one was last counted. */
  readonly served: number;
  /** Some attempt under this key may have had its effect, or may yet have it. */
  readonly isOpen: boolean;
}

const firstProgress: Progress = {
  attempts: 0,
  failures: 0,
  answeredFailures: 0,
  firstAnsweredMs: 0,
  served: 0,
  isOpen: false,
};

/**
 * Sends one journalled mutation until its outcome is known, every time with the same bytes, key and If-Match (I3).
 * Fault 44, the signal and a refusal of its kind end that earlier, and without a key the first attempt that may have
 * worked. When the next attempt comes is said by retry.ts alone.
 */
export function createSender({ exchange, clock }: SenderDeps): TellingSender {
  const tries = new Map<string, Tries>();
  const resting = new Map<Lane, number>();
  const rest = async (lane: Lane, waitMs: number, signal: AbortSignal): Promise<void> => {
    resting.set(lane, (resting.get(lane) ?? 0) + 1);
    await clock.sleep(waitMs, signal);
    resting.set(lane, (resting.get(lane) ?? 0) - 1);
  };

  const note = ({ key }: Mutation, { outcome, next }: Attempted, attempts: number): void => {
    const last = failureSentence(outcome, next);
    if (key !== undefined && last !== undefined) tries.set(key, { attempts, last });
  };

  const sendOn: Sender['send'] = async (mutation, signal) => {
    const { lane } = mutation;
    const request = requestOf(mutation);
    let progress = { ...firstProgress, isOpen: mutation.mayHaveLeft === true };
    while (!signal.aborted) {
      const history = historyOf(progress, clock.monotonic());
      const attempted = await exchange.attempt(lane, request, { signal, history });
      if (attempted === undefined) break;
      if (isGivenUp(attempted.outcome, signal))
        return { kind: 'stopped', attempts: progress.attempts };
      const at = { nowMs: clock.monotonic(), served: exchange.served() };
      progress = afterAttempt(progress, attempted, at);
      const verdict = verdictOf(mutation, attempted, progress);
      if (verdict !== undefined) return verdict;
      note(mutation, attempted, progress.attempts);
      if (attempted.next.kind === 'again') await rest(lane, attempted.next.waitMs, signal);
    }
    return stoppedAt(progress);
  };

  return {
    async send(mutation, signal) {
      const verdict = await sendOn(mutation, signal).finally(() =>
        tries.delete(mutation.key ?? ''),
      );
      if (verdict.kind === 'unknown') exchange.gaveUp(mutation.lane);
      return verdict;
    },
    tries: (key) => tries.get(key),
    facts: () => withResting(exchange.facts(), resting),
  };
}

function requestOf({ method, path, key, ifMatch, body }: Mutation): HttpRequest {
  const headers = {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
  return { method, path, headers, credential: 'bearer', ...(body === undefined ? {} : { body }) };
}

function historyOf(
  { failures, answeredFailures, firstAnsweredMs }: Progress,
  nowMs: number,
): History {
  const answeredForMs = answeredFailures === 0 ? 0 : nowMs - firstAnsweredMs;
  return { failures, answeredFailures, answeredForMs };
}

/**
 * An answered failure counts if the service has served another request since the one before: then this request or its
 * key fails, and not the service (fault 44). So a request is never given up for an outage.
 */
function afterAttempt(
  before: Progress,
  { outcome, next }: Attempted,
  at: { readonly nowMs: number; readonly served: number },
): Progress {
  const isOpen = before.isOpen || staysOpen(outcome);
  const tried = { ...before, attempts: before.attempts + 1, isOpen };
  if (next.kind !== 'again') return tried;
  const progress = { ...tried, failures: before.failures + 1 };
  const isFirst = before.answeredFailures === 0;
  const counts = outcome.kind === 'answer' && (isFirst || at.served !== before.served);
  if (!counts) return progress;
  return {
    ...progress,
    answeredFailures: before.answeredFailures + 1,
    firstAnsweredMs: isFirst ? at.nowMs : before.firstAnsweredMs,
    served: at.served,
  };
}

function isGivenUp(outcome: HttpOutcome, signal: AbortSignal): boolean {
  return signal.aborted && outcome.kind === 'none';
}

/** The signal came before the next attempt. */
function stoppedAt({ attempts, isOpen }: Progress): Verdict {
  const isUnsent = attempts === 0 && !isOpen;
  return { kind: 'stopped', attempts, ...(isUnsent ? { isUnsent } : {}) };
}

/** Undefined while the mutation continues. */
function verdictOf(
  mutation: Mutation,
  { outcome, next }: Attempted,
  { attempts, isOpen }: Progress,
): Verdict | undefined {
  if (outcome.kind === 'answer' && next.kind === 'done') {
    return { kind: 'answered', answer: outcome, attempts };
  }
  if (outcome.kind === 'answer' && next.kind === 'exhausted') {
    return { kind: 'exhausted', answer: outcome, attempts };
  }
  if (next.kind === 'stop' && mutation.key !== undefined && !isOpen) {
    return { kind: 'unapplied', attempts };
  }
  const isSingle = mutation.key === undefined && mutation.repeatable !== true;
  return isSingle && mayHaveWorked(outcome) ? { kind: 'unknown', outcome, attempts } : undefined;
}

/**
 * Whether the request may have been carried out: without a key it is then not sent again (design section 6, sync
 * start).
 */
export function mayHaveWorked(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return !['dns', 'refused', 'proxy', 'token'].includes(outcome.cause);
  const { problem } = outcome;
  return (
    problem !== undefined && problem.status !== 503 && problem.status !== 429 && isOpen(problem)
  );
}

/** As `mayHaveWorked`; and a 503 of something on the way does not tell that the service does nothing. */
function staysOpen(outcome: HttpOutcome): boolean {
  const isUntyped503 = outcome.kind === 'answer' && outcome.status === 503;
  return mayHaveWorked(outcome) || (isUntyped503 && outcome.problem?.type !== 'MAINTENANCE');
}

/** Requests that rest between two attempts count as waiting, too. */
function withResting(facts: SendingFacts, resting: ReadonlyMap<Lane, number>): SendingFacts {
  const lanes = facts.lanes.map((lane) => {
    return { ...lane, waiting: lane.waiting + (resting.get(lane.lane) ?? 0) };
  });
  return { ...facts, lanes };
}
