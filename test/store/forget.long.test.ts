import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSentProducts } from '../../src/catalog/state/sent-products.ts';
import { runsWhole, runsWholeMs } from '../../src/domain/retention.ts';
import { catalogApplicationId, catalogMigrations } from '../../src/store/catalog-schema.ts';
import { type CatalogStore, openCatalogStore } from '../../src/store/catalog-store.ts';
import { openDatabase } from '../../src/store/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Deed, dayMs, openAged, products } from './aged-state.ts';

const deed: fc.Arbitrary<Deed> = fc
  .record({
    way: fc.constantFrom(
      { source: 'articles', kind: 'upsert' } as const,
      { source: 'articles', kind: 'hide' } as const,
      { source: 'stock', kind: 'stock' } as const,
      { source: 'pictures', kind: 'picture' } as const,
    ),
    products: fc.uniqueArray(fc.integer({ min: 1, max: products }), { maxLength: 6 }),
    isAnswered: fc.integer({ min: 0, max: 12 }).map((n) => n > 0),
    isKnown: fc.boolean(),
  })
  .map(({ way, ...rest }) => ({ ...way, ...rest }));

const rowsOf = (store: CatalogStore, sql: string, ...values: unknown[]) =>
  store.database.prepare(sql).all(...values) as Readonly<Record<string, number | string | null>>[];

/** All that somebody still asks for, as it was before anything was forgotten. */
function needs(store: CatalogStore): unknown {
  const sent = createSentProducts(store.requests);
  const whole = rowsOf(store, 'SELECT id FROM run WHERE forgotten = 0 ORDER BY id');
  const known = rowsOf(store, 'SELECT min(request) AS request FROM raw_known')[0]?.['request'];
  const all = Array.from({ length: products }, (_, index) => store.mirror.get(index + 1)!);
  const undone = whole.flatMap(({ id }) =>
    store.requests
      .answeredOf(Number(id))
      .flatMap(({ items }) => JSON.parse(items))
      .map(({ externalId, wasSentIn }) => [externalId, sent.in(wasSentIn, externalId)]),
  );
  return {
    contents: all.map((row) => [row, sent.in(row.content_request, row.external_id)]),
    answers: all.map(({ last_request: id }) => {
      const { body: _, items: __, carried: ___, ...told } = store.requests.get(id ?? 0) ?? {};
      return told;
    }),
    open: store.requests.open(),
    whole: whole.map(({ id }) => [
      id,
      store.requests.answeredOf(Number(id)),
      store.complaints.of(Number(id), 9),
    ]),
    undone,
    later: store.requests.productsAfter(Number(known ?? store.requests.newestId())),
    newest: [store.requests.newestId(), store.runs.newestId()],
    sources: store.sources
      .all()
      .map(({ run, restore_run: restore }) => [run, restore].map((id) => store.runs.get(id ?? 0))),
  };
}

/** Closing the old runs is the first step: from then on the others must find everything. */
function closed(store: CatalogStore, now: number): unknown {
  store.forgetSteps(now).next();
  return needs(store);
}

function dump(store: CatalogStore): unknown {
  const tables = ['run', 'request', 'complaint', 'hold', 'session', 'meta', 'product'];
  return tables.map((table) => rowsOf(store, `SELECT * FROM ${table} ORDER BY 1`));
}

function forgetAll(store: CatalogStore, now: number): number {
  return [...store.forgetSteps(now)].length;
}

