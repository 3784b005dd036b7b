import { type Code, codes } from '../domain/codes.ts';
import { type OrderAction, type OrderState, wantedStateHolds } from '../domain/order.ts';
import { asSentence, type Problem, problemEntry } from '../domain/problem.ts';

/** The order as a read after the answer shows it. */
interface OrderNow {
  readonly status: string;
  readonly version: string;
}

export interface RefusedAction {
  readonly action: OrderAction;
  readonly problem: Problem;
  readonly ifMatch: string | null;
  /** Requests that this command has made so far, the refused one included. */
  readonly tries: number;
  readonly order: OrderNow;
}

/**
 * again: a new request under a new key · amendment: when the feed shows a new version ·
 * newerFile: refused, once the file that the clerk has to look at can be named · parked: a person looks
 */
export type Judgement =
  | { readonly next: 'done' }
  | { readonly next: 'again' }
  | { readonly next: 'amendment' }
  | { readonly next: 'newerFile' }
  | { readonly next: 'refused'; readonly code: string; readonly message: string }
  | { readonly next: 'parked'; readonly code: Code; readonly message: string };

/** The status of an order after a 2xx to the action (spec "States and transitions"), until a read shows it. */
export const stateAfter: Record<OrderAction, OrderState> = {
  accept: 'ACCEPTED',
  reject: 'REJECTED',
  dispatch: 'DISPATCHED',
  cancel: 'CANCELLED',
};

/** CONFLICT_OPTIMISTIC_LOCK: the first request and three more (fault 87). */
const lockTriesMax = 4;
/** AMENDMENT_IN_FLIGHT: each new version that still has an amendment open costs one more (fault 88). */
const amendmentTriesMax = 5;

/** These end a command only after its last try, so nothing is sent again by itself as the table of problems says. */
const lastTryRemedies: ReadonlyMap<string, string> = new Map([
  [
    'newRequest',
    'Its state does not allow this, or somebody else is changing it. Check its present state in the newest order file or in the supplier portal, and decide again.',
  ],
  [
    'waitForVersion',
    'The buyer still has an open change. Give the command again when the buyer has confirmed it.',
  ],
]);

/** What a refusal means once the order has been read again (design section 6). */
export function judgeRefusal(refused: RefusedAction): Judgement {
  const { action, problem, ifMatch, tries, order } = refused;
  if (wantedStateHolds(action, order.status)) return { next: 'done' };
  if (problem.type === 'ORDER_VERSION_CONFLICT') return { next: 'newerFile' };
  const { retry } = problemEntry(problem.type, problem.status);
  if (retry === 'newRequest') {
    if (hasMovedOn(ifMatch, order)) return { next: 'newerFile' };
    if (tries < lockTriesMax) return { next: 'again' };
  }
  if (retry === 'waitForVersion' && tries < amendmentTriesMax) return { next: 'amendment' };
  return refusedWith(problem);
}

function refusedWith(problem: Problem) {
  return { next: 'refused', code: problem.type, message: problemText(problem) } as const;
}

/**
 * No usable answer for long, or the same failure under the same key for ever (faults 42, 44). The last attempt is
 * over, so an order that shows the old version proves that nothing was done.
 */
export function judgeUnknown(
  unknown: Omit<RefusedAction, 'problem'>,
  mayRepeat: boolean,
): Judgement {
  const { action, ifMatch, order } = unknown;
  if (wantedStateHolds(action, order.status)) return { next: 'done' };
  if (hasMovedOn(ifMatch, order)) return { next: 'newerFile' };
  return mayRepeat ? { next: 'again' } : parked();
}

function parked() {
  const { means, remedy } = codes.COMMAND_UNANSWERED;
  return { next: 'parked', code: 'COMMAND_UNANSWERED', message: `${means} ${remedy}` } as const;
}

/**
 * The order cannot be read any more, so nothing shows what became of the request: its own refusal counts. Without one
 * a person is asked.
 */
export function judgeGone(problem: Problem | undefined) {
  return problem === undefined || problem.status >= 500 ? parked() : refusedWith(problem);
}

/** The order has another version than If-Match names: the request can never be applied any more. */
function hasMovedOn(ifMatch: string | null, order: OrderNow): boolean {
  return ifMatch !== null && ifMatch !== order.version;
}

/** Title, detail and remedy, as far as the service sent them. */
export function problemText(problem: Problem): string {
  const entry = problemEntry(problem.type, problem.status);
  const remedy = lastTryRemedies.get(entry.retry) ?? entry.remedy;
  const sentences = [problem.title, problem.detail, remedy].filter((text) => text !== '');
  return [...new Set(sentences.map(asSentence))].join(' ');
}
