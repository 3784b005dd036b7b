import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

const articles = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, description: Text } }`;
const stock = (keys: string) => `${articles}
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, availableQty: Menge } }`;
const ids = Array.from({ length: 30 }, (_, n) => `A${n}`);
const list = ['Nr;Name;Text', ...ids.map((id) => `${id};Nagel ${id};T`)];
const quantities = ids.map((id, n) => `${id};${n + 120}`);

useRoom();

async function passed(files: Readonly<Record<string, readonly string[] | string>>) {
  const since = await ledgerEnd(room.market);
  for (const [name, text] of Object.entries(files))
    if (typeof text === 'string') room.shop.write(`out/${name}`, text);
    else room.write(name, text);
  const { run, calls } = await passSince(room, since);
  const held = (await room.catalog.held()).map(({ sentence }) => sentence);
  return { run, calls, held };
}

const wrongSums = (file: string, why: string, items = 30): string =>
  `${file} would change the stock of ${items} articles to sums that may be wrong (${why}); that stock stays as it is.`;

describe('I1: rows of an article that are added up', () => {
  it('wait where a copy of the file is beside it', async () => {
    await open(stock('pick: union, duplicates: sum,'));
    await passed({ 'artikel.csv': list, 'bestand.csv': ['Nr;Menge', ...quantities] });
    const { calls, held } = await passed({ 'bestand - Kopie.csv': ['Nr;Menge', ...quantities] });
    expect(calls).toEqual([]);
    expect(held).toEqual([
      expect.stringContaining('(it has 2 files, last time it had 1: is one a copy?)'),
    ]);
    fs.rmSync(path.join(room.shop.folder, 'out/bestand - Kopie.csv'));
    expect(
      await passed({ 'bestand.csv': ['Nr;Menge', ...quantities.slice(1), 'A0;1'] }),
    ).toMatchObject({ held: [], run: { sent: 1 } });
  });

  it('wait where all of them are in the file twice', async () => {
    await open(stock('duplicates: sum,'));
    await passed({ 'artikel.csv': list, 'bestand.csv': ['Nr;Menge', ...quantities] });
    const twice = ['Nr;Menge', ...quantities, ...quantities];
    const { calls, held } = await passed({ 'bestand.csv': twice });
    expect(calls).toEqual([]);
    const why = '30 of 30 changed stocks are exactly twice what they were: are rows in it twice?';
    expect(held).toEqual([wrongSums('bestand.csv', why)]);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    expect((await passed({})).calls).toHaveLength(1);
  });

  it('wait where the rows of one warehouse of several are in the file twice', async () => {
    await open(stock('duplicates: sum,'));
    const [north, south] = ['Nord', 'Sued'].map((name) =>
      ids.map((id, n) => `${id};${name};${n + (name === 'Nord' ? 20 : 7)}`),
    ) as [string[], string[]];
    const head = 'Nr;Lager;Menge';
    await passed({ 'artikel.csv': list, 'bestand.csv': [head, ...north, ...south] });
    const { calls, held } = await passed({ 'bestand.csv': [head, ...north, ...south, ...south] });
    expect(calls).toEqual([]);
    const why =
      '30 of its rows equal another one of their article, last time there were 0: are rows in it twice?';
    expect(held).toEqual([wrongSums('bestand.csv', why)]);
    const more = { 'bestand.csv': [head, ...north, ...south.slice(1), 'A0;Sued;8'] };
    expect(await passed(more)).toMatchObject({ held: [], run: { sent: 1 } });
  });

  it('go where batches of an article were alike before, or a new warehouse has come', async () => {
    await open(stock('duplicates: sum,'));
    const batches = (quantity: number) =>
      ids.flatMap((id) => [`${id};L;${quantity}`, `${id};L;${quantity}`]);
    await passed({ 'artikel.csv': list, 'bestand.csv': ['Nr;Lager;Menge', ...batches(5)] });
    const sold = ['Nr;Lager;Menge', ...batches(4)];
    expect(await passed({ 'bestand.csv': sold })).toMatchObject({ held: [], run: { sent: 30 } });
    const west = ids.map((id) => `${id};West;4`);
    expect(await passed({ 'bestand.csv': [...sold, ...west] })).toMatchObject({
      held: [],
      run: { sent: 30 },
    });
  });

  it('wait where another export, with its header, is behind the first', async () => {
    await open(stock('duplicates: sum,'));
    const file = ['Nr;Menge', ...quantities];
    await passed({ 'artikel.csv': list, 'bestand.csv': file });
    const sold = quantities.map((line) => line.replace(/\d$/, '0'));
    const { calls, held } = await passed({ 'bestand.csv': ['Nr;Menge', ...sold, ...file] });
    expect(calls).toEqual([]);
    const why = 'its header is repeated among its rows: are there two exports in it?';
    expect(held).toEqual([wrongSums('bestand.csv', why)]);
  });

  it.each([
    ['has a separator too many', 'A7;Sued; Halle 2;100'],
    ['has lost its zeros', '8;Sued;100'],
  ])('fault 8: are rejected together where one of them %s', async (_, row) => {
    await open(stock('duplicates: sum,'));
    const both = (south: string): string[] => [
      'Nr;Lager;Menge',
      ...['A6;Nord;5', 'A7;Nord;3', '008;Nord;3', 'A6;Sued;10', 'A7;Sued;100', '008;Sued;100'].map(
        (line) => (line.startsWith(south.includes('A7') ? 'A7;S' : '008;S') ? south : line),
      ),
    ];
    await passed({ 'artikel.csv': [...list, '008;Nagel;T'], 'bestand.csv': both('-;-;0') });
    await passed({ 'bestand.csv': both('A7;Sued;100').map((line) => line.replace(';10', ';11')) });
    const before = await room.market.products();
    const { calls, run } = await passed({ 'bestand.csv': both(row) });
    expect(run?.rejected).toBe(2);
    const sent = calls.flatMap(([, ...items]) => items.map(({ externalId }) => externalId));
    expect(sent).not.toContain(row.startsWith('A7') ? 'A7' : '008');
    expect(before.length).toBe(31);
  });

  it('fault 4: wait where the file ends within a line', async () => {
    await open(stock('duplicates: sum,'));
    const lines = (count: number): string =>
      `Nr;Lager;Menge\r\n${Array.from({ length: count }, (_, n) => `A${n % 30};L${Math.floor(n / 30)};${n + 120}`).join('\r\n')}\r\n`;
    await passed({ 'artikel.csv': list, 'bestand.csv': lines(60) });
    const { calls, held, run } = await passed({ 'bestand.csv': lines(45).slice(0, -6) });
    expect(calls).toEqual([]);
    expect(held).toEqual([
      wrongSums('bestand.csv', 'it ends within a line, was the export cut off?', 15),
    ]);
    // Of the article of the last row neither is used.
    expect(run?.rejected).toBe(2);
  });

  it.each([
    [
      'stand twice in one file',
      (rows: readonly string[]) => [...rows, ...rows],
      ['60 rows', 'are rows in it twice?'],
    ],
    [
      'are missing from one file',
      (rows: readonly string[]) => rows.slice(0, 14),
      ['14 rows', 'was the export cut off?'],
    ],
  ])(
    'wait where rows %s of several, which goes once it is whole',
    async (_, damage, [has, question]) => {
      await open(stock('pick: union, duplicates: sum,'));
      const other = ids.map((id) => `${id};7`);
      const both = {
        'bestand1.csv': ['Nr;Menge', ...quantities],
        'bestand2.csv': ['Nr;Menge', ...other],
      };
      await passed({ 'artikel.csv': list, ...both });
      const { calls, held } = await passed({ 'bestand2.csv': ['Nr;Menge', ...damage(other)] });
      expect(calls).toEqual([]);
      const why = `bestand2.csv has ${has}, last time it had 30: ${question}`;
      expect(held).toEqual([expect.stringContaining(`to sums that may be wrong (${why})`)]);
      const whole = { 'bestand2.csv': ['Nr;Menge', ...other.slice(1), 'A0;8'] };
      expect(await passed(whole)).toMatchObject({ held: [], run: { sent: 1 } });
    },
  );

  it('fault 4: wait where one of several files ends within a line', async () => {
    await open(stock('pick: union, duplicates: sum,'));
    const lines = (part: readonly string[]): string => `Nr;Menge\r\n${part.join('\r\n')}\r\n`;
    const [one, two] = [quantities.slice(0, 15), quantities.slice(15)];
    await passed({ 'artikel.csv': list, 'bestand1.csv': lines(one), 'bestand2.csv': lines(two) });
    const { calls, held } = await passed({
      'bestand1.csv': lines(one).slice(0, -4),
      'bestand2.csv': lines([...two.slice(0, -1), 'A29;7']),
    });
    expect(calls).toEqual([]);
    expect(held).toEqual([
      expect.stringContaining('(bestand1.csv ends within a line, was the export cut off?)'),
    ]);
  });
});

describe('fault 4: articles in several files of which one ends within a line', () => {
  it('wait with the last row of that file alone', async () => {
    await open(articles.replace('"artikel.csv"', '"artikel*.csv", pick: union'));
    const lines = (from: number, text: string): string =>
      `Nr;Name;Text\r\n${ids
        .slice(from, from + 15)
        .map((id) => `${id};Nagel;${text}`)
        .join('\r\n')}\r\n`;
    await passed({ 'artikel1.csv': lines(0, 'Text'), 'artikel2.csv': lines(15, 'Text') });
    const { run, held } = await passed({
      'artikel1.csv': lines(0, 'Texte').slice(0, -4),
      'artikel2.csv': lines(15, 'Texte'),
    });
    expect(run).toMatchObject({ sent: 29, held: 1 });
    expect(held).toEqual([
      'artikel1.csv ends within a line, unlike the file before: was the export cut off? Its last row, 1 of 30, is held.',
    ]);
    expect((await room.catalog.why('A14')).next).toContain('stockhand release');
  });
});

describe('a row that is the header once more', () => {
  it('is rejected and told, and no article of that name is created', async () => {
    await open(articles);
    await passed({ 'artikel.csv': list });
    const { run, calls } = await passed({ 'artikel.csv': [...list, ...list] });
    expect([calls, run?.rejected]).toEqual([[], 1]);
    expect(room.catalog.store.complaints.of(run?.run ?? 0, 1)).toMatchObject([
      { code: 'ROW_HEADER_AGAIN', row: 32, rule: 'repeats the header.' },
    ]);
    expect(await room.catalog.needsYou()).toHaveLength(1);
  });
});

describe('fault 3: a file of whose rows none counts any more', () => {
  it('is held as empty where `where` no longer fits, and why names the hold', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
    const file = (web: string, quantity: number) => ({
      'artikel.csv': ['Nr;Name;Menge;Web', ...ids.map((id) => `${id};Nagel;${quantity};${web}`)],
    });
    await passed(file('J', 5));
    const { calls, held } = await passed(file('N', 0));
    expect(calls).toEqual([]);
    expect(held).toEqual([
      'None of the 30 rows of artikel.csv can be used, last time it named 30 articles: nothing was changed. Are its article numbers and where: of the source still right?',
    ]);
    expect((await room.catalog.why('A3')).next).toMatch(/stockhand release \d+$/);
    expect(await passed(file('J', 4))).toMatchObject({ held: [], run: { sent: 30 } });
  });

  it('is held as empty where a stock export has other article numbers', async () => {
    await open(stock(''));
    const file = (zeros: string, quantity: number) => ({
      'bestand.csv': ['Nr;Menge', ...ids.map((id) => `${zeros}${id};${quantity}`)],
    });
    await passed({ 'artikel.csv': list, ...file('', 5) });
    const { calls, held } = await passed(file('0', 0));
    expect(calls).toEqual([]);
    expect(held).toEqual([
      expect.stringContaining('None of the 30 rows of bestand.csv can be used'),
    ]);
    expect((await room.catalog.why('A3')).next).toMatch(/stockhand release \d+$/);
  });

  it('tells once where most of its rows name nothing any more', async () => {
    await open(stock(''));
    const file = (known: number) => ({
      'bestand.csv': ['Nr;Menge', ...ids.map((id, n) => `${n < known ? '' : '0'}${id};5`)],
    });
    await passed({ 'artikel.csv': list, ...file(30) });
    const { run } = await passed(file(10));
    const rule =
      'The 30 rows of bestand.csv name 10 articles, last time it had 30: what was sent of the others stays.';
    expect(room.catalog.store.complaints.of(run?.run ?? 0, 5)).toMatchObject([
      { code: 'FILE_SMALLER', rule },
    ]);
  });
});
