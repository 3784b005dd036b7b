import type { HttpAnswer, HttpOutcome } from '../domain/exchange.ts';
import type { Advice } from '../domain/facts.ts';
import { backoffCapMs, backoffFirstMs, rateLimitJitterMs } from '../domain/limits.ts';
import { isForeign, isProblemType, type Problem, problemEntry } from '../domain/problem.ts';
import { resetWaitMs, retryAfterMs } from './rate-limit.ts';

/*
 * What an outcome means for the next request (spec "Client retry rules", design section 6), as a pure function.
 * Every repetition that Stockhand makes by itself is decided here and nowhere else, so nothing repeats in two layers.
 */

/** A refused key is tried once a minute, by whichever request comes first (fault 52). */
const keyProbeMs = 60_000;
/** A missing right or a mistake of the program needs a person; a request now and then shows when it is put right. */
const rightProbeMs = 10 * 60_000;
/** After so many answered failures over so long a time a key is given up (fault 44). */
const answeredFailuresMax = 8;
const answeredFailuresMs = 30 * 60_000;
/** 429 and 503 say that nothing was done. But the third in a row may as well be an answer stored under the key. */
const patienceMax = 2;

/** What is known of a request before this attempt. */
export interface History {
  /** Attempts in a row that left the outcome open. */
  readonly failures: number;
  /**
   * Of these failures the answered ones (5xx, or an answer of something on the way) between which other requests were
   * served.
   */
  readonly answeredFailures: number;
  /** How long ago the first answered failure was. */
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

export interface Stop extends Advice {
  /** `lane`: this kind of request in its lane; `all`: everything with the API key. */
  readonly scope: 'lane' | 'all';
  /** After this one request is let through to see; Infinity: none before a restart. */
  readonly probeMs: number;
  readonly code: string;
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

/**
 * An error type that the specification does not list, such as a 409 `CONFLICT`, is judged by its status: these refuse
 * one request (spec "HTTP status codes").
 */
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
 * True where an answer came and the outcome is still not known: a 5xx, a 408 (the request took too long to arrive), bytes
 * that cannot be read, or a 4xx without an error type, which comes from something on the way and not from the service
 * (fault 54). A 401 without a type counts as the service's, because gateways check keys.
 */
export function isOpen(problem: Problem): boolean {
  const { status } = problem;
  return status >= 500 || status === 408 || (isForeign(problem) && status !== 401);
}

/**
 * Spec, retry rule 2: 1 second, then doubling. By chance up to as much again comes on top, so that many clients do not
 * come back in step (fault 51). At most `backoffCapMs`.
 */
export function backoffMs(failures: number, random: number): number {
  const stepMs = Math.min(backoffFirstMs * 2 ** failures, backoffCapMs / 2);
  return stepMs * (1 + random);
}

function againLater({ failures }: History, { random }: At): Again {
  return { kind: 'again', waitMs: backoffMs(failures, random) };
}

/**
 * Everybody waits: after a 429 until Reset or for Retry-After, after a 503 for Retry-After, with jitter on top (spec,
 * retry rule 1 and MAINTENANCE). If the answer tells no time, a 503 is like any 5xx, and a 429 holds everybody back for
 * a few seconds only: a 429 that is stored under one key would otherwise stop all lanes for half an hour (fault 44).
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

/** A refusal that other requests would meet, too, stops them; undefined for one that concerns this request alone. */
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
    return stop(
      'lane',
      rightProbeMs,
      `The marketplace does not accept such a request: ${status} ${type}`,
    );
  }
  return undefined;
}

/**
 * The program is wrong, not the data: 405, 415, and an answer whose type and status are both not in the spec. A type
 * alone stops nothing: the spec's own batches show a 409 `CONFLICT` that its table of types lacks.
 */
function isOurFault({ type, status }: Problem): boolean {
  if (status === 405 || status === 415) return true;
  return !isProblemType(type) && !refusalStatuses.has(status);
}
