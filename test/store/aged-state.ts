import { Buffer } from 'node:buffer';
import path from 'node:path';
import { type CatalogStore, openCatalogStore } from '../../src/store/catalog-store.ts';
import { temporaryFolder } from '../support/folder.ts';

export const dayMs = 24 * 60 * 60_000;
/** What happens to a few articles in one run: which are sent, how, and whether an answer came. */
export interface Deed {
  readonly source: 'articles' | 'stock' | 'pictures';
  readonly kind: 'upsert' | 'hide' | 'stock' | 'picture';
  readonly products: readonly number[];
  readonly isAnswered: boolean;
  /** The hashes of rows are of this pass. */
  readonly isKnown: boolean;
}

export const products = 12;
const nameOf = (product: number): string => `A${product}`;

/** A state on disk of so many days, each with one deed; written as the engine writes it. */
export function openAged(deeds: readonly Deed[]) {
  const folder = temporaryFolder('aged');
  const store = openCatalogStore(folder);
  for (let id = 1; id <= products; id += 1) store.mirror.add(id, nameOf(id));
  for (const name of ['articles', 'stock']) store.sources.ensure(name);
  // A product whose request has no answer yet gets no other (law 4).
  const open = new Set<number>();
  deeds.forEach((deed, day) => {
    const free = [...new Set(deed.products)].filter((product) => !open.has(product));
    store.transaction(() => carryOut(store, { ...deed, products: free }, day * dayMs));
    if (!deed.isAnswered) for (const product of free) open.add(product);
  });
  return { store, now: deeds.length * dayMs, file: path.join(folder, 'catalog.db'), folder };
}

function carryOut(store: CatalogStore, deed: Deed, at: number): void {
  const run = deed.source === 'pictures' ? 0 : beginRun(store, deed.source, at);
  const before = store.requests.newestId();
  if (deed.products.length > 0) send(store, { deed, run, at });
  if (run === 0) return;
  store.runs.setCounts(run, { ...noCounts, waiting: deed.isAnswered ? 0 : 1 });
  store.complaints.add(run, complaint);
  if (deed.isKnown)
    store.database
      .prepare("INSERT OR REPLACE INTO raw_known VALUES (?, 'basis', ?, ?, NULL, NULL)")
      .run(deed.source, before, run);
}

function beginRun(store: CatalogStore, source: string, at: number): number {
  const run = store.runs.begin({ source, file: 'f.csv', sha256: `${at}`, started_at: at });
  const { accepted_run: restore_run } = store.sources.ensure(source);
  store.sources.set(source, { run, accepted_run: run, restore_run, done: 1 });
  return run;
}

interface Sending {
  readonly deed: Deed;
  readonly run: number;
  readonly at: number;
}

function send(store: CatalogStore, { deed, run, at }: Sending): void {
  const { kind, source, products: ids, isAnswered } = deed;
  const isContent = kind === 'upsert' || kind === 'hide';
  const rows = ids.map((id) => store.mirror.get(id)!);
  const items = rows.map(({ id, content_request: wasSentIn }) => ({
    product: id,
    externalId: nameOf(id),
    ...(isContent ? { wasSentIn } : {}),
  }));
  const body = JSON.stringify(
    ids.map((id) => ({ externalId: nameOf(id), name: `${id} at ${at}` })),
  );
  const intent = `${kind}:${ids[0]}#${store.mirror.nextWish(ids[0]!)}`;
  const call = { lane: 'stock', method: 'POST', path: '/x' } as const;
  const { id } = store.requests.add(
    { ...call, kind, source, run, intent, body: Buffer.from(body), items: JSON.stringify(items) },
    at,
  );
  store.mirror.setRequest(ids, id);
  if (!isAnswered) return;
  store.requests.answered(id, { status: 200, answer: '{}', at, attempts: 1 });
  const confirmed = isContent ? { contentHash: at } : { quantity: at };
  for (const product of ids) store.mirror.confirm({ product, ...confirmed }, { run, request: id });
}

const noCounts = { read: 1, unchanged: 0, sent: 0, braked: 0, rejected: 0, skipped: 0 };
const complaint = {
  row: 1,
  external_id: 'A1',
  code: 'ROW_FIELD',
  column_name: null,
  value: null,
  rule: 'r',
  remedy: 'r',
  level: 'rejected',
} as const;
