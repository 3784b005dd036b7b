import { Buffer } from 'node:buffer';

/**
 * What the client does with a problem (spec "Errors", design section 6).
 * - `never`: not again unchanged; the item is parked or the command refused
 * - `bisect`: as `never`, and a batch is halved to find the item
 * - `refreshAuth`: one token refresh, then everything stops until a person acts
 * - `stopLane`: a right is missing; that kind of request stops
 * - `stopAll`: the installation is gone; everything stops
 * - `readAgain`: read the order, then decide
 * - `newRequest`: read again, then a new request under a new key, at most three
 * - `waitForVersion`: wait until the feed shows a new version, then once more
 * - `newHandle`: hash the picture again and presign again, at most three
 * - `untilReset`: everything waits until X-RateLimit-Reset
 * - `afterWait`: Retry-After, same key, same bytes
 * - `backoff`: outcome unknown: same key, same bytes, doubling waits
 * - `ourFault`: the program is wrong; that kind of request stops and it is reported to a person
 */
type RetryClass =
  | 'never'
  | 'bisect'
  | 'refreshAuth'
  | 'stopLane'
  | 'stopAll'
  | 'readAgain'
  | 'newRequest'
  | 'waitForVersion'
  | 'newHandle'
  | 'untilReset'
  | 'afterWait'
  | 'backoff'
  | 'ourFault';

interface ProblemEntry {
  readonly status: readonly number[];
  readonly retry: RetryClass;
  /** For the clerk or the consultant, one sentence. */
  readonly remedy: string;
}

/** spec "Error types", every row, in its order. */
export const problems = {
  VALIDATION_ERROR: {
    status: [422],
    retry: 'bisect',
    remedy: 'Correct the value that the detail names.',
  },
  MALFORMED_REQUEST: {
    status: [400],
    retry: 'bisect',
    remedy: 'Report it: Stockhand wrote a body that could not be read.',
  },
  MISSING_PARAMETER: {
    status: [400],
    retry: 'bisect',
    remedy: 'Report it: Stockhand left out a parameter.',
  },
  TYPE_MISMATCH: { status: [400], retry: 'bisect', remedy: 'Check the number that was given.' },
  INVALID_ARGUMENT: {
    status: [400],
    retry: 'bisect',
    remedy: 'Correct the value that the detail names.',
  },
  UNAUTHENTICATED: {
    status: [401],
    retry: 'refreshAuth',
    remedy: 'Put a valid API key into the configuration. Restart the daemon if it runs.',
  },
  ERROR: {
    status: [400, 401, 404],
    retry: 'readAgain',
    remedy: 'Read the detail: the endpoint itself refused.',
  },
  FORBIDDEN: {
    status: [403],
    retry: 'stopLane',
    remedy: 'Ask for an API key with the scope that the detail names.',
  },
  NOT_FOUND: {
    status: [404],
    retry: 'bisect',
    remedy: 'The marketplace does not know it. Check the number.',
  },
  ORDER_NOT_FOUND: {
    status: [404],
    retry: 'bisect',
    remedy: 'The marketplace does not know this order for your account.',
  },
  PRODUCT_NOT_FOUND: {
    status: [404],
    retry: 'bisect',
    remedy: 'The product is not published. Export it in the file of articles first.',
  },
  METHOD_NOT_ALLOWED: {
    status: [405],
    retry: 'ourFault',
    remedy: 'Report it: this address does not accept such a request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: [415],
    retry: 'ourFault',
    remedy: 'Report it: the content type was refused.',
  },
  PAYLOAD_TOO_LARGE: {
    status: [413],
    retry: 'bisect',
    remedy: 'Shorten the texts that were sent, such as a description or a reason.',
  },
  STOCK_INSUFFICIENT: {
    status: [422],
    retry: 'never',
    remedy:
      'Raise the stock of the article, or reject the order. With openOrders: subtract, the quantity of the order is subtracted from the exported stock: raise the stock in the supplier portal, then accept the order.',
  },
  ORDER_CANNOT_CANCEL: {
    status: [422],
    retry: 'readAgain',
    remedy:
      'The order can no longer be cancelled. If it is dispatched, settle it with the buyer as a dispute.',
  },
  MEDIA_TYPE_NOT_SUPPORTED: {
    status: [422],
    retry: 'never',
    remedy: 'Use a JPEG, PNG or WebP picture.',
  },
  MEDIA_TOO_LARGE: {
    status: [422],
    retry: 'never',
    remedy: 'Use a picture of at most 5,242,880 bytes.',
  },
  MEDIA_HANDLE_INVALID: {
    status: [422],
    retry: 'newHandle',
    remedy: 'The picture changed while it was sent. Stockhand sends it again by itself.',
  },
  AMENDMENT_IN_FLIGHT: {
    status: [422],
    retry: 'waitForVersion',
    remedy:
      'The buyer has an open change. Stockhand sends the command again when the buyer has confirmed it.',
  },
  CREDIT_LIMIT_EXCEEDED: {
    status: [422],
    retry: 'never',
    remedy: 'Raise the credit limit of the buyer in the supplier portal, or reject the order.',
  },
  CREDIT_HOLD: {
    status: [422],
    retry: 'never',
    remedy: 'Release the credit account of the buyer in the supplier portal, or reject the order.',
  },
  DUPLICATE_EXTERNAL_ID: {
    status: [422],
    retry: 'bisect',
    remedy: 'The article number is already in use. Check it in the supplier portal.',
  },
  PRICE_NOT_SUPPORTED_VIA_CONNECT: {
    status: [422],
    retry: 'bisect',
    remedy: 'Prices are managed in the supplier portal and never sent.',
  },
  ORDER_VERSION_CONFLICT: {
    status: [409],
    retry: 'readAgain',
    remedy: 'The order has changed. Decide again with the newest order file.',
  },
  CONFLICT_OPTIMISTIC_LOCK: {
    status: [409],
    retry: 'newRequest',
    remedy: 'Somebody changed it at the same moment. Stockhand tries again by itself.',
  },
  DATA_INTEGRITY_VIOLATION: {
    status: [409],
    retry: 'bisect',
    remedy: 'The data contradicts what is stored. The detail says where.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: [409],
    retry: 'ourFault',
    remedy: 'Two Stockhands, or a restored state, have used the same key. Run only one.',
  },
  INVALID_LINK_CODE: { status: [422], retry: 'never', remedy: 'Ask for a new link code.' },
  INSTANCE_ALREADY_LINKED: {
    status: [409],
    retry: 'stopAll',
    remedy: 'The installation is linked to another account. Ask the marketplace.',
  },
  INSTANCE_RECONCILE_REQUIRED: {
    status: [409],
    retry: 'stopAll',
    remedy: 'The installation must be reconciled. Ask the marketplace.',
  },
  INSTANCE_GONE: {
    status: [410],
    retry: 'stopAll',
    remedy: 'An administrator has removed the installation. Ask the marketplace.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: [429],
    retry: 'untilReset',
    remedy: 'Nothing to do: Stockhand continues to send at the time shown.',
  },
  MAINTENANCE: {
    status: [503],
    retry: 'afterWait',
    remedy: 'Nothing to do: the marketplace is being serviced.',
  },
  INTERNAL_ERROR: {
    status: [500],
    retry: 'backoff',
    remedy: 'Nothing to do: Stockhand tries again by itself.',
  },
} as const satisfies Record<string, ProblemEntry>;

