import type { Problem } from './problem.ts';

/** First to last (design section 6): orders are never kept waiting by a catalogue. */
export const lanes = ['orders', 'stock', 'products', 'pictures', 'background'] as const;
export type Lane = (typeof lanes)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One HTTP request, complete: whoever sends it adds the credential and nothing else. */
export interface HttpRequest {
  readonly method: Method;
  /** Path and query below the base address; or a whole address (upload only). */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** `bearer`: API credential; `portal`: portal session; `none`: picture upload (spec "Authentication" 5). */
  readonly credential: 'bearer' | 'portal' | 'none';
  /** How long the service itself waits for others before it answers; added to the time that a request may take. */
  readonly serviceWaitsMs?: number;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * The RFC 9457 body of a non-2xx answer, filled from the status where the service sent none. On a 2xx it says that
   * the bytes cannot be read (type `UNREADABLE`), so the outcome is open.
   */
  readonly problem?: Problem;
}

/** No whole answer: whether the request had its effect is unknown (fault 40). */
export interface NoAnswer {
  readonly kind: 'none';
  readonly cause:
    | 'timeout'
    | 'reset'
    | 'refused'
    | 'proxy'
    | 'dns'
    | 'tls'
    | 'redirect'
    | 'tooLarge'
    | 'unreadable'
    | 'token'
    | 'aborted';
  readonly detail: string;
}

/** Of the cause `tls`: an expired certificate, one of another name, of an unknown issuer, or none at all. */
export const tlsRemedy =
  'Check marketplace.baseUrl, marketplace.ca, the date of this computer, and what is between this computer and the marketplace (proxy, firewall); an expired certificate must be renewed by the operator of the server that shows it.';

/** Of the cause `proxy`: it answered, but opens no way. */
export const proxyRemedy =
  'Check the address, user and password in marketplace.proxy; if they are right, the operator of the proxy must allow the host of marketplace.baseUrl.';

/** Of the cause `token`: the specification shows no shape of the exchange, so its fields are configured. */
export const tokenRemedy =
  'Set marketplace.token.responseField to the field that holds the token, and check baseUrl.';

export type HttpOutcome = HttpAnswer | NoAnswer;

/**
 * Bytes for an address that is its own credential: it is a secret, and no other credential is sent there (fault 56).
 */
export interface Upload {
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** One attempt over the wire, never repeated by itself. */
export interface Transport {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome>;
}

/**
 * One paced attempt in a lane: waits for its turn, honours 429 and maintenance for everybody, refreshes a token once.
 */
export interface Exchange {
  once(lane: Lane, request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome>;
}

/**
 * A mutating request as its committed row holds it (law 2). The sender has no serializer: a retry sends these bytes.
 * `key` is absent only where the spec has none (presign, sync start, webhook registration).
 */
export interface Mutation {
  readonly lane: Lane;
  readonly method: Method;
  readonly path: string;
  readonly key?: string;
  readonly ifMatch?: string;
  readonly body?: Uint8Array;
  /** Without a key: a second one does no harm (presign: each gets a fresh address). */
  readonly repeatable?: true;
  /** An earlier process may have sent it under this key, and nobody knows with what outcome. */
  readonly mayHaveLeft?: boolean;
}

export type Verdict =
  /** A definitive answer: 2xx, or a refusal that is not repeated unchanged. */
  | { readonly kind: 'answered'; readonly answer: HttpAnswer; readonly attempts: number }
  /** The same key was answered 5xx eight times over half an hour (fault 44). */
  | { readonly kind: 'exhausted'; readonly answer: HttpAnswer; readonly attempts: number }
  /**
   * Refused as a kind of request (a missing right, say), and no attempt under this key is open: nothing was done. It goes
   * on under a new key, because the service may keep the refusal under this one.
   */
  | { readonly kind: 'unapplied'; readonly attempts: number }
  /** It has no key and may have had its effect, so it is not sent again (sync start, webhook registration). */
  | { readonly kind: 'unknown'; readonly outcome: HttpOutcome; readonly attempts: number }
  /**
   * The signal ended the sending; the outcome stays unknown and the row stays SENT. `isUnsent`: nothing has ever left
   * under this key.
   */
  | { readonly kind: 'stopped'; readonly attempts: number; readonly isUnsent?: true };

/** A verdict with an answer: what it means can be stored. */
export type Answered = Extract<Verdict, { answer: HttpAnswer }>;

/** How often a request without an outcome was tried since the start, and what came of it last, in words. */
export interface Tries {
  readonly attempts: number;
  readonly last: string;
}

/** Sends one journalled mutation until its outcome is known, the same bytes under the same key every time. */
export interface Sender {
  send(mutation: Mutation, signal: AbortSignal): Promise<Verdict>;
  facts(): SendingFacts;
}

export interface LaneFacts {
  readonly lane: Lane;
  readonly waiting: number;
  readonly inFlight: number;
  /** Why nothing is sent here, in words, with the remedy; absent while requests are sent. */
  readonly stopped?: {
    readonly code: string;
    readonly sentence: string;
    readonly remedy: string;
    /** Of an outage: what came last in this lane. */
    readonly cause?: string;
  };
}

export interface SendingFacts {
  readonly lanes: readonly LaneFacts[];
  /** Epoch ms before which nothing is sent (429, maintenance). */
  readonly waitsUntil?: number;
  readonly lastAnswerAt?: number;
  readonly lastFailure?: { readonly at: number; readonly sentence: string };
  /** What came last in each lane that was not served since; the newest comes last. */
  readonly unserved?: Readonly<Partial<Record<Lane, string>>>;
  /** Requests that left, by lane, since the start. */
  readonly sent: Readonly<Record<Lane, number>>;
  /** Our clock minus the service's Date header (fault 103). */
  readonly clockSkewMs?: number;
  /** The window that the last X-RateLimit headers told. */
  readonly rateLimit?: {
    readonly limit: number;
    readonly remaining: number;
    readonly resetAt: number;
  };
}
