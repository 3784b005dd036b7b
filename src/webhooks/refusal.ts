import type { Code } from '../domain/codes.ts';
import { shownValue } from '../domain/complaint.ts';
import { StockhandError } from '../domain/error.ts';
import type { HttpOutcome } from '../domain/exchange.ts';

/** What was asked, told as it ends where it fails: `The webhook endpoints could not be listed`. */
export interface Question {
  readonly failed: string;
  /** Of the endpoint that the address of the request names. */
  readonly id?: string;
  /** What to do where the marketplace says that something of the request is wrong. */
  readonly remedy?: string;
}

/** An outcome without a 2xx, as the failure that is reported to a person. */
export function refusalOf(outcome: HttpOutcome, question: Question): StockhandError {
  const code = codeOf(outcome, question);
  const sentence = `${question.failed}: ${causes[code]}: ${outcomeText(outcome)}`;
  const remedy = code === 'WEBHOOK_REFUSED' ? question.remedy : undefined;
  return new StockhandError(code, sentence, remedy === undefined ? {} : { remedy });
}

/** A 2xx whose bytes do not hold what was asked for: a portal shows its login page like that, too. */
export function unreadable(fault: string, { failed }: Question): StockhandError {
  return new StockhandError('MARKETPLACE_FAILED', `${failed}: the marketplace's answer ${fault}.`, {
    remedy:
      'If the session has ended, a portal may send its login page instead: put a new session into marketplace.portal.session, and restart a running daemon.',
  });
}

/** `422 VALIDATION_ERROR, Validation failed (url: …).` */
export function outcomeText(outcome: HttpOutcome): string {
  if (outcome.kind === 'none') return `${outcome.detail}.`;
  const { status, problem } = outcome;
  const words = [problem?.type, problem?.title].map((word) => shownValue(word ?? ''));
  const detail = problem?.detail ? ` (${shownValue(problem.detail)})` : '';
  return `${status} ${words.join(', ')}${detail}.`;
}

const causes = {
  NO_ANSWER: 'the marketplace gave no answer',
  PORTAL_SESSION: 'the marketplace did not accept marketplace.portal',
  PORTAL_RIGHT: 'the user of marketplace.portal lacks the right',
  WEBHOOK_UNKNOWN: 'the marketplace does not know this endpoint',
  MARKETPLACE_FAILED: 'the marketplace failed',
  WEBHOOK_REFUSED: 'the marketplace refused',
} as const satisfies Partial<Record<Code, string>>;

function codeOf(outcome: HttpOutcome, { id }: Question): keyof typeof causes {
  if (outcome.kind === 'none') return outcome.cause === 'redirect' ? 'PORTAL_SESSION' : 'NO_ANSWER';
  const { status, problem } = outcome;
  if (status === 401) return 'PORTAL_SESSION';
  if (status === 403) return 'PORTAL_RIGHT';
  const isOwnWord = problem !== undefined && problem.type !== `HTTP_${status}`;
  if (status === 429 || status >= 500 || !isOwnWord) return 'MARKETPLACE_FAILED';
  return status === 404 && id !== undefined ? 'WEBHOOK_UNKNOWN' : 'WEBHOOK_REFUSED';
}
