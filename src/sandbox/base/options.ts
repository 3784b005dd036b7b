/** What a credential may do (spec "Authentication" 2). */
export const scopes = ['catalog:read', 'catalog:write', 'orders:read', 'orders:write'] as const;
export type Scope = (typeof scopes)[number];
export type Side = 'SUPPLIER' | 'BUYER';
export type ApiKey = { key: string; scopes: readonly Scope[]; side: Side };

/**
 * Points that the spec leaves open ("not shown"), each with what the sandbox does unless told
 * otherwise (first choice) and the alternatives. docs/sandbox.md lists them.
 */
export const openPoints = {
  orderActionBody: ['summary', 'detail', 'empty', 'noContent'],
  batchDispatchBody: ['results', 'counts'],
  failedUpsertItem: ['likeStock', 'indexed'],
  upsertResults: ['succeeded', 'all'],
  imageDeleteBody: ['object', 'list'],
  syncHistoryBody: ['items', 'list'],
  webhookListBody: ['items', 'list'],
  tokenBody: ['camelCase', 'snake_case'],
  noImages: ['absent', 'emptyList'],
  inactiveInList: ['shown', 'hidden'],
  moreThanThreeDecimals: ['refused', 'rounded'],
  reservedStock: ['subtracted', 'keptApart'],
  wrongState: ['CONFLICT', 'CONFLICT_OPTIMISTIC_LOCK', 'VALIDATION_ERROR'],
  supplierCancelEvent: ['none', 'sent'],
  operatorPlacedEvent: ['none', 'sent'],
  failureCounts: ['deliveries', 'attempts'],
} as const;
export type OpenPoints = { [P in keyof typeof openPoints]: (typeof openPoints)[P][number] };

type IdempotencyOptions = {
  /** Which answers a key keeps: every one, all but 429 and 5xx, or only 2xx. */
  store?: 'all' | 'notTransient' | 'success';
  retentionSeconds?: number;
  /** Whether a 403 counts as one of these answers: it is decided before any key is looked at, or after. */
  forbidden?: 'neverKept' | 'kept';
};
export type RateLimit = { limit: number; windowSeconds: number };

/** All optional; `resolveSettings` shows the defaults. */
export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number | undefined;
  /** Address of the storage that images are uploaded to. 0 takes any free port. */
  uploadPort?: number | undefined;
  host?: string | undefined;
  apiKeys?: readonly ApiKey[] | undefined;
  /** Value of the cookie `session` that has the CONNECT_MANAGE permission. */
  portalSession?: string | undefined;
  /** A second portal session, without that permission: 403. */
  portalSessionWithoutPermission?: string | undefined;
  idempotency?: IdempotencyOptions | undefined;
  /** What happens to an optional field that an upsert of a known product leaves out. */
  omitted?: 'clears' | 'keeps' | undefined;
  /** What an upsert of a deleted product does. */
  afterDelete?: 'revives' | 'refuses' | undefined;
  rateLimit?: RateLimit | undefined;
  allowLoopbackWebhooks?: boolean | undefined;
  clockSpeed?: number | undefined;
  seed?: number | undefined;
  /** Added to every answer of the service, in wall time. */
  latencyMs?: number | undefined;
  /** The state lives in this file and is there again at the next start. */
  stateFile?: string | undefined;
  tokenSeconds?: number | undefined;
  webhookTimeoutsMs?: { connect: number; read: number } | undefined;
  notShown?: Partial<OpenPoints> | undefined;
  /** Wall time in milliseconds, for tests. */
  wallMs?: (() => number) | undefined;
};

export type Settings = {
  portalSession: string;
  portalSessionWithoutPermission: string;
  idempotency: Required<IdempotencyOptions>;
  omitted: 'clears' | 'keeps';
  afterDelete: 'revives' | 'refuses';
  rateLimit: RateLimit | undefined;
  allowLoopbackWebhooks: boolean;
  latencyMs: number;
  tokenSeconds: number;
  webhookTimeoutsMs: { connect: number; read: number };
  open: OpenPoints;
};

const day = 86_400;

export function resolveSettings(options: SandboxOptions): Settings {
  return {
    portalSession: options.portalSession ?? 'sandbox-session',
    portalSessionWithoutPermission: options.portalSessionWithoutPermission ?? 'sandbox-viewer',
    idempotency: {
      store: 'notTransient',
      retentionSeconds: day,
      forbidden: 'neverKept',
      ...options.idempotency,
    },
    omitted: options.omitted ?? 'clears',
    afterDelete: options.afterDelete ?? 'revives',
    rateLimit: options.rateLimit,
    allowLoopbackWebhooks: options.allowLoopbackWebhooks ?? false,
    latencyMs: options.latencyMs ?? 0,
    tokenSeconds: options.tokenSeconds ?? 3600,
    webhookTimeoutsMs: options.webhookTimeoutsMs ?? { connect: 10_000, read: 30_000 },
    open: { ...firstChoices(), ...options.notShown },
  };
}

function firstChoices(): OpenPoints {
  const choices = Object.entries(openPoints).map(([point, [first]]) => [point, first]);
  return Object.fromEntries(choices) as OpenPoints;
}
