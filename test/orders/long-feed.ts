import type { Asking, FeedPosition, Reads } from '../../src/marketplace/reads.ts';
import { answerOf } from './fake-market.ts';

interface Live {
  version: number;
  /** Its place on the feed; an earlier place is empty since it moved. */
  place: number;
}

export interface LongFeedOptions {
  readonly orders: number;
  readonly versionsMax: number;
  readonly pageSize: number;
  readonly random: () => number;
}

/** The change feed of many orders, which go on changing while it is read: each change moves its order to the end. */
export class LongFeed {
  readonly #options: LongFeedOptions;
  readonly #orders = new Map<number, Live>();
  readonly #places: (number | undefined)[] = [];
  /** Called after each page with the number of pages so far. */
  onPage: (pages: number) => void = () => undefined;
  pages = 0;
  /** Called before each read of an order with the number of reads so far. */
  onRead: (reads: number) => void = () => undefined;
  #reads = 0;

  constructor(options: LongFeedOptions) {
    this.#options = options;
    for (let id = 1; id <= options.orders; id += 1) {
      this.#orders.set(id, { version: 1, place: this.#places.push(id) - 1 });
    }
  }

  versionOf(id: number): string {
    return `v${this.#orders.get(id)?.version}`;
  }

  readonly reads: Pick<Reads, 'orderPage' | 'order'> = {
    orderPage: async (from: FeedPosition) => {
      this.pages += 1;
      this.#change();
      const { pageSize, random } = this.#options;
      const asked = Number(from.cursor ?? 0);
      // Every fifth page begins with what the page before had: the feed delivers at least once.
      const again = random() < 0.2 ? pageSize : 0;
      const start = Math.max(0, asked - again);
      let end = start;
      const items = [];
      while (end < this.#places.length && items.length < pageSize + again) {
        const id = this.#places[end];
        end += 1;
        if (id !== undefined) items.push(this.#summary(id));
      }
      const nextCursor = String(Math.max(end, asked));
      this.onPage(this.pages);
      return {
        ok: {
          items,
          undecodable: [],
          nextCursor,
          hasMore: Number(nextCursor) < this.#places.length,
        },
        answer: { ...answerOf(200), headers: { date: '2027-01-01T00:00:00Z' } },
      };
    },
    order: async (id: string, { signal }: Asking) => {
      this.#reads += 1;
      this.onRead(this.#reads);
      if (signal.aborted) return { failed: { kind: 'none', cause: 'aborted', detail: '' } };
      const version = this.versionOf(Number(id));
      const order = { orderNumber: `N-${id}`, status: 'PLACED', version, lines: [] };
      return { ok: { version, status: 'PLACED', detail: { order } }, answer: answerOf(200) };
    },
  };

  /** As many changes a page as it takes for the orders to come to their versions while they are read. */
  #change(): void {
    const { orders, versionsMax, pageSize, random } = this.#options;
    for (let change = 0; change < pageSize; change += 1) {
      const id = 1 + Math.floor(random() * orders);
      const live = this.#orders.get(id)!;
      if (live.version >= 1 + (id % versionsMax)) continue;
      this.#places[live.place] = undefined;
      this.#orders.set(id, { version: live.version + 1, place: this.#places.push(id) - 1 });
    }
  }

  #summary(id: number) {
    const { version, place } = this.#orders.get(id)!;
    const updatedAt = new Date(Date.UTC(2026) + place).toISOString();
    const text = `v${version}`;
    return {
      id: String(id),
      version: text,
      summary: {
        id,
        orderNumber: `N-${id}`,
        status: 'PLACED',
        customerKind: 'BUYER_TENANT',
        buyerId: 7,
        updatedAt,
        version: text,
      },
    };
  }
}
