import type { HttpAnswer, HttpOutcome, Mutation, Verdict } from '../../src/domain/exchange.ts';
import type { Json, JsonObject } from '../../src/domain/json.ts';
import { isOrderState, type OrderAction } from '../../src/domain/order.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { Asking, FeedPosition, Reads } from '../../src/marketplace/reads.ts';
import { transitions } from './transitions.ts';

/** One order as the service holds it; `change` is its place in (updatedAt, id) order. */
export interface FakeOrder {
  id: string;
  number: string;
  version: string;
  status: string;
  change: number;
  updatedAt: string;
  summary: Record<string, Json>;
  detail: Record<string, Json>;
  lines: JsonObject[];
  amendment?: boolean;
}

export interface SentRequest extends Mutation {
  readonly effect: boolean;
  readonly replayed: boolean;
}

export interface BatchItem {
  readonly orderId: string;
  readonly ok: boolean;
}

export type SentAnswer = number | { status: number; type: string; detail?: string };

const epochMs = Date.parse('2026-01-10T12:00:00Z');

export const answerOf = (status: number, problem?: Partial<Problem>): HttpAnswer => ({
  kind: 'answer',
  status,
  headers: {},
  body: new Uint8Array(),
  ...(problem === undefined
    ? {}
    : { problem: { type: 'ERROR', title: '', status, detail: '', instance: '', ...problem } }),
});

/** The order half of the service in memory: feed, detail, actions with If-Match and a key store. */
export class FakeMarket {
  readonly orders = new Map<string, FakeOrder>();
  readonly sent: SentRequest[] = [];
  readonly asked: FeedPosition[] = [];
  readonly read: { id: string; lane: string }[] = [];
  /** Answers that come instead of the next pages, reads or actions; undefined lets one through. */
  pageFaults: (HttpOutcome | undefined)[] = [];
  readFaults: (HttpOutcome | undefined)[] = [];
  /**
   * `lost`: the effect happens, but the program ends before the answer is there. `unapplied`: a missing right, which is
   * there again for the next request.
   */
  sendFaults: (SentAnswer | 'lost' | 'exhausted' | 'unapplied' | undefined)[] = [];
  /** Called before an order is answered: another hand on the same order. */
  beforeRead: (order: FakeOrder) => void = () => undefined;
  pageSize = 100;
  #changes = 0;
  #versions = 0;
  readonly #stored = new Map<string, HttpAnswer>();

  /** Places a new order, or changes one: every mutation gives a new version and a new place on the feed. */
  put(
    id: string,
    change: { status?: string; summary?: object; detail?: object; lines?: JsonObject[] } = {},
  ): FakeOrder {
    const before = this.orders.get(id);
    this.#changes += 1;
    this.#versions += 1;
    const order: FakeOrder = {
      id,
      number: before?.number ?? `N-${id}`,
      status: change.status ?? before?.status ?? 'PLACED',
      version: `v${this.#versions}`,
      change: this.#changes,
      updatedAt: this.#time(this.#changes),
      summary: { ...before?.summary, ...change.summary },
      detail: { ...before?.detail, ...change.detail },
      lines: change.lines ?? before?.lines ?? [line('1', 'A-1', '5')],
      ...(before?.amendment === undefined ? {} : { amendment: before.amendment }),
    };
    this.orders.set(id, order);
    return order;
  }

  summaryOf(order: FakeOrder): JsonObject {
    return {
      id: Number(order.id) <= Number.MAX_SAFE_INTEGER ? Number(order.id) : number(order.id),
      orderNumber: order.number,
      status: order.status,
      customerKind: 'BUYER_TENANT',
      buyerId: 7,
      saleChannel: 'ORDER',
      totalAmount: number('12.50'),
      updatedAt: order.updatedAt,
      version: order.version,
      ...order.summary,
    };
  }

  detailOf(order: FakeOrder): JsonObject {
    return {
      order: {
        orderNumber: order.number,
        status: order.status,
        version: order.version,
        lines: order.lines,
        totalAmount: number('12.50'),
        ...order.detail,
      },
      customer: { kind: 'BUYER_TENANT', buyerTenantId: 7, name: 'Buyer' },
    };
  }