type ProblemType = keyof typeof problems;

/** RFC 9457 (spec "Error object"); every field may be missing in what a proxy answers. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
}

export function isProblemType(type: string): type is ProblemType {
  return Object.hasOwn(problems, type);
}

/**
 * There was nothing left to delete: a repeated DELETE is answered 404 (spec "Catalog rules", fault 53), and 410 is
 * "permanently removed".
 */
export function isGoneStatus(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** Without an error type, or bytes that cannot be read: not the service's own word (fault 54). */
export function isForeign({ type, status }: Problem): boolean {
  return type === 'UNREADABLE' || type === `HTTP_${status}`;
}

/** And most likely the word of another server. Those that are before the service give 401, 429 and 5xx for it. */
export function isOfOthers(problem: Problem): boolean {
  const { status } = problem;
  return isForeign(problem) && status < 500 && status !== 401 && status !== 429;
}

/** As a proxy or a page to log in answers: markup, where the service writes JSON or nothing. */
export function isPage(body: Uint8Array): boolean {
  return /^\s*</.test(Buffer.from(body.subarray(0, 64)).toString());
}

/** The table's row; `<ENTITY>_NOT_FOUND` counts as NOT_FOUND; an unknown type is judged by its status. */
export function problemEntry(type: string, status: number): ProblemEntry {
  if (isProblemType(type)) return problems[type];
  if (type.endsWith('_NOT_FOUND')) return problems.NOT_FOUND;
  return {
    status: [status],
    retry: retryOfStatus(status),
    remedy: status === 409 ? conflictRemedy : unknownRemedy,
  };
}

/** A 409 `CONFLICT` (spec "Order action rules") names no state itself. */
const conflictRemedy =
  'Its state does not allow this. Check its present state in the newest order file or in the supplier portal, and decide again.';
const unknownRemedy =
  'Correct what the marketplace names here, or ask the marketplace what this means.';

/** What the service says often ends without a full stop, and a sentence of ours follows it. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const byStatus: ReadonlyMap<number, RetryClass> = new Map([
  [401, 'refreshAuth'],
  [403, 'stopLane'],
  [405, 'ourFault'],
  [415, 'ourFault'],
  [429, 'untilReset'],
  [503, 'afterWait'],
]);

function retryOfStatus(status: number): RetryClass {
  return byStatus.get(status) ?? (status >= 400 && status < 500 ? 'bisect' : 'backoff');
}
