import type { HttpOutcome } from '../domain/exchange.ts';
import { isOfOthers, type Problem } from '../domain/problem.ts';

/** Why a read gave nothing, for people. */
export function outcomeText(outcome: HttpOutcome): string {
  if (outcome.kind === 'none')
    return isUnreadable(outcome)
      ? outcome.detail
      : `no answer (${outcome.cause}: ${outcome.detail})`;
  const { status, problem } = outcome;
  if (problem === undefined) return `answered ${status}`;
  if (isOfOthers(problem)) return `answered ${status}, but not as the marketplace does`;
  return [`answered ${status} ${problem.type}`, problem.detail || problem.title]
    .filter((text) => text !== '')
    .join(': ');
}

function isRefusedFor(outcome: HttpOutcome, statuses: readonly number[]): boolean {
  return outcome.kind === 'answer' && statuses.includes(outcome.status);
}

/**
 * Nothing can be wrong with the request for an order, so it is the order: gone, or somebody else's (fault 67). An
 * installation that has ended stops everything, and the order waits with the rest.
 */
export function isOrderRefused(outcome: HttpOutcome): boolean {
  return isRefusedFor(outcome, [400, 403, 404, 410, 422]) && !isEnded(outcome);
}

/** The marketplace itself says that it has no such order, or no longer (spec "HTTP status codes"). */
export function problemOfGone(outcome: HttpOutcome): Problem | undefined {
  if (!isRefusedFor(outcome, [404, 410]) || isEnded(outcome) || mayBeElsewhere(outcome))
    return undefined;
  return outcome.kind === 'answer' ? outcome.problem : undefined;
}

function isEnded(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answer' && outcome.problem?.type === 'INSTANCE_GONE';
}

/**
 * A malformed cursor is answered with an ERROR, 400 or 404 (spec "Error types"); a 404 without that type may come from
 * a proxy on the way. A place that is gone (410) or an invalid parameter (422) never becomes right by asking again
 * (spec "Client retry rules").
 */
export function isCursorRefused(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none' || isEnded(outcome)) return false;
  const { status, problem } = outcome;
  return [400, 410, 422].includes(status) || (status === 404 && problem?.type === 'ERROR');
}

export function isAborted(outcome: HttpOutcome): boolean {
  return outcome.kind === 'none' && outcome.cause === 'aborted';
}

/** An answer came that cannot be read: not in a form that the specification shows, or too large. */
export function isUnreadable(outcome: HttpOutcome): boolean {
  return outcome.kind === 'none' && ['unreadable', 'tooLarge'].includes(outcome.cause);
}

/** Whether another server may have answered, as at a wrong address: with a redirect, a page or a refusal of its own. */
export function mayBeElsewhere(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return outcome.cause === 'redirect' || isUnreadable(outcome);
  return outcome.problem !== undefined && isOfOthers(outcome.problem);
}
