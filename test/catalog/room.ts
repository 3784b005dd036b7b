import fs from 'node:fs';
import path from 'node:path';
import type { HttpAnswer, Mutation, Verdict } from '../../src/domain/exchange.ts';
import {
  type CatalogOptions,
  listFrom,
  openCatalog,
  openShop,
  type Send,
  type Shop,
  sendTo,
} from '../support/catalog.ts';
import { type LedgerEntry, type Market, openMarket } from '../support/market.ts';

type Item = Readonly<Record<string, unknown>>;

const problem = { type: 'VALIDATION_ERROR', title: 'no', status: 422, detail: 'no' };

/** The marketplace refuses a request. */
export const refusal: Verdict = {
  kind: 'answered',
  attempts: 1,
  answer: { kind: 'answer', status: 422, headers: {}, body: new Uint8Array(), problem } as never,
};

/** The post office between a catalogue and its marketplace: keeps a copy of each letter, and can be stopped. */
export interface Post {
  readonly send: Send;
  /** What was handed over, in order. */
  readonly sent: Mutation[];
  /** From now on nothing leaves; what is handed over waits. */
  hold(): void;
  /** What waits leaves now, in order, and all that comes later at once. */
  letGo(): void;
  /** Answers instead of the marketplace, where it gives an answer. */
  intercept(answer: ((mutation: Mutation) => Verdict | undefined) | undefined): void;
}

export function createPost(url: string): Post {
  const real = sendTo(url);
  const sent: Mutation[] = [];
  let waiting: (() => void)[] | undefined;
  let answer: ((mutation: Mutation) => Verdict | undefined) | undefined;
  return {
    sent,
    async send(mutation) {
      sent.push(mutation);
      const queue = waiting;
      if (queue !== undefined) await new Promise<void>((resolve) => queue.push(resolve));
      return answer?.(mutation) ?? real(mutation);
    },
    hold() {
      waiting ??= [];
    },
    letGo() {
      const queue = waiting ?? [];
      waiting = undefined;
      for (const leave of queue) leave();
    },
    intercept(instead) {
      answer = instead;
    },
  };
}

/** A supplier and a marketplace with everything between them; `catalog` is YAML below `catalog:`. */
export async function openRoom(catalog: string, options: Parameters<typeof openMarket>[0] = {}) {
  const market = await openMarket(options);
  const shop = await openShop(catalog);
  const post = createPost(market.url);
  const list = listFrom(market.url);
  let open = openCatalog(shop, post.send, { list });
  return {
    market,
    shop,
    post,
    get catalog() {
      return open;
    },
    write: (name: string, rows: readonly string[]): void =>
      shop.write(`out/${name}`, `${rows.join('\r\n')}\r\n`),
    remove: (name: string): void => fs.rmSync(path.join(shop.folder, 'out', name)),
    pass: (quietMs = 5_000) => open.pass({ quietMs }),
    /** The process ends without a word and starts anew over the same folders. */
    async restart(
      other: Shop = shop,
      send: Send = post.send,
      parts: CatalogOptions = {},
    ): Promise<void> {
      await open.stop();
      open.store.close();
      open = openCatalog(other, send, { list, ...parts });
    },
    async close(): Promise<void> {
      await open.stop();
      open.store.close();
      await market.close();
    },
  };
}

export type Room = Awaited<ReturnType<typeof openRoom>>;

/** Items of a batch body, however it is framed. */
export function itemsOf(body: unknown): readonly Item[] {
  const read = body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : body;
  return Array.isArray(read) ? read : ((read as { items?: Item[] } | null)?.items ?? []);
}

/** What the marketplace got since a point of its ledger: `upsert`, `stock` or `DELETE id`, with the items. */
export async function callsSince(
  market: Market,
  since = 0,
): Promise<readonly [string, ...Item[]][]> {
  return (await market.mutations(since)).map((entry) => [nameOf(entry), ...itemsOf(entry.body)]);
}

/**
 * A pass over what stands in the folder: its last run, what is held after it, and the calls and articles since a point
 * of the ledger.
 */
export async function passSince(room: Room, since: number) {
  const { runs } = await room.pass();
  const held = await room.catalog.held();
  const calls = await callsSince(room.market, since);
  const sent = calls.flatMap(([, ...items]) => items.map(({ externalId }) => externalId));
  return { run: runs.at(-1), held, sentences: held.map(({ sentence }) => sentence), calls, sent };
}

export async function ledgerEnd(market: Market): Promise<number> {
  return (await market.ledger()).at(-1)?.seq ?? 0;
}

function nameOf({ method, path }: LedgerEntry): string {
  if (method === 'DELETE') return `DELETE ${path.split('/').at(-1)}`;
  return path.endsWith('/stock') ? 'stock' : 'upsert';
}

/** What of a request must come again as it was (I3). */
export const essence = ({ key, method, path: at, body }: Mutation) => ({
  key,
  method,
  path: at,
  body: Buffer.from(body ?? []).toString(),
});

/** The stock that calls told, one after the other. */
export const quantities = (calls: Awaited<ReturnType<typeof callsSince>>) =>
  calls.flatMap(([, ...items]) => items.map((item) => item['availableQty']));

/** An answer of the marketplace as the sending lane hands it over. */
export const answered = (
  status: number,
  body: unknown,
  problem?: HttpAnswer['problem'],
): Verdict => ({
  kind: 'answered',
  attempts: 1,
  answer: {
    kind: 'answer',
    status,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
    ...(problem === undefined ? {} : { problem }),
  },
});

export const idsOf = (mutation: Mutation) =>
  itemsOf(mutation.body).map(({ externalId }) => String(externalId));
