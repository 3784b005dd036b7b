import type { HttpAnswer, HttpOutcome } from '../domain/exchange.ts';
import { backoffCapMs, backoffFirstMs, rateLimitJitterMs } from '../domain/limits.ts';
import { isForeign, isProblemType, type Problem, problemEntry } from '../domain/problem.ts';
import { resetWaitMs, retryAfterMs } from './rate-limit.ts';

/*
 * What an outcome means for the next request (spec "Client retry rules", design section 6), as a pure function.
 * Every repetition that Stockhand makes by itself is decided here and nowhere else, so nothing repeats in two layers.
 */

/** Fault 52: a refused key is tried once a minute, by whichever request is first. */
const keyProbeMs = 60_000;
/** A missing right or a mistake of the program needs a person; a request now and then shows when it is put right. */
const rightProbeMs = 10 * 60_000;
/** Fault 44: this many answered failures under one key, over this long, and the key is given up. */
const answeredFailuresMax = 8;
const answeredFailuresMs = 30 * 60_000;
/** 429 and 503 say that nothing was done; from the third on, a stored answer under the key is as likely. */
const patienceMax = 2;

/** What is known of a request before this attempt. */
export interface History {
  /** Attempts in a row that left the outcome open. */
  readonly failures: number;
  /** Those of them that were answered (5xx, or an answer of something on the way) while others were served. */
  readonly answeredFailures: number;
  /** Since the first of these. */
  readonly answeredForMs: number;
}

interface At {
  /** Wall clock, epoch ms; only compared with the service's dates. */
  readonly nowMs: number;
  /** 0 ≤ random < 1. */
  readonly random: number;
  /** The right that the request needs, for the sentence about a missing one. */
  readonly right: string;
}

export interface Stop {
  /** `lane`: this kind of request in its lane; `all`: everything with the API key. */
  readonly scope: 'lane' | 'all';
  /** After which one request is let through to see; Infinity: never again before a restart. */
  readonly probeMs: number;
  readonly code: string;
  readonly sentence: string;
  readonly remedy: string;
}

export type Next =
  /** Definitive: 2xx, or a refusal that is never repeated unchanged. */
  | { readonly kind: 'done' }
  /** The same bytes under the same key: this request after `waitMs`, and with `everybodyMs` nobody before that. */
  | Again
  | { readonly kind: 'stop'; readonly stop: Stop }
  /** Given up under this key (fault 44); a 429 holds everybody back all the same. */
  | { readonly kind: 'exhausted'; readonly everybodyMs?: number };

interface Again {
  readonly kind: 'again';
  readonly waitMs: number;
  readonly everybodyMs?: number;
}

export const firstHistory: History = { failures: 0, answeredFailures: 0, answeredForMs: 0 };

/** Statuses that spec "HTTP status codes" has; a type outside its table is judged by these (a 409 `CONFLICT`). */
const refusalStatuses = new Set([400, 404, 409, 410, 413, 422]);

export function nextStep(outcome: HttpOutcome, history: History, at: At): Next {
  if (outcome.kind === 'none') return againLater(history, at);
  const { problem } = outcome;
  if (problem === undefined) return { kind: 'done' };
  const isPause = problem.status === 429 || problem.status === 503;
  if (isPause || isOpen(problem)) {
    const again = isPause ? pause(outcome, history, at) : againLater(history, at);
    return isExhausted(history) ? { ...again, kind: 'exhausted' } : again;
  }
  const stop = stopOf(problem, at);
  return stop === undefined ? { kind: 'done' } : { kind: 'stop', stop };
}

/**
 * True where the outcome is not known although an answer came: 5xx, bytes that cannot be read, or 4xx without an error
 * type, which is not the service's own word but that of something on the way (fault 54). A 401 stays one: gateways
 * check keys.
 */
export function isOpen(problem: Problem): boolean {
  const { status } = problem;
  return status >= 500 || (isForeign(problem) && status !== 401);
}

/**
 * Spec, retry rule 2: 1 second, doubling; that much at least, and by chance up to as much again, so that many clients
 * do not come back in step (fault 51). At most `backoffCapMs`.
 */
export function backoffMs(failures: number, random: number): number {
  const stepMs = Math.min(backoffFirstMs * 2 ** failures, backoffCapMs / 2);
  return stepMs * (1 + random);
}

function againLater({ failures }: History, { random }: At): Again {
  return { kind: 'again', waitMs: backoffMs(failures, random) };
}

/**
 * 429 until Reset, 503 for Retry-After (spec, retry rule 1 and MAINTENANCE): for everybody, with jitter on top. Where
 * nothing is told, a 503 is a 5xx like others, and a 429 holds everybody back for few seconds only: stored under a key,
 * it would else stop all lanes for half an hour (fault 44).
 */
function pause({ status, headers }: HttpAnswer, history: History, at: At): Again {
  const { failures } = history;
  const { nowMs, random } = at;
  const resetMs = status === 429 ? resetWaitMs(headers, nowMs) : undefined;
  const toldMs = resetMs ?? retryAfterMs(headers, nowMs);
  if (toldMs === undefined && status === 503) return againLater(history, at);
  const everybodyMs =
    toldMs === undefined
      ? backoffMs(Math.min(failures, patienceMax), random)
      : toldMs + random * rateLimitJitterMs;
  const waitMs = failures < patienceMax ? 0 : backoffMs(failures - patienceMax, random);
  return { kind: 'again', waitMs, everybodyMs };
}

function isExhausted({ answeredFailures, answeredForMs }: History): boolean {
  return answeredFailures + 1 >= answeredFailuresMax && answeredForMs >= answeredFailuresMs;
}

/** The refusals that no other request would escape; undefined for those that concern this request alone. */
function stopOf(problem: Problem, { right }: At): Stop | undefined {
  const { type, status, detail } = problem;
  const { retry, remedy } = problemEntry(type, status);
  const told = detail === '' ? '' : ` (${detail})`;
  const stop = (scope: Stop['scope'], probeMs: number, sentence: string): Stop => {
    return { scope, probeMs, code: type, sentence: `${sentence}${told}.`, remedy };
  };
  if (retry === 'refreshAuth')
    return stop('all', keyProbeMs, 'The marketplace refused the API key');
  if (retry === 'stopAll') {
    return stop('all', Number.POSITIVE_INFINITY, 'The marketplace has ended this installation');
  }
  if (retry === 'stopLane')
    return stop('lane', rightProbeMs, `The API key lacks the right ${right}`);
  if (isOurFault(problem)) {
    return stop('lane', rightProbeMs, `The marketplace takes no such request: ${status} ${type}`);
  }
  return undefined;
}

/**
 * The program is wrong, not the data: 405, 415, and what the spec has no row for, neither by type nor by status. Its
 * own batches name a 409 `CONFLICT` that its table lacks, so a type alone does not stop anything.
 */
function isOurFault({ type, status }: Problem): boolean {
  if (status === 405 || status === 415) return true;
  return !isProblemType(type) && !refusalStatuses.has(status);
}