  readonly reads: Pick<Reads, 'orderPage' | 'order'> = {
    orderPage: async (from, limit, { signal }) => {
      this.asked.push(from);
      if (signal.aborted) return { failed: { kind: 'none', cause: 'aborted', detail: '' } };
      const fault = this.pageFaults.shift();
      if (fault !== undefined) return { failed: fault };
      const after = from.cursor === undefined ? 0 : Number(from.cursor.replace('cursor+/=%', ''));
      const size = Math.min(limit, this.pageSize);
      const rest = [...this.orders.values()]
        .filter(({ change }) => change > after)
        .filter(({ updatedAt }) => from.updatedAfter === undefined || updatedAt > from.updatedAfter)
        .sort((a, b) => a.change - b.change);
      const page = rest.slice(0, size);
      const last = page.at(-1)?.change ?? after;
      const items = page.map((order) => ({
        id: order.id,
        version: order.version,
        summary: this.summaryOf(order),
      }));
      const nextCursor = `cursor+/=%${last}`;
      return {
        ok: { items, undecodable: [], nextCursor, hasMore: rest.length > size },
        answer: { ...answerOf(200), headers: { date: this.#time(this.#changes + 1) } },
      };
    },
    order: async (id: string, { lane }: Asking) => {
      this.read.push({ id, lane });
      const fault = this.readFaults.shift();
      if (fault !== undefined) return { failed: fault };
      const order = this.orders.get(id);
      if (order === undefined) return { failed: answerOf(404, { type: 'ORDER_NOT_FOUND' }) };
      this.beforeRead(order);
      const now = this.orders.get(id) ?? order;
      return {
        ok: { version: now.version, status: now.status, detail: this.detailOf(now) },
        answer: answerOf(200),
      };
    },
  };

  /** The service's clock moves with its changes alone. */
  /** What its clock stands at, to the second. */
  get serviceMs(): number {
    return Date.parse(this.#time(this.#changes + 1));
  }

  #time(change: number): string {
    return new Date(epochMs + change * 1000).toISOString();
  }

  /** As the sender does: one verdict for one stored request. */
  async send(mutation: Mutation, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return { kind: 'stopped', attempts: 0 };
    const stored = this.#stored.get(mutation.key ?? '');
    if (stored !== undefined) {
      this.sent.push({ ...mutation, effect: false, replayed: true });
      return { kind: 'answered', answer: stored, attempts: 1 };
    }
    const fault = this.sendFaults.shift();
    if (fault === 'unapplied' && mutation.mayHaveLeft !== true) {
      this.sent.push({ ...mutation, effect: false, replayed: false });
      return { kind: 'unapplied', attempts: 1 };
    }
    if (fault !== undefined && fault !== 'lost' && fault !== 'unapplied') {
      this.sent.push({ ...mutation, effect: false, replayed: false });
      if (fault === 'exhausted') {
        return {
          kind: 'exhausted',
          answer: answerOf(500, { type: 'INTERNAL_ERROR' }),
          attempts: 8,
        };
      }
      const { status, ...problem } = typeof fault === 'number' ? { status: fault } : fault;
      return { kind: 'answered', answer: answerOf(status, problem), attempts: 1 };
    }
    const answer = this.#act(mutation);
    this.sent.push({ ...mutation, effect: answer.status < 300, replayed: false });
    this.#stored.set(mutation.key ?? '', answer);
    return fault === 'lost'
      ? { kind: 'stopped', attempts: 1 }
      : { kind: 'answered', answer, attempts: 1 };
  }

  /** Its keys have expired (fault 42). */
  forgetKeys(): void {
    this.#stored.clear();
  }

  /** Effects by order and action, to be counted. */
  effects(): string[] {
    return this.sent
      .filter(({ effect }) => effect)
      .map(({ path }) => path.split('/').slice(-2).join(' '));
  }

  /** What the answer to a batch is made of: the shape of dispatch is not specified (fault 131). */
  batchAnswer: (items: readonly BatchItem[]) => unknown = (items) => ({
    succeeded: items.filter(({ ok }) => ok).length,
    failed: items.filter(({ ok }) => !ok).length,
    results: items.map(({ orderId, ok }) => ({
      orderId: Number(orderId),
      ...(ok ? { status: 'accepted' } : { status: 'failed', errorCode: 'CONFLICT', error: 'no' }),
    })),
  });

  /** Every order in which a batch has an effect, by order and action. */
  readonly batched: string[] = [];

  #batch(action: string, { body }: Mutation): HttpAnswer {
    const sent = JSON.parse(Buffer.from(body!).toString()) as {
      orderIds?: number[];
      orders?: { orderId: number }[];
    };
    const ids = sent.orderIds ?? sent.orders!.map(({ orderId }) => orderId);
    const items = ids.map((id) => {
      const { status } = this.#act({
        lane: 'orders',
        method: 'POST',
        path: `/x/${id}/${action}`,
        key: '',
      });
      if (status < 300) this.batched.push(`${id} ${action}`);
      return { orderId: String(id), ok: status < 300 };
    });
    const answer = this.batchAnswer(items);
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return { ...answerOf(200), body: Buffer.from(text) };
  }

  #act(mutation: Mutation): HttpAnswer {
    const { path, ifMatch } = mutation;
    const [id = '', action = ''] = path.split('/').slice(-2);
    if (id === 'batch') return this.#batch(action, mutation);
    const order = this.orders.get(id);
    if (order === undefined) return answerOf(404, { type: 'ORDER_NOT_FOUND' });
    if (ifMatch !== undefined && ifMatch !== order.version) {
      const detail = `current version is ${order.version}`;
      return answerOf(409, { type: 'ORDER_VERSION_CONFLICT', detail });
    }
    if (order.amendment === true && (action === 'dispatch' || action === 'cancel')) {
      return answerOf(422, { type: 'AMENDMENT_IN_FLIGHT' });
    }
    const result = isOrderState(order.status)
      ? transitions[order.status][action as OrderAction]
      : ({ refused: 'CONFLICT' } as const);
    if ('refused' in result) return answerOf(422, { type: result.refused, title: 'Not now' });
    this.put(id, { status: result.to });
    return answerOf(200);
  }
}

export function number(value: string): Json {
  return { isLosslessNumber: true, value };
}

export function line(id: string, article: string, quantity: string): JsonObject {
  return {
    id: Number(id),
    productId: 1,
    sellerExternalId: article,
    productName: `Bolt ${article}`,
    unitOfMeasure: 'pcs',
    quantity: number(quantity),
    unitPrice: number('2.50'),
  };
}
