import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** A supplier's system that talks to the sandbox over real HTTP. */
export type Sent = {
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array;
  key?: string;
  ifMatch?: string;
  /** null: no Authorization header. */
  bearer?: string | null;
  headers?: Record<string, string>;
};
export type Answered = { status: number; body: Body; headers: Headers };

/**
 * The fields of an answer that tests look at, of every route together. Nothing has checked that an
 * answer has them: that is what the expectations are for.
 */
type Body = {
  id: number;
  type: string;
  status: string | number;
  title: string;
  detail: string;
  instance: string;
  version: string;
  items: Item[];
  nextCursor: string;
  hasMore: boolean;
  succeeded: number;
  failed: number;
  results: object[];
  errors: object[];
  order: Order;
  customer: { externalId: string };
  internalPartner: object;
  externalId: string;
  name: string;
  description: string;
  categoryName: string;
  availableQty: number;
  createdAt: string;
  images: string[];
  mediaId: string;
  uploadUrl: string;
  expiresAt: string;
  sessionId: string;
  accessToken: string;
  tokenType: string;
  expiresIn: number;
  secret: string;
  success: boolean;
};

/** An entry of a list: of orders, products, sessions, endpoints or deliveries. */
export type Item = {
  id: number;
  orderNumber: string;
  externalId: string;
  sessionId: string;
  status: string;
  version: string;
  updatedAt: string;
  deliveredAt: string;
  cancelledAt: string;
  rejectedAt: string;
  cancelReason: string;
  paymentStatus: string;
  amendmentStatus: string;
  totalAmount: number;
  grossTotal: number;
  availableQty: number;
  /** JSON in a text. */
  images: string;
};

type Order = {
  status: string;
  version: string;
  paymentStatus: string;
  amendmentStatus?: string;
  buyerName: string;
  subtotal: number;
  requestedDeliveryDate: string;
  deliveryFeeSource: string;
  lines: { quantity: number; sellerExternalId: string }[];
};

const prefix = '/connect/v1/supplier';

/** `line` is method and path, e.g. `POST /orders/7/accept`; a path from the root starts with `//`. */
export async function send(sandbox: Sandbox, line: string, sent: Sent = {}): Promise<Answered> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const target = path.startsWith('//') ? path.slice(1) : `${prefix}${path}`;
  const content = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const response = await fetch(`${sandbox.url}${target}`, {
    method,
    headers: {
      ...(sent.bearer === null ? {} : { authorization: `Bearer ${sent.bearer ?? 'sandbox-key'}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
      ...(sent.ifMatch === undefined ? {} : { 'if-match': sent.ifMatch }),
      ...sent.headers,
    },
    ...(content === undefined ? {} : { body: content as NonNullable<RequestInit['body']> }),
  });
  const text = await response.text();
  return { status: response.status, body: parse(text) as Body, headers: response.headers };
}

/** The portal's side: webhook management under a session. */
export function manage(sandbox: Sandbox, line: string, sent: Sent = {}): Promise<Answered> {
  const [method = 'GET', path = ''] = line.split(' ');
  const headers = { cookie: 'session=sandbox-session', ...sent.headers };
  return send(sandbox, `${method} //api/v1/connect/webhooks${path}`, {
    bearer: null,
    ...sent,
    headers,
  });
}

export const apple = { externalId: 'A', name: 'Apple' };

export function upsertApple(sandbox: Sandbox, sent: Sent = {}): Promise<Answered> {
  return send(sandbox, 'POST /catalog/products', { body: apple, ...sent });
}

export type Placed = { id: number; orderNumber: string; version: string; status: string };

export async function place(sandbox: Sandbox, wanted: object = {}): Promise<Placed[]> {
  return ((await sandbox.control('POST', '/sandbox/orders', wanted)) as { orders: Placed[] })
    .orders;
}

export async function placeOne(sandbox: Sandbox, wanted: object = {}): Promise<Placed> {
  return (await place(sandbox, { ...wanted, count: 1 }))[0]!;
}

export type Entry = {
  seq: number;
  status: number;
  path: string;
  effects: { kind: string; externalId?: string; orderId?: number; changed?: unknown }[];
  replayed: boolean;
  warnings: string[];
  weather?: string;
  [field: string]: unknown;
};

export async function ledger(sandbox: Sandbox, since = 0): Promise<Entry[]> {
  const answer = await sandbox.control('GET', `/sandbox/ledger?since=${since}`);
  return (answer as { entries: Entry[] }).entries;
}

export async function lastEntry(sandbox: Sandbox): Promise<Entry> {
  return (await ledger(sandbox)).at(-1)!;
}

export async function summaryOf(sandbox: Sandbox, id: number) {
  const { body } = await send(sandbox, 'GET /orders?updatedAfter=1970-01-01T00:00:00Z&limit=100');
  return body.items.find((item) => item.id === id)!;
}

export function weather(sandbox: Sandbox, rule: object): Promise<unknown> {
  return sandbox.control('POST', '/sandbox/weather', rule);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
