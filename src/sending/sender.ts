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
  /** Of a request that goes on; undefined where it has its outcome, or was not tried yet. */
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
  /** How much the service had served when this one failed the last time. */
  readonly served: number;
}

const firstProgress: Progress = {
  attempts: 0,
  failures: 0,
  answeredFailures: 0,
  firstAnsweredMs: 0,
  served: 0,
};

/**
 * Sends one journalled mutation until its outcome is known: the same bytes, key and If-Match every time (I3). Bounded
 * by its backoff, by fault 44 and by the signal; when the next attempt comes is retry.ts alone.
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
    let progress = firstProgress;
    while (!signal.aborted) {
      const history = historyOf(progress, clock.monotonic());
      const attempted = await exchange.attempt(lane, request, { signal, history });
      if (attempted === undefined || isGivenUp(attempted.outcome, signal)) break;
      const at = { nowMs: clock.monotonic(), served: exchange.served() };
      progress = afterAttempt(progress, attempted, at);
      const verdict = verdictOf(mutation, attempted, progress.attempts);
      if (verdict !== undefined) return verdict;
      note(mutation, attempted, progress.attempts);
      if (attempted.next.kind === 'again') await rest(lane, attempted.next.waitMs, signal);
    }
    return { kind: 'stopped', attempts: progress.attempts };
  };

  return {
    send: (mutation, signal) =>
      sendOn(mutation, signal).finally(() => tries.delete(mutation.key ?? '')),
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
 * An answered failure counts when the service has served something else since the one before: then it is this request
 * or its key that fails, and not the service (fault 44). An outage alone never gives a request up.
 */
function afterAttempt(
  before: Progress,
  { outcome, next }: Attempted,
  at: { readonly nowMs: number; readonly served: number },
): Progress {
  const tried = { ...before, attempts: before.attempts + 1 };
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

/** Undefined while it goes on. */
function verdictOf(
  mutation: Mutation,
  { outcome, next }: Attempted,
  attempts: number,
): Verdict | undefined {
  if (outcome.kind === 'answer' && next.kind === 'done') {
    return { kind: 'answered', answer: outcome, attempts };
  }
  if (outcome.kind === 'answer' && next.kind === 'exhausted') {
    return { kind: 'exhausted', answer: outcome, attempts };
  }
  const isSingle = mutation.key === undefined && mutation.repeatable !== true;
  return isSingle && mayHaveWorked(outcome) ? { kind: 'unknown', outcome, attempts } : undefined;
}

/** A request without a key is sent again only where nothing can have been done (design section 6, sync start). */
export function mayHaveWorked(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return !['dns', 'refused', 'token'].includes(outcome.cause);
  const { problem } = outcome;
  return (
    problem !== undefined && problem.status !== 503 && problem.status !== 429 && isOpen(problem)
  );
}

/** Those that rest between two attempts wait too. */
function withResting(facts: SendingFacts, resting: ReadonlyMap<Lane, number>): SendingFacts {
  const lanes = facts.lanes.map((lane) => {
    return { ...lane, waiting: lane.waiting + (resting.get(lane.lane) ?? 0) };
  });
  return { ...facts, lanes };
}
