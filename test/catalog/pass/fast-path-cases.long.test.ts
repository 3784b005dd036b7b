import { describe, expect, it, vi } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { type FastPath, openFastPath } from '../../../src/catalog/pass/fast-path.ts';
import type { AdapterFile, RawRows } from '../../../src/domain/adapter.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { both, dialect, file, known, many, one } from '../both-ways.ts';
import { declared, declaredSource } from '../declared.ts';
import { openTwin } from '../twins.ts';

describe('rows that are known by their hash', () => {
  it('are not decoded again', async () => {
    const twin = openTwin(await declared(one));
    await known(twin, 'a', file('A;Nagel;M;5', 'B;"Mutter; rund";M;7'));
    const before = twin.counts.decoded;
    twin.wish('a', file('B;"Mutter; rund";M;7', '', 'A;Nagel;M;5'));
    await twin.rest();
    expect(twin.counts.decoded).toBe(before);
    expect(twin.store.runs.newest('a')).toMatchObject({ read: 2, unchanged: 2, final: 1 });
  });

  it('give their articles to the plan, which does not read those of a million rows again', async () => {
    const twin = openTwin(await declared(one));
    await known(twin, 'a', file('A;Nagel;M;5', 'B;Mutter;M;7'));
    const read = vi.spyOn(twin.store.index, 'read');
    twin.wish('a', file('B;Mutter;M;7', '', 'A;Nagel;M;5'));
    await twin.rest();
    expect(read).not.toHaveBeenCalled();
  });

  it('say the same as a row that is read, where a number has become a text with the same digits', async () => {
    const lines = (...quantities: readonly string[]): string =>
      quantities.map((one, n) => `{"Nr":"A${n}","Name":"Nagel","Menge":${one}}\n`).join('');
    const config = await declared(`  sources:
    - { name: a, files: "a*", format: ndjson, folder: ./out, numbers: "1.234,56", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
    const twin = await both(config, async (twin) => {
      await known(twin, 'a', lines('1.125', '2.250', '"3.375"'));
      twin.wish('a', lines('1.125', '"2.250"', '3.375'));
      await twin.rest();
      twin.release();
      await twin.rest();
    });
    expect([...twin.market.values()]).toMatchObject([
      { availableQty: 1.125 },
      { availableQty: 2_250 },
      { availableQty: 3.375 },
    ]);
  });

  it('give way to a second row of their article where they would be rejected beside the other rows', async () => {
    const numbered = (prefix: string): string[] => many(30, (n) => `${prefix}${n};Nagel ${n};M;5`);
    const texts = 'A;"Rohr\nB1;Nagel 8;M;5\n";M;5';
    const config = await declared(`  vanished: ignore
  sources:
    - { name: a, files: "a*", ${dialect}, duplicates: last, mapping: { externalId: Nr, name: Name, brand: Marke, availableQty: Menge } }`);
    const twin = openTwin(config);
    await known(twin, 'a', file(...numbered('K/'), texts));
    twin.wish('a', file(...numbered('B'), texts, 'A;Rohr;M;7'));
    await twin.rest();
    expect(twin.store.runs.newest('a')).toMatchObject({ read: 32, rejected: 0, final: 1 });
    expect(twin.market.get('A')).toMatchObject({ name: 'Rohr', availableQty: 7 });
  });

  it('I4: are sent again when an old value returns while another is under way', async () => {
    const twin = await both(await declared(one), async (twin) => {
      await known(twin, 'a', file('A;Nagel;M;5', 'B;Mutter;M;1'));
      twin.wish('a', file('A;Nagel;M;7', 'B;Mutter;M;1'));
      await twin.steps(50);
      expect(twin.open).toBe(1);
      twin.wish('a', file('A;Nagel;M;5', 'B;Mutter;M;1'));
      await twin.steps(50);
      await twin.rest();
    });
    expect(twin.market.get('A')).toMatchObject({ availableQty: 5 });
    expect(twin.sent).toHaveLength(3);
  });

  it.each([false, true])(
    'are sent again when old content returns after a kill in the middle of a request (effect: %s)',
    async (hasEffects) => {
      // The index holds A;Nagel as a hole from the commit of the plan on that changes it.
      for (let commits = 0; commits < 4; commits += 1) {
        const twin = await both(await declared(one), async (twin) => {
          await known(twin, 'a', file('A;Nagel;M;5', 'B;Mutter;M;1'));
          twin.wish('a', file('A;Bolzen;M;5', 'B;Mutter;M;1'));
          await twin.kill(commits, hasEffects);
          twin.wish('a', file('A;Nagel;M;5', 'B;Mutter;M;1', ''));
          await twin.kill(commits, hasEffects);
          await twin.rest();
        });
        expect(twin.market.get('A')).toMatchObject({ name: 'Nagel' });
      }
    },
  );

  it('I13: leave held vanished articles where they are over the next file, until somebody releases it', async () => {
    const rows = many(8, (n) => `A${n};Nagel;M;5`);
    const twin = await both(await declared(one), async (twin) => {
      await known(twin, 'a', file(...rows));
      for (const end of ['', '\n', '\n\n']) {
        twin.wish('a', file(...rows.slice(0, 3)) + end);
        await twin.rest();
        expect(twin.market.size).toBe(8);
        expect(twin.store.holds.open()).toHaveLength(1);
      }
      twin.release();
      await twin.rest();
    });
    expect([...twin.market.keys()]).toEqual(['A0', 'A1', 'A2']);
  });

  it('are read again when another source says something else of the product, and send nothing of it that is held', async () => {
    const config = await declared(`  sources:
    - { name: a, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: b, files: "b*", ${dialect}, mapping: { externalId: Nr, brand: Marke, availableQty: Menge } }`);
    const rows = (brand: string, quantity: number): string =>
      file(...many(4, (n) => `A${n};Nagel;${brand};${quantity}`));
    const twin = await both(config, async (twin) => {
      await known(twin, 'a', rows('M', 5));
      await known(twin, 'b', rows('M', 5));
      await known(twin, 'a', `${rows('M', 5)}\n\n`);
      twin.wish('b', rows('N', 5_000));
      await twin.rest();
      expect(twin.store.holds.open()).toHaveLength(1);
      twin.wish('a', `${rows('M', 5)}\n\n\n\n`);
      await twin.rest();
    });
    expect(twin.market.get('A0')).toMatchObject({ brand: 'M', availableQty: 5 });
  });

  it('are read again when their fields were kept only for a file that is held as a whole', async () => {
    const kept = await declared(
      one
        .replace('vanished: unpublish', 'vanished: ignore')
        .replace('{ name: a,', '{ name: a, empty: keep,'),
    );
    const cleared = await declared(
      one
        .replace('vanished: unpublish', 'vanished: ignore')
        .replace('{ name: a,', '{ name: a, empty: clear,'),
    );
    const bad = many(12, (n) => `X${n};;;viel`);
    const twin = await both(cleared, async (twin) => {
      await known(twin, 'a', file('A;Nagel;M;5'));
      twin.restart(kept);
      await twin.kill(0, false);
      twin.wish('a', file('A;Nagel;M;5', ...bad));
      await twin.rest();
      twin.wish('a', file('A;Nagel;M;5'));
      await twin.rest();
      twin.wish('a', file('A;Nagel;;5'));
      await twin.rest();
    });
    expect(twin.market.get('A')).toMatchObject({ brand: 'M' });
  });
});

describe('a file that is overtaken in the middle of pass 1', () => {
  it('leaves no kept field behind', async () => {
    const twin = openTwin(await declared(one.replace('{ name: a,', '{ name: a, empty: keep,')));
    await known(twin, 'a', file('A;Nagel;M;5'));
    twin.wish('a', file('A;Nagel;N;5', ...many(9_000, (n) => `B${n};Mutter;M;1`)));
    // Far enough that the first fields are stored, and not to the end.
    await twin.steps(19);
    expect(twin.store.sources.get('a')?.plan).toBeNull();
    for (const brand of ['M', '']) {
      twin.wish('a', file(`A;Nagel;${brand};5`));
      await twin.rest();
    }
    expect(twin.market.get('A')).toMatchObject({ brand: 'M' });
  });
});

describe('the fast path', () => {
  /** The rows as the reader hands them on; the cursor stands on the first one. */
  async function rowsOf(...texts: readonly string[]): Promise<RawRows> {
    const rows = await rowsBehindHeader(...texts);
    rows.move();
    return rows;
  }

  async function rowsBehindHeader(...texts: readonly string[]): Promise<RawRows> {
    const bytes = Buffer.from(['Nr;Name', ...texts, ''].join('\n'));
    const file: AdapterFile = {
      name: 'a.csv',
      size: bytes.length,
      read: (offset, length) => bytes.subarray(offset, offset + length),
    };
    const read = await csv.open({ files: [file], options: { delimiter: ';' } });
    const rows = 'reader' in read ? read.reader.rawRows?.() : undefined;
    if (rows === undefined) throw new Error('no rows');
    return rows;
  }
  const settles = async (fast: FastPath, text = 'A;Nagel'): Promise<boolean> =>
    fast.find(await rowsOf(text)) >= 0;

  async function opened(
    store = openCatalogStore(':memory:'),
    run = 2,
    basis = 'x',
  ): Promise<{ store: typeof store; fast: FastPath }> {
    const reader = { rawRows: () => undefined } as never;
    const inFlight = { has: () => false, size: 0 };
    const source = await declaredSource('{ externalId: Nr, name: Name }');
    const fast = await openFastPath(store, { source, run, basis, reader, inFlight });
    return { store, fast: fast as FastPath };
  }

  /** A store that knows one row, of product 7, since run 2. */
  async function withRow() {
    const { store, fast } = await opened();
    expect(await settles(fast)).toBe(false);
    fast.keep(0, { hasQuantity: true, filled: 3 });
    store.index.write('articles', {
      rows: Int32Array.of(7),
      tail: new Int32Array(),
      known: fast.take(1),
    });
    return store;
  }

  function request(store: Awaited<ReturnType<typeof withRow>>, product: number, times = 1): void {
    for (let n = 0; n < times; n += 1)
      store.requests.add(
        {
          lane: 'products',
          kind: 'upsert',
          source: 'b',
          run: 1,
          intent: `${product} ${n} ${store.requests.newestId()}`,
          method: 'POST',
          path: '/',
          body: null,
          items: JSON.stringify([{ product }]),
        },
        0,
      );
  }

  it('settles a row that the file before held', async () => {
    const { fast } = await opened(await withRow());
    const rows = await rowsOf('A;Nägel', 'A;Nagel');
    expect(fast.find(rows)).toBe(-1);
    rows.move();
    const record = fast.find(rows);
    expect(fast.products[record]).toBe(7);
    expect(fast.quantitiesOf(record, 1)).toBe(1);
  });

  it('does not settle a product that was sent to since, before the pass or in the middle of it', async () => {
    const store = await withRow();
    const { fast } = await opened(store);
    request(store, 8);
    fast.refresh();
    expect(await settles(fast)).toBe(true);
    request(store, 7);
    fast.refresh();
    expect(await settles(fast)).toBe(false);
    expect(await settles((await opened(store)).fast)).toBe(false);
  });

  it('settles rows side by side at once, unless one of their products was sent to since', async () => {
    const store = await withRow();
    const before = await rowsBehindHeader('A;Nagel');
    const { fast } = await opened(store);
    const block = fast.findBlock(before);
    expect(block).toMatchObject({ first: 0, records: 1, lines: 1, bytes: 8 });
    fast.keepBlock(block!, 0);
    fast.roomForFilled(1).set(fast.filled);
    const { hashes, blocks } = store.index.known('articles')!;
    expect(fast.take(1)).toMatchObject({ hashes, blocks, filled: Uint8Array.of(3) });
    request(store, 7);
    const later = (await opened(store)).fast;
    expect(later.findBlock(before)).toBeUndefined();
    expect((await opened(store, 2, 'y')).fast.findBlock(before)).toBeUndefined();
  });

  it('settles nothing under other conditions, of an earlier run, or after very many requests', async () => {
    const store = await withRow();
    expect(await settles((await opened(store, 2, 'y')).fast)).toBe(false);
    expect(await settles((await opened(store, 1)).fast)).toBe(false);
    expect(await settles((await opened(store, 3)).fast)).toBe(true);
    store.transaction(() => request(store, 8, 5_001));
    expect(await settles((await opened(store, 3)).fast)).toBe(false);
  });

  it('hashes with a seed of its own in each installation', async () => {
    const first = await opened();
    const second = await opened();
    for (const { fast } of [first, second]) {
      await settles(fast);
      fast.keep(0, { hasQuantity: false, filled: 0 });
    }
    expect(first.fast.take(1).hashes).not.toEqual(second.fast.take(1).hashes);
  });
});
