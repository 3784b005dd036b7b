/**
 * Every error type of the spec ("Error types") with its status. NOT_FOUND also stands for the
 * domain lookups <ENTITY>_NOT_FOUND; CONFLICT is named only as an errorCode of the order batches.
 */
export const problemTypes = {
  VALIDATION_ERROR: [422, 'Validation failed'],
  MALFORMED_REQUEST: [400, 'Malformed request'],
  MISSING_PARAMETER: [400, 'Missing parameter'],
  TYPE_MISMATCH: [400, 'Parameter of wrong type'],
  INVALID_ARGUMENT: [400, 'Invalid argument'],
  UNAUTHENTICATED: [401, 'Authentication required'],
  ERROR: [400, 'Refused'],
  FORBIDDEN: [403, 'Forbidden'],
  NOT_FOUND: [404, 'Not found'],
  ORDER_NOT_FOUND: [404, 'Order not found'],
  PRODUCT_NOT_FOUND: [404, 'Product not found'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported media type'],
  PAYLOAD_TOO_LARGE: [413, 'Payload too large'],
  STOCK_INSUFFICIENT: [422, 'Not enough stock'],
  ORDER_CANNOT_CANCEL: [422, 'Order cannot be cancelled'],
  MEDIA_TYPE_NOT_SUPPORTED: [422, 'Image type not supported'],
  MEDIA_TOO_LARGE: [422, 'Image too large'],
  MEDIA_HANDLE_INVALID: [422, 'Media handle invalid'],
  AMENDMENT_IN_FLIGHT: [422, 'Amendment in flight'],
  CREDIT_LIMIT_EXCEEDED: [422, 'Credit limit exceeded'],
  CREDIT_HOLD: [422, 'Credit on hold'],
  DUPLICATE_EXTERNAL_ID: [422, 'Duplicate externalId'],
  PRICE_NOT_SUPPORTED_VIA_CONNECT: [422, 'Prices are not supported here'],
  ORDER_VERSION_CONFLICT: [409, 'Order version conflict'],
  CONFLICT_OPTIMISTIC_LOCK: [409, 'Modified by another request'],
  DATA_INTEGRITY_VIOLATION: [409, 'Conflicts with existing data'],
  CONFLICT: [409, 'Conflict'],
  IDEMPOTENCY_KEY_REUSED: [409, 'Idempotency-Key reused'],
  INVALID_LINK_CODE: [422, 'Link code invalid'],
  INSTANCE_ALREADY_LINKED: [409, 'Instance already linked'],
  INSTANCE_RECONCILE_REQUIRED: [409, 'Instance must reconcile'],
  INSTANCE_GONE: [410, 'Installation removed'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests'],
  MAINTENANCE: [503, 'Service under maintenance'],
  INTERNAL_ERROR: [500, 'Internal error'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemType = keyof typeof problemTypes;

/** A refusal of the service; becomes an RFC 9457 body at the edge. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    type: ProblemType,
    detail: string,
    more: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.type = type;
    this.status = more.status ?? problemTypes[type][0];
    this.headers = more.headers ?? {};
  }
}

type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
};

export function problemBody(problem: Problem, instance: string): ProblemBody {
  const { type, status, message } = problem;
  return { type, title: problemTypes[type][1], status, detail: message, instance };
}

export function isProblemType(text: string): text is ProblemType {
  return Object.hasOwn(problemTypes, text);
}
