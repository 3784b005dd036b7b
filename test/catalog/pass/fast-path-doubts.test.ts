import { describe, expect, it } from 'vitest';
import { both, dialect, file, known, many, one } from '../both-ways.ts';
import { declared } from '../declared.ts';
import { openTwin } from '../twins.ts';

describe('rows that are known by their hash', () => {
  it.each([
    { name: 'CR, then CRLF behind the header', cell: 'Nagel', ends: ['\r', '\r\n', '\r'] },
    { name: 'LF, then CR behind the header', cell: 'rot\rblau', ends: ['\n', '\r', '\n'] },
  ])(
    'fault 5: are read again where the lines of the file end otherwise: $name',
    async ({ cell, ends: [was = '', now = '', rest = ''] }) => {
      const rows = many(20, (n) => `A${n};${cell};M;5${rest}`).join('');
      const twin = await both(await declared(one), async (twin) => {
        await known(twin, 'a', `Nr;Name;Marke;Menge${was}${rows}`);
        twin.wish('a', `Nr;Name;Marke;Menge${now}${rows}`);
        await twin.rest();
      });
      expect(twin.store.runs.newest('a')).toMatchObject({ unchanged: 0 });
    },
  );

  it('I13: keep their fields behind a file that was held as a whole', async () => {
    const config = await declared(`  sources:
    - { name: a, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: b, files: "b*", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`);
    const rows = (named: number): string =>
      file(...many(30, (n) => `A${n};${n < named ? 'Nagel' : ''};M;5`));
    const twin = await both(config, async (twin) => {
      twin.wish('a', rows(30));
      await twin.rest();
      twin.wish('a', rows(20));
      await twin.rest();
      twin.lookAgain('a');
      await twin.rest();
      expect(twin.store.holds.open()).toHaveLength(1);
      twin.wish('a', `${rows(30)}\n`);
      await twin.rest();
      twin.wish('b', rows(30));
      await twin.rest();
    });
    expect(twin.market.get('A0')).toMatchObject({ name: 'Nagel', brand: 'M' });
  });
});

describe('rows that are known by their hash, beside others that are doubted', () => {
  it('fault 5: count as articles that stay active and unchanged', async () => {
    const config = await declared(`  sources:
    - { name: a, files: "a*", headerRow: none, ${dialect}, mapping: { externalId: 1, name: 2, availableQty: 4, isActive: { column: 3, translate: { N: true }, otherwise: false } } }`);
    const rows = (most: number): string =>
      many(60, (n) => `A${n};Nagel ${n};${n < most ? 'J' : 'N'};5\n`).join('');
    const twin = await both(config, async (twin) => {
      await known(twin, 'a', rows(0));
      twin.wish('a', rows(30));
      await twin.rest();
      expect(twin.store.holds.open()).toMatchObject([{ kind: 'deactivated', items: 30 }]);
      twin.wish('a', rows(31));
      await twin.rest();
    });
    expect(twin.store.holds.open()).toMatchObject([
      { kind: 'deactivated', items: 31, sentence: expect.stringContaining('31 of 60 articles') },
      { kind: 'columns', items: 31, sentence: expect.stringContaining('31 of 60 articles') },
    ]);
    expect(twin.market.get('A0')).toMatchObject({ isActive: true });
  });
});

describe('a row before or behind rows that are known by their hash', () => {
  const rows = many(200, (n) => `A${n};Nagel ${n};M;5`);
  const stock = `  sources:
    - { name: a, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: b, files: "b*", kind: stock, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

  it.each([
    {
      name: 'before, of one source',
      catalog: one,
      source: 'a',
      now: ['A150;Nagel 150;M;7', ...rows],
    },
    {
      name: 'behind, of one source',
      catalog: one,
      source: 'a',
      now: [...rows, 'A150;Nagel 150;M;7'],
    },
    { name: 'before, of stock', catalog: stock, source: 'b', now: ['A150;;;7', ...rows] },
    { name: 'behind, of stock', catalog: stock, source: 'b', now: [...rows, 'A150;;;7'] },
  ])(
    'fault 8: is rejected with the one that it contradicts: $name',
    async ({ catalog, source, now }) => {
      const twin = await both(await declared(catalog), async (twin) => {
        for (const { name } of (await declared(catalog)).sources)
          await known(twin, name, file(...rows));
        // A row that stands twice and says the same contradicts nothing.
        twin.wish(source, file(...now, 'A151;Nagel 151;M;5'));
        await twin.rest();
      });
      const books = { read: 202, unchanged: 199, rejected: 2, skipped: 1 };
      expect(twin.store.runs.newest(source)).toMatchObject(books);
      expect(twin.market.get('A150')).toMatchObject({ availableQty: 5 });
    },
  );
});

describe('rows behind a header', () => {
  it('quirk 11: are all read where the last row of the header is blank', async () => {
    const config = await declared(one.replace('{ name: a,', '{ name: a, headerRow: [1, 3],'));
    const twin = await both(config, async (twin) => {
      const rows = ['Nr;Name;Marke;Menge', 'in der Filiale', '', 'A;Nagel;M;5', 'B;Mutter;M;7', ''];
      await known(twin, 'a', rows.join('\n'));
    });
    expect([...twin.market.keys()]).toEqual(['A', 'B']);
  });
});

describe('a file of articles that came to nothing', () => {
  const articles = file('A;Nagel;M;', 'B;Mutter;M;');

  it.each([
    { name: 'refused', text: `${articles}C;"offen\n`, steps: 50 },
    { name: 'overtaken', text: articles + 'A;Nagel;M;\n'.repeat(9_000), steps: 3 },
  ])(
    'fault 138: leaves the stock to the upsert that creates them later: $name',
    async ({ text, steps }) => {
      const config = await declared(`  sources:
    - { name: a, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: b, files: "b*", kind: stock, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
      const twin = openTwin(config);
      twin.wish('b', file('A;;;5', 'B;;;7'));
      await twin.rest();
      twin.wish('a', text);
      await twin.steps(steps);
      twin.wish('a', articles);
      await twin.rest();
      expect(twin.sent).toHaveLength(1);
      expect(twin.market.get('B')).toMatchObject({ name: 'Mutter', availableQty: 7 });
    },
  );
});
