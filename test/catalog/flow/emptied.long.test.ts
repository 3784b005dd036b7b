import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sum = 'availableQty: { sum: [Lager1, Lager2], minus: [Reserviert] }';
const active = 'isActive: { column: Gesperrt, translate: { J: false, N: true } }';
const source = (mapping: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${keys} mapping: { externalId: Nr, name: Name, ${mapping} } }`;

interface Article {
  readonly Lager2: string;
  readonly Reserviert: string;
  readonly Gesperrt: string;
}
const head = 'Nr;Name;Lager1;Lager2;Reserviert;Gesperrt';
/** Every third article has something reserved. */
const article = (n: number): Article => ({
  Lager2: '2',
  Reserviert: n % 3 === 0 ? '1' : '',
  Gesperrt: 'N',
});
const articles = (count: number, change: (n: number) => Partial<Article> = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ ...article(n), ...change(n) }));
const table = (rows: readonly Article[]): string[] => [
  head,
  ...rows.map((row, n) => `A${n};Nagel ${n};9;${row.Lager2};${row.Reserviert};${row.Gesperrt}`),
];

useRoom();

async function passOver(rows: readonly string[], name = 'artikel.csv') {
  const since = await ledgerEnd(room.market);
  room.write(name, rows);
  await room.pass();
  const calls = (await callsSince(room.market, since)).length;
  return { calls, held: (await room.catalog.held()).map(({ sentence }) => sentence) };
}

async function release(): Promise<void> {
  await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
  await room.pass();
}

const csv = 'delimiter: ";",';
const emptied = (column: string, had: string): string =>
  `In all 90 rows of artikel.csv columns are empty that decide what buyers can order, unlike in the 90 rows of the file before: "${column}" (${had} had a value). The whole file is held.`;

describe('a column that says what buyers can order and is empty in every row', () => {
  it.each([
    ['what is reserved', 'Reserviert', '29'],
    ['a warehouse', 'Lager2', '90'],
    ['what blocks articles', 'Gesperrt', '90'],
  ])('holds the whole file where it was filled before: %s', async (_, column, had) => {
    await open(source(`${sum}, ${active}`, csv));
    await passOver(table(articles(90)));
    // Rows that stay as they are and are settled unread count as those that are read.
    const trade = (n: number): Partial<Article> =>
      n === 3 ? { Reserviert: '' } : n === 4 ? { Lager2: '7' } : {};
    expect((await passOver(table(articles(90, trade)))).held).toEqual([]);
    expect((await passOver(table(articles(90, trade)))).held).toEqual([]);
    const lost = table(articles(90, (n) => ({ ...trade(n), [column]: '' })));
    expect(await passOver(lost)).toEqual({ calls: 0, held: [emptied(column, had)] });
    expect((await passOver([...lost, 'B;Neu;1;;;'])).calls).toBe(0);
    expect((await passOver(table(articles(90, trade)))).held).toEqual([]);
  });

  it('goes after a release, and is then what is usual', async () => {
    await open(source(sum, csv));
    await passOver(table(articles(90)));
    await passOver(table(articles(90, () => ({ Reserviert: '' }))));
    await release();
    expect(await room.market.products()).toMatchObject(
      articles(90).map(() => ({ availableQty: 11 })),
    );
    const next = table(articles(90, (n) => ({ Reserviert: '', ...(n < 5 && { Lager2: '3' }) })));
    expect((await passOver(next)).held).toEqual([]);
    expect((await room.market.products()).filter((one) => one.availableQty === 12)).toHaveLength(5);
  });

  it.each([
    ['in few rows', [60, 19], sum, ''],
    ['in less than a tenth of the rows', [400, 39], sum, ''],
    ['in a file of changes', [60, 60], sum, 'contents: delta,'],
    ['with a default', [60, 60], `${sum}, ${active.replace('{ ', '{ default: true, ')}`, ''],
  ] as const)(
    'holds nothing where it was filled %s',
    async (...[, [count, filled], mapping, keys]) => {
      await open(source(mapping, `${csv} ${keys}`));
      const emptied = mapping === sum ? 'Reserviert' : 'Gesperrt';
      const value = article(0)[emptied];
      await passOver(table(articles(count, (n) => ({ [emptied]: n < filled ? value : '' }))));
      const all = articles(count, () => ({ [emptied]: '', Lager2: '3' }));
      const { calls, held } = await passOver(table(all));
      expect(held).toEqual([]);
      expect(calls).toBeGreaterThan(0);
    },
  );

  describe('and is the whole stock of a file of few rows', () => {
    const stock = (mapping = 'Menge') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${csv} mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "bestand.*", stable: { quiet: 0s }, ${csv} mapping: { externalId: Nr, availableQty: ${mapping} } }`;
    const few = (count: number, value: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => `A${n};${value(n)}`);
    const opened = async (count: number, mapping?: string) => {
      await open(stock(mapping));
      await passOver(['Nr;Name', ...few(count, (n) => `Nagel ${n}`)]);
      await passOver(['Nr;Menge', ...few(count, (n) => String(n + 1))], 'bestand.csv');
    };
    const written = async (count: number, value: (n: number) => string) => {
      room.write('bestand.csv', ['Nr;Menge', ...few(count, value)]);
      const { notes } = await room.pass();
      return { notes, held: (await room.catalog.held()).map(({ sentence }) => sentence) };
    };

    it.each([3, 8])('holds it: %i rows', async (count) => {
      await opened(count);
      expect((await written(count, () => '')).held).toEqual([
        expect.stringContaining(`"Menge" (${count} had a value). The whole file is held.`),
      ]);
      expect((await written(count, () => '0')).held).toEqual([]);
    });

    it('tells it of fewer rows than a hold needs', async () => {
      await opened(2);
      expect(await written(2, () => '')).toEqual({
        held: [],
        notes: [expect.stringContaining('rows of bestand.csv are empty in "Menge", unlike')],
      });
    });

    it('is an ordinary day where one row has a stock, or an expression makes one of none', async () => {
      await opened(8);
      expect(await written(8, (n) => (n === 0 ? '4' : ''))).toEqual({ notes: [], held: [] });
      await room.close();
      await opened(8, `{ expression: 'row["Menge"] == "" ? "0" : row["Menge"]' }`);
      expect(await written(8, () => '')).toEqual({ notes: [], held: [] });
    });
  });

  it('holds a tree of which the element is in every record without a value', async () => {
    await open(source(`availableQty: { sum: [Lager1, Lager2] }`, 'format: json,'));
    const tree = (second: string): string[] => [
      JSON.stringify(
        Array.from({ length: 30 }, (_, n) => ({
          Nr: `A${n}`,
          Name: 'x',
          Lager1: 9,
          Lager2: second,
        })),
      ),
    ];
    await passOver(tree('2'), 'artikel.json');
    expect(await passOver(tree(''), 'artikel.json')).toMatchObject({
      calls: 0,
      held: [expect.stringContaining('"Lager2" (30 had a value)')],
    });
  });
});