describe('what is forgotten of the catalogue', () => {
  it('fault 39: is nothing that why, undo, an open request or a pass still needs, wherever it is killed', () => {
    const deeds = fc.array(deed, { minLength: 20, maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(deeds, fc.nat(12), (all, killedAfter) => {
        const { store, now, folder } = openAged(all);
        const before = closed(store, now);
        const steps = store.forgetSteps(now);
        for (let step = 0; step < killedAfter && !steps.next().done; step += 1);
        expect(needs(store)).toEqual(before);
        // The process has ended in between, with its WAL as it was; another one begins anew over the file.
        const next = openCatalogStore(folder);
        forgetAll(next, now);
        expect(needs(next)).toEqual(before);
        const first = dump(next);
        forgetAll(next, now);
        expect(dump(next)).toEqual(first);
        next.close();
        store.close();
      }),
      { numRuns: Number(process.env['FORGET_RUNS'] ?? 30) },
    );
  });

  it('fault 39: is every request of a forgotten run that no article and no undo speaks of', () => {
    const one = { source: 'articles', kind: 'upsert', isAnswered: true, isKnown: true } as const;
    const { store, now } = openAged(
      Array.from({ length: 40 }, () => ({ ...one, products: [1, 2] })),
    );
    forgetAll(store, now);
    const whole = runsWholeMs / dayMs;
    // Beside the whole ones the request that stood there before the oldest of them.
    expect(store.requests.get(40 - whole)).toBeDefined();
    expect(store.requests.get(39 - whole)).toBeUndefined();
    expect(rowsOf(store, 'SELECT DISTINCT run FROM complaint')).toHaveLength(whole);
    forgetAll(store, now + 400 * dayMs);
    expect(rowsOf(store, 'SELECT id FROM run')).toHaveLength(runsWhole);
    expect(rowsOf(store, 'SELECT id FROM request')).toHaveLength(runsWhole + 1);
  });

  it('I3: is no request without an answer, however old: it keeps its key and its bytes', () => {
    const one = { source: 'articles', kind: 'upsert', products: [1], isKnown: true } as const;
    const deeds = Array.from({ length: 30 }, (_, day) => ({
      ...one,
      products: [day === 0 ? 1 : 2],
      isAnswered: day > 0,
    }));
    const { store, now } = openAged(deeds);
    const before = store.requests.open();
    expect(before).toHaveLength(1);
    forgetAll(store, now + 1_000 * dayMs);
    expect(store.requests.open()).toEqual(before);
    expect(store.runs.get(before[0]!.run)).toMatchObject({ forgotten: 0 });
  });

  it('I4: leaves the wishes counted, so that no intent comes twice', () => {
    const one = {
      source: 'stock',
      kind: 'stock',
      products: [1],
      isAnswered: true,
      isKnown: false,
    } as const;
    const { store, now } = openAged(Array.from({ length: 30 }, () => one));
    forgetAll(store, now + 1_000 * dayMs);
    expect(store.mirror.nextWish(1)).toBe(31);
    expect(store.requests.newestId()).toBe(30);
  });

  it('is a body that the disk has damaged no more than any other: it stays, and the rest goes', () => {
    const one = { source: 'articles', kind: 'upsert', isAnswered: true, isKnown: true } as const;
    const { store, now } = openAged([
      { ...one, products: [1] },
      ...Array.from({ length: 30 }, () => ({ ...one, products: [2] })),
    ]);
    store.database.prepare("UPDATE request SET body = X'5B00' WHERE id = 1").run();
    forgetAll(store, now);
    expect(store.requests.get(1)).toMatchObject({ carried: null });
    expect(store.requests.get(3)).toBeUndefined();
  });

  it('reaches back into a state of the schema before it', () => {
    const folder = temporaryFolder('older');
    const migrations = catalogMigrations.filter(({ version }) => version <= 9);
    const path = `${folder}/catalog.db`;
    const older = openDatabase({ path, applicationId: catalogApplicationId, migrations });
    older.exec(schema9);
    older.close();
    const store = openCatalogStore(folder);
    expect(store.runs.get(1)).toMatchObject({ forgotten: 0 });
    forgetAll(store, 30 * dayMs);
    expect(rowsOf(store, 'SELECT id, body IS NULL AS empty, items FROM request')).toEqual([
      { id: 1, empty: 0, items: '[]' },
      { id: 3, empty: 0, items: expect.stringContaining('wasSentIn') },
      { id: 9, empty: 0, items: expect.stringContaining('wasSentIn') },
    ]);
    const sent = createSentProducts(store.requests);
    expect(sent.in(1, 'A1')).toEqual({ name: 'Nagel' });
    store.close();
  });
});

/** Nine runs of one article, the first of which confirmed another one as well; each body kept, as that program did. */
const schema9 = `
WITH RECURSIVE day (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM day WHERE n < 9)
INSERT INTO run (id, source, file, sha256, started_at, final, told) SELECT n, 's', 'f', n, n, 1, 1 FROM day;
INSERT INTO source (name, run, accepted_run, restore_run, done) VALUES ('s', 9, 9, 8, 1);
INSERT INTO product (id, external_id, content_hash, content_request, last_request) VALUES (1, 'A1', 1, 1, 1), (2, 'A2', 2, 9, 9);
INSERT INTO request (id, lane, kind, source, run, intent, idempotency_key, method, path, body, body_sha256, items, state, created_at, answered_at, status, answer)
  SELECT id, 'products', 'upsert', 's', id, id, id, 'POST', '/x', CAST('[{"externalId":"A1","name":"Nagel"},{"externalId":"A2","name":"M"}]' AS BLOB),
    'x', '[{"product":2,"externalId":"A2","wasSentIn":3}]', 'ANSWERED', 1, 1, 200, '{}' FROM run WHERE id IN (1, 2, 3, 9);
`;
