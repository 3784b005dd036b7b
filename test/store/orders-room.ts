import { afterEach } from 'vitest';
import type { FeedItem, FeedPage } from '../../src/store/journal.ts';
import type { NewCommand } from '../../src/store/orders-command-files.ts';
import { type OrdersStore, openOrdersStore } from '../../src/store/orders-store.ts';

const stores: OrdersStore[] = [];

export function open(file = ':memory:'): OrdersStore {
  const store = openOrdersStore(file);
  stores.push(store);
  return store;
}

export const item = (orderId: string, version: string): FeedItem => ({
  orderId,
  version,
  orderNumber: `N-${orderId}`,
  status: 'PLACED',
  origin: 'buyer',
  updatedAt: '2026-11-20T08:00:00Z',
  background: false,
  summary: '{}',
});
export const page = (
  asked: string | null,
  items: readonly FeedItem[],
  change: Partial<FeedPage> = {},
) => ({
  asked,
  nextCursor: 'next',
  hasMore: false,
  items,
  newestUpdatedAt: null,
  at: 1,
  seenAt: 1,
  skip: () => undefined,
  ...change,
});

/** An order with its file written, as the outbox leaves it. */
export function write(store: OrdersStore, orderId: string, version: string): number {
  store.versions.storeDetail({ orderId, version, detail: '{"order":{}}' });
  const sequence = store.outbox.nextSequence();
  const row = store.lookup.version(orderId, version)!;
  store.outbox.commitStaged([
    {
      sequence,
      versionId: row.id,
      orderId,
      name: `${sequence}`,
      sha256: '',
      change: 'new',
      reissueOf: null,
    },
  ]);
  store.outbox.commitWritten([sequence], 5);
  return sequence;
}

export function seed(store: OrdersStore, ...items: [string, string][]): void {
  store.journal.begin('1970-01-01T00:00:00Z', 0);
  const { cursor } = store.journal.position()!;
  store.journal.storePage(
    page(
      cursor,
      items.map(([id, version]) => item(id, version)),
    ),
  );
}

export const command = (change: Partial<NewCommand> = {}): NewCommand => ({
  row: 2,
  orderNumber: '',
  orderId: '1',
  action: 'accept',
  version: null,
  reason: null,
  trackingCode: null,
  notes: null,
  ...change,
});
export const file = (commands: readonly NewCommand[], change: object = {}) => ({
  sha256: 'sha',
  name: 'a.csv',
  receipt: 'a.csv.receipt.csv',
  knowledge: { sequence: 0, acknowledgement: 0 },
  entry: '[]',
  state: 'TAKEN' as const,
  commands,
  at: 1,
  ...change,
});

/** Closes what each test of a file opened. */
export function closeStores(): void {
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });
}
