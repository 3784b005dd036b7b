import { z } from 'zod';
import { bounds } from '../base/limits.ts';
import { isProblemType, type ProblemType } from '../base/problem.ts';

/** Shorthands: a refusal of a certain type, at the place where it occurs. */
export const refusals = {
  maintenance: { status: 503, type: 'MAINTENANCE', headers: { 'retry-after': '1' } },
  rateStorm: { status: 429, type: 'RATE_LIMIT_EXCEEDED', headers: {} },
  tokenExpired: { status: 401, type: 'UNAUTHENTICATED', headers: {} },
  cursorRefused: { status: 400, type: 'ERROR', headers: {} },
  mediaHandleInvalid: { status: 422, type: 'MEDIA_HANDLE_INVALID', headers: {} },
  uploadRefused: { status: 403, type: 'FORBIDDEN', headers: {} },
} as const;

/** They spoil an answer, so the effect has always happened. */
const spoilingKinds = [
  'cut',
  'garble',
  'html',
  'drip',
  'contentType',
  'body',
  'missingField',
  'unknownField',
  'nullField',
  'servedTwice',
] as const;

export const kinds = [
  'status',
  'reset',
  'hang',
  'latency',
  ...spoilingKinds,
  'halfBatch',
  'maintenance',
  'rateStorm',
  'tokenExpired',
  'cursorRefused',
  'mediaHandleInvalid',
  'uploadRefused',
] as const;
type Kind = (typeof kinds)[number];

/** One rule of bad weather, as the control API takes it. */
export const rule = z.strictObject({
  name: z.string().optional(),
  method: z.string().optional(),
  /** A prefix of the path, or a regular expression when it starts with `^`. */
  path: z.string().max(500).refine(isPattern, 'is not a regular expression').optional(),
  /** How many requests it hits; absent: all. */
  count: z.int().min(1).optional(),
  /** How many fitting requests it lets pass first. */
  skip: z.int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  when: z.enum(['before', 'after']).optional(),
  kind: z.enum(kinds),
  status: z.int().min(200).max(599).optional(),
  type: z.string().optional(),
  detail: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  field: z.string().optional(),
  value: z.unknown().optional(),
  delayMs: z.int().min(0).max(bounds.weatherDelayMs).optional(),
});
export type Rule = z.output<typeof rule>;

/** Refusals and silence come before the effect, spoilt answers after it. */
export function momentOf({ kind, when }: Rule): 'before' | 'after' {
  if (isSpoiling(kind)) return 'after';
  return when ?? 'before';
}

function isSpoiling(kind: Kind): boolean {
  const spoiling: readonly Kind[] = spoilingKinds;
  return spoiling.includes(kind);
}

type Asked = { method: string; path: string; target: string };

/** Where alone a kind makes sense, whatever path the rule names. */
const places: Partial<Record<Kind, (request: Asked) => boolean>> = {
  cursorRefused: ({ target }) => target.includes('cursor='),
  servedTwice: ({ method }) => method === 'GET',
  halfBatch: ({ path }) => path.includes('/batch'),
  mediaHandleInvalid: ({ path }) => path.endsWith('/images/commit'),
  uploadRefused: ({ path }) => path.startsWith('/upload/'),
};

export function fits(rule: Rule, request: Asked): boolean {
  if (rule.method !== undefined && rule.method !== request.method) return false;
  if (!(places[rule.kind]?.(request) ?? true)) return false;
  if (rule.path === undefined) return true;
  return rule.path.startsWith('^')
    ? new RegExp(rule.path).test(request.path)
    : request.path.startsWith(rule.path);
}

const typeOfStatus: Record<number, ProblemType> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT_OPTIMISTIC_LOCK',
  410: 'INSTANCE_GONE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'MAINTENANCE',
};

export function problemTypeOf(rule: Rule, status: number): ProblemType {
  if (rule.type !== undefined && isProblemType(rule.type)) return rule.type;
  return typeOfStatus[status] ?? 'INTERNAL_ERROR';
}

function isPattern(path: string): boolean {
  if (!path.startsWith('^')) return true;
  try {
    new RegExp(path);
    return true;
  } catch {
    return false;
  }
}
