import { expect, it } from 'vitest';
import type { Finding } from '../../../src/catalog/reconcile/compare-list.ts';
import { fixFindings } from '../../../src/catalog/reconcile/reconcile-fix.ts';
import type { Lost } from '../../../src/catalog/requests/resend.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { declared } from '../declared.ts';

const config = await declared(`  sources:
    - { name: art, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
const confirmedBy = { run: 1, request: 1 };

/** Articles 1 to 3 are confirmed with their pictures; the export in use names the first two. */
function opened(unknown: readonly number[] = []) {
  const store = openCatalogStore(':memory:');
  for (const product of [1, 2, 3]) {
    store.mirror.add(product, `A${product}`);
    store.mirror.confirm({ product, contentHash: 7, quantity: 5_000 }, confirmedBy);
    const read = { product, file: `A${product}.jpg`, look: '', at: 1, fault: null };
    store.pictures.read({ ...read, wished: 'digest' });
    store.pictures.confirm(product, 'digest');
  }
  store.index.write('art', { rows: Int32Array.of(1, 2), tail: new Int32Array() });
  const looked: string[] = [];
  const sent: Lost[] = [];
  const engine = {
    book: { inFlight: new Set<number>() },
    lookAgain: (source: string) => looked.push(source),
    resend(_: string, lost: readonly Lost[]) {
      sent.push(...lost);
      return unknown;
    },
  } as unknown as Parameters<typeof fixFindings>[1];
  const fix = (...findings: readonly Partial<Finding>[]) =>
    fixFindings({ store, config }, engine, findings as Finding[]);
  return { store, looked, sent, fix };
}
const missing = (product: number) => ({ kind: 'missing', aspect: 'presence', product }) as const;
const edited = { kind: 'edited', aspect: 'content', product: 2 } as const;
const emptied = { kind: 'stockDiffers', aspect: 'stock', product: 2 } as const;

it('an article that is missing there is sent whole, and its picture after it; of others what differs', () => {
  const { store, looked, sent, fix } = opened();
  expect(store.pictures.due(0, 9)).toEqual([]);
  fix(missing(1), edited, emptied);
  expect(sent).toEqual([
    { product: 1, content: true, quantity: true },
    { product: 2, content: true, quantity: true },
  ]);
  expect(store.pictures.due(0, 9)).toMatchObject([{ product: 1, wished: 'digest' }]);
  expect(looked).toEqual([]);
});

it('what is no longer known of a missing article is read from the exports again, and brakes still measure it', () => {
  const { store, looked, fix } = opened([1]);
  fix(missing(1));
  const measure = { content_hash: null, quantity: 5_000, quantity_run: -1 };
  expect(store.mirror.get(1)).toMatchObject(measure);
  expect(store.pictures.counts().confirmed).toBe(2);
  expect(looked).toEqual(['art']);
});

it('an article that is missing there and that no export names is over', () => {
  const { store, looked, sent, fix } = opened();
  const gone = missing(3) as unknown as Finding;
  expect(fix(gone)(gone)).toBe('over');
  expect([sent, looked]).toEqual([[], []]);
  expect(store.mirror.get(3)).toMatchObject({ content_hash: null });
  expect(store.pictures.counts().confirmed).toBe(2);
});
