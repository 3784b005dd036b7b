import type { z } from 'zod';
import type { Market } from '../base/market.ts';
import type { Scope } from '../base/options.ts';
import type { Credential } from './credential.ts';
import type { Parameter } from './parameter.ts';

/** What a request did, for the ledger. */
export type Effect = {
  kind: string;
  externalId?: string;
  orderId?: number;
  [detail: string]: unknown;
};
export type Trace = {
  effects: Effect[];
  warnings: string[];
  replayed: boolean;
  /** Bad weather: every second item of a batch fails with this errorCode. */
  halfBatch: string | undefined;
};

export function newTrace(): Trace {
  return { effects: [], warnings: [], replayed: false, halfBatch: undefined };
}

export type Answer = {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; absent: no body. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string;
};

export type Call<Body = unknown> = {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Body;
  ifMatch: string | undefined;
  credential: Credential | undefined;
  trace: Trace;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One endpoint, declared once: requests are validated with it, `/openapi.json` is generated from it.
 */
type Declaration<Body extends z.ZodType = z.ZodType> = {
  method: Method;
  /** As the spec writes it, with `:name` for path parameters. */
  path: string;
  summary: string;
  /** Where in the spec it stands. */
  spec: 'Catalog' | 'Orders' | 'Webhook management' | 'Authentication';
  access: { scope: Scope } | 'portal' | 'open';
  /** Path parameters that must be whole numbers or UUIDs (else TYPE_MISMATCH). */
  numeric?: readonly string[];
  uuid?: readonly string[];
  query?: readonly Parameter[];
  body?: Body;
  bodyPresence?: 'required' | 'optional';
  /** What the OpenAPI document says of the body, where items are validated one by one. */
  documentedBody?: z.ZodType;
  /** This field missing is 400, not 422 (spec "Catalog", stock). */
  absentIs400?: string;
  idempotent?: boolean;
  ifMatch?: boolean;
  /** The handler answers later: it runs outside a transaction. */
  waits?: boolean;
  answers: Record<number, { description: string; schema?: z.ZodType }>;
  /** What the spec does not show about this endpoint, and the switch that decides. */
  notShown?: readonly string[];
};

export type Endpoint = Declaration & {
  handle(market: Market, call: Call): Answer | Promise<Answer>;
};

/** Joins a declaration with its handler; the body reaches it validated. */
export function endpoint<Body extends z.ZodType>(
  declaration: Declaration<Body>,
  handle: (market: Market, call: Call<z.output<Body>>) => Answer | Promise<Answer>,
): Endpoint {
  return {
    ...declaration,
    handle: (market, call) => handle(market, { ...call, body: call.body as z.output<Body> }),
  };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
