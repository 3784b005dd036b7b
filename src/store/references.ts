import type { Database } from './database.ts';

/** Older requests and runs that products, and runs that can still be taken back, refer to. */
export interface References {
  /** How many products show the content that the request carried (`product.content_request`). */
  readonly contents: ReadonlyMap<number, number>;
  /** The newest request of a product: `why` tells its answer. */
  readonly last: ReadonlySet<number>;
  /** The newest request of a product that the marketplace refused: what it carried tells whether a person is asked. */
  readonly refused: ReadonlySet<number>;
  /** Requests that carried what stood on the marketplace before a run that `undo` can still take back. */
  readonly undone: ReadonlySet<number>;
  /** Runs from which the content, the stock or the exported stock of a product is. */
  readonly runs: ReadonlySet<number>;
}

/** So many are read in some milliseconds. */
const productsAtOnce = 4_096;
const requestsAtOnce = 16;

/** Reads every product once, in slices; nothing may be confirmed or sent between them. */
export function* findReferences(database: Database): Generator<void, References> {
  const sets = { last: new Set<number>(), refused: new Set<number>(), runs: new Set<number>() };
  const found = { contents: new Map(), ...sets };
  for (const slice of productSlices(database)) {
    for (const product of slice) note(found, product);
    yield;
  }
  for (const run of runsOfUnknown(database)) found.runs.add(run);
  return { ...found, undone: yield* findUndone(database) };
}

interface Found {
  readonly contents: Map<number, number>;
  readonly last: Set<number>;
  readonly refused: Set<number>;
  readonly runs: Set<number>;
}

function note({ contents, last, refused, runs }: Found, product: Product): void {
  const [, lastRequest, content, refusal, ...ofRuns] = product;
  if (lastRequest !== null) last.add(lastRequest);
  if (lastRequest !== null && refusal !== null) refused.add(lastRequest);
  if (content !== null) contents.set(content, (contents.get(content) ?? 0) + 1);
  for (const run of ofRuns) if (run !== null) runs.add(run);
}

type Product = readonly [
  id: number,
  lastRequest: number | null,
  contentRequest: number | null,
  refusedHash: number | null,
  ...runs: (number | null)[],
];

function* productSlices(database: Database): Generator<readonly Product[], void> {
  const slice = database
    .prepare<[number, number], Product>(
      `SELECT id, last_request, content_request, refused_hash, content_run, quantity_run, exported_run FROM product
       WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .raw();
  let after = 0;
  for (;;) {
    const products = slice.all(after, productsAtOnce);
    yield products;
    if (products.length < productsAtOnce) return;
    after = products.at(-1)?.[0] ?? after;
  }
}

function runsOfUnknown(database: Database): readonly number[] {
  const hasUnknownStock = 'EXISTS (SELECT 1 FROM unknown_stock WHERE unknown_stock.run = run.id)';
  return database.prepare<[], number>(`SELECT id FROM run WHERE ${hasUnknownStock}`).pluck().all();
}

/** `wasSentIn` of catalog/state/request-items.ts. Within a text quote marks have a backslash, so no text matches. */
const sentBefore = /"wasSentIn":(\d+)/g;

function* findUndone(database: Database): Generator<void, Set<number>> {
  const found = new Set<number>();
  const whole = database.prepare<[], number>('SELECT id FROM run WHERE forgotten = 0').pluck();
  const slice = database
    .prepare<[number, number, number], readonly [number, string]>(
      `SELECT id, items FROM request WHERE run = ? AND id > ? AND kind IN ('upsert', 'hide', 'remove')
       ORDER BY id LIMIT ?`,
    )
    .raw();
  for (const run of whole.all()) {
    for (let after = 0; ; ) {
      const requests = slice.all(run, after, requestsAtOnce);
      for (const [, items] of requests)
        for (const [, request] of items.matchAll(sentBefore)) found.add(Number(request));
      yield;
      if (requests.length < requestsAtOnce) break;
      after = requests.at(-1)?.[0] ?? after;
    }
  }
  return found;
}
