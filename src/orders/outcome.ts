import type { HttpOutcome } from '../domain/exchange.ts';
import { isOfOthers } from '../domain/problem.ts';

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

/** Refused for good, where the request itself is to blame: not a right that is missing or a bad hour. */
export function isRefusedFor(outcome: HttpOutcome, statuses: readonly number[]): boolean {
  return outcome.kind === 'answer' && statuses.includes(outcome.status);
}

/**
 * spec "Error types": a malformed cursor is an ERROR, 400 or 404. A bare 404 may be any proxy on the way. A place that
 * is gone (410), or invalid as a parameter (422), never becomes right by asking again (spec "Client retry rules").
 */
export function isCursorRefused(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return false;
  const { status, problem } = outcome;
  if (problem?.type === 'INSTANCE_GONE') return false;
  return [400, 410, 422].includes(status) || (status === 404 && problem?.type === 'ERROR');
}

export function isAborted(outcome: HttpOutcome): boolean {
  return outcome.kind === 'none' && outcome.cause === 'aborted';
}

/** An answer came, but it is none of what the specification shows. */
export function isUnreadable(outcome: HttpOutcome): boolean {
  return outcome.kind === 'none' && ['unreadable', 'tooLarge'].includes(outcome.cause);
}

/** Where the address is wrong, another server answers, with a refusal or with a page of its own. */
export function mayBeElsewhere(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'none') return outcome.cause === 'redirect' || isUnreadable(outcome);
  return outcome.problem !== undefined && isOfOthers(outcome.problem);
}
