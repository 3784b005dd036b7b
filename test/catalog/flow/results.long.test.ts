import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encode } from '../../../adapters/text/encode.ts';
import { open, room, useRoom } from '../one-room.ts';

const source = (keys: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, numbers: "1.234,56", ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

useRoom();

async function passOver(name: string, content: string | Uint8Array) {
  room.shop.write(`out/${name}`, content);
  const { runs } = await room.pass();
  return runs[0];
}
const raw = (name: string): Buffer => fs.readFileSync(path.join(room.shop.folder, 'results', name));
const results = () => room.shop.names('results').filter((name) => name.endsWith('.result.csv'));

describe('the books of a run', () => {
  it('are beside the result file and balance', async () => {
    await open(source('delimiter: ";", where: { column: Web, equals: J },'));
    await passOver('artikel.csv', 'Nr;Name;Menge;Web\r\nA;Nagel;1;J\r\nB;Mutter;2;J\r\n');
    const run = await passOver(
      'artikel.csv',
      'Nr;Name;Menge;Web\r\nA;Nagel;1;J\r\nB;Mutter;3;J\r\nC;Keil;x;J\r\nD;Niete;4;N\r\nE;Bolzen;-1;J\r\n',
    );
    const books = JSON.parse(room.shop.read(`results/articles-${run!.run}.books.json`));
    expect(books).toEqual({
      run: run!.run,
      source: 'articles',
      file: 'artikel.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      read: 5,
      unchanged: 1,
      sent: 2,
      held: 0,
      rejected: 1,
      skipped: 1,
      waiting: 0,
      final: true,
    });
    expect(books).toEqual(run);
  });

  it('say that they are not final while rows wait, and are written again when they are', async () => {
    await open(source('delimiter: ";",'));
    room.post.hold();
    room.shop.write('out/artikel.csv', 'Nr;Name;Menge\r\nA;Nagel;1\r\n');
    const [run] = (await room.pass(100)).runs;
    const read = () => JSON.parse(room.shop.read(`results/articles-${run!.run}.books.json`));
    expect(read()).toMatchObject({ read: 1, sent: 0, held: 1, waiting: 1, final: false });
    room.post.letGo();
    await room.pass();
    expect(read()).toMatchObject({ read: 1, sent: 1, held: 0, waiting: 0, final: true });
  });
});

describe('the books of a run that a newer one has overtaken', () => {
  const csv = (...rows: string[]) => `Nr;Name;Menge\r\n${rows.join('\r\n')}\r\n`;
  const nails = (menge: (n: number) => number) =>
    csv(...Array.from({ length: 9 }, (_, n) => `A${n};Nagel;${menge(n)}`));
  const books = (run: number) =>
    JSON.parse(room.shop.read(`results/articles-${run}.books.json`)) as object;

  it('end as final, and no result file says held any more', async () => {
    await open(source('delimiter: ";",'));
    await passOver(
      'artikel.csv',
      nails((n) => n + 1),
    );
    const held = await passOver(
      'artikel.csv',
      nails((n) => (n + 1) * 10),
    );
    expect(books(held!.run)).toMatchObject({ held: 9, final: true });
    expect(results()).toEqual([`articles-${held!.run}.result.csv`]);
    await passOver(
      'artikel.csv',
      nails((n) => n + 1),
    );
    expect(books(held!.run)).toMatchObject({ held: 0, skipped: 9, final: true });
    expect(results()).toEqual([]);
  });

  it('end as final where nothing of it was sent before', async () => {
    await open(source('delimiter: ";",'));
    await passOver('artikel.csv', csv('A;Nagel;1'));
    room.post.hold();
    await openWithoutAnswer(csv('A;Nagel;2'));
    const second = await openWithoutAnswer(csv('A;Nagel;3'));
    await openWithoutAnswer(csv('A;Nagel;4'));
    expect(books(second!.run)).toMatchObject({ skipped: 1, waiting: 0, final: true });
    room.post.letGo();
    await room.pass();
  });

  it('tell the notes on rows, with the first of them', async () => {
    await open(source('delimiter: ";",'));
    room.shop.write('out/artikel.csv', csv('A;Nagel;-1', 'B;Mutter;-2'));
    const { runs, notes } = await room.pass();
    expect(runs).toMatchObject([{ sent: 2, rejected: 0 }]);
    expect(notes).toEqual([
      'articles: 2 notes on rows, first: row 2, Menge, "-1": is below zero and is sent as 0.',
    ]);
  });

  it('are written at the next start where the end came between', async () => {
    await open(source('delimiter: ";",'));
    const folder = path.join(room.shop.folder, 'results');
    fs.rmdirSync(folder);
    fs.writeFileSync(folder, 'no folder');
    const run = await passOver('artikel.csv', csv('A;Nagel;1'));
    expect(run).toMatchObject({ sent: 1, final: true });
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'results-offline', cause: expect.stringContaining('is not a folder') },
    ]);
    fs.rmSync(folder);
    fs.mkdirSync(folder);
    await room.restart();
    await room.pass();
    expect(await room.catalog.needsYou()).toEqual([]);
    expect(books(run!.run)).toMatchObject({ sent: 1, final: true });
  });

  async function openWithoutAnswer(content: string) {
    room.shop.write('out/artikel.csv', content);
    return (await room.pass(50)).runs[0];
  }
});

describe('the result file', () => {
  it('is not written where every row went', async () => {
    await open(source('delimiter: ";",'));
    await passOver('artikel.csv', 'Nr;Name;Menge\r\nA;Nagel;1\r\n');
    expect(results()).toEqual([]);
  });

  it('is in the encoding and with the separator of the export', async () => {
    await open(source('delimiter: ";", encoding: windows-1252,'));
    const run = await passOver(
      'artikel.csv',
      Buffer.from('Nr;Name;Menge\r\nA;M\xfctze, gro\xdf;viel\r\n', 'latin1'),
    );
    const text = raw(`articles-${run!.run}.result.csv`);
    expect(text.includes(Buffer.from('A;M\xfctze, gro\xdf;viel;2;rejected;', 'latin1'))).toBe(true);
  });

  it.each([
    ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
    ['utf-16le', Buffer.from([0xff, 0xfe])],
    ['utf-16be', Buffer.from([0xfe, 0xff])],
  ] as const)(
    'begins with the byte order mark of %s that the export begins with',
    async (encoding, mark) => {
      await open(source('delimiter: ";",'));
      const text = 'Nr;Name;Menge\r\nA;Grün;viel\r\n';
      const run = await passOver('artikel.csv', Buffer.concat([mark, encode(text, encoding)]));
      const result = raw(`articles-${run!.run}.result.csv`);
      expect(result.subarray(0, mark.length)).toEqual(mark);
      expect(result.subarray(mark.length, mark.length + 8)).toEqual(
        Buffer.from(encode('Nr;Name;', encoding)).subarray(0, 8),
      );
    },
  );

  it('begins without a mark where the export has none', async () => {
    await open(source('delimiter: ";",'));
    const run = await passOver('artikel.csv', 'Nr;Name;Menge\r\nA;Grün;viel\r\n');
    expect(raw(`articles-${run!.run}.result.csv`).subarray(0, 3).toString()).toBe('Nr;');
  });

  it('quotes what the separator, a quote or a line break would tear apart', async () => {
    await open(source('delimiter: ",",'));
    const run = await passOver(
      'artikel.csv',
      'Nr,Name,Menge\nA,"Nagel, 5\'\' ""lang""\nund spitz",viel\n',
    );
    const text = room.shop.read(`results/articles-${run!.run}.result.csv`);
    expect(text).toContain('A,"Nagel, 5\'\' ""lang""\nund spitz",viel,2,rejected,');
  });

  it('stays readable where the export knows no quotes', async () => {
    await open(source('delimiter: tab, quote: none,'));
    const run = await passOver('artikel.csv', 'Nr\tName\tMenge\nA\tRohr 1/2"\tviel\n');
    const lines = room.shop.read(`results/articles-${run!.run}.result.csv`).split('\r\n');
    expect(lines[1]?.split('\t').slice(0, 5)).toEqual(['A', 'Rohr 1/2"', 'viel', '2', 'rejected']);
    expect(lines[1]?.split('\t')).toHaveLength(6);
  });

  it('tells every fault of a row in one line, with the value and what to do', async () => {
    await open(source('delimiter: ";", negative: refuse,'));
    const run = await passOver('artikel.csv', 'Nr;Name;Menge\r\nA;;-1\r\nB;Nagel;1;2\r\nC\r\n');
    const lines = room.shop.read(`results/articles-${run!.run}.result.csv`).split('\r\n');
    expect(lines[1]).toBe(
      'A;;-1;2;rejected;"column ""Name"": is empty, but a product must have a name. Fill it in the ERP. column ""Menge"", ""-1"": is below zero. Correct the stock in the ERP."',
    );
    // What could be cut of a row that does not fit its header.
    expect(lines[2]).toMatch(/^B;Nagel;1;3;rejected;/);
    expect(lines[3]).toMatch(/^C;;;4;rejected;/);
  });

  it.each([
    [['A;1', 'A;x'], 0],
    [['A;x', 'A;1'], 0],
    [['A;1', 'A;2', 'A;x', 'A;4'], 0],
    [['A;9999999', 'B;1', 'A;9999999'], 1],
  ])(
    'has a line for each row of a sum that is refused, as the books count them: %j',
    async (rows, sent) => {
      const own = 'stable: { quiet: 0s }, numbers: "1.234,56", delimiter: ";"';
      await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${own}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, duplicates: sum, tooManyRejected: { share: 100%, count: 9 }, folder: ./out, files: "bestand.csv", ${own}, mapping: { externalId: Nr, availableQty: Menge } }`);
      room.write('artikel.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
      room.write('bestand.csv', ['Nr;Menge', ...rows]);
      const { runs, notes } = await room.pass();
      const rejected = rows.length - sent;
      const run = runs.find(({ source: name }) => name === 'stock');
      expect(run).toMatchObject({ read: rows.length, sent, rejected, skipped: 0 });
      expect(notes).toEqual([]);
      const lines = room.shop
        .read(`results/stock-${run!.run}.result.csv`)
        .split('\r\n')
        .slice(1, -1);
      expect(lines.map((line) => line.split(';').slice(0, 4).join(';'))).toEqual(
        rows.flatMap((row, at) => (row.startsWith('A') ? [`${row};${at + 2};rejected`] : [])),
      );
      const unread = lines.filter((line) => line.includes('is not a number'));
      expect(unread).toHaveLength(rows.filter((row) => row === 'A;x').length);
    },
  );

  it('is kept for the newest runs only', async () => {
    await open(source('delimiter: ";",'));
    const { config } = room.shop;
    await room.restart({
      ...room.shop,
      config: { ...config, results: { ...config.results, keep: 2 } },
    });
    // Of another source.
    room.shop.write('results/articles-north-1.result.csv', '');
    const runs = [];
    for (const value of ['x', 'y', 'z'])
      runs.push((await passOver('artikel.csv', `Nr;Name;Menge\r\nA;Nagel;${value}\r\n`))?.run);
    expect(results()).toEqual([
      ...runs.slice(1).map((run) => `articles-${run}.result.csv`),
      'articles-north-1.result.csv',
    ]);
  });
});

describe('the story of an article', () => {
  it('tells file, row, values, what was confirmed, the last call and what comes next', async () => {
    await open(source('delimiter: ";",'));
    const run = await passOver(
      'artikel.csv',
      'Nr;Name;Menge\r\nA;Nagel;1.000,5\r\nB;Mutter;viel\r\n',
    );
    expect(await room.catalog.why('A')).toMatchObject({
      known: true,
      exported: [
        {
          source: 'articles',
          file: 'artikel.csv',
          run: run!.run,
          row: 2,
          values: { name: 'Nagel', availableQty: '1000.5' },
        },
      ],
      confirmed: { content: true, quantity: '1000.5', contentRun: run!.run },
      lastRequest: { method: 'POST', state: 'ANSWERED', status: 200 },
      complaints: [],
      next: 'Nothing: it is in step.',
    });
    expect(await room.catalog.why('B')).toMatchObject({
      exported: [],
      complaints: [
        'artikel.csv, row 3, column "Menge", "viel": is not a number. Export a number in the style that numbers: of the source declares.',
      ],
      next: 'Its row was rejected. Export a number in the style that numbers: of the source declares.',
    });
    expect(await room.catalog.why('NOBODY')).toMatchObject({
      known: false,
      exported: [],
      next: expect.stringMatching(/^No export names it\. Give the number/),
    });
    room.post.hold();
    room.shop.write('out/artikel.csv', 'Nr;Name;Menge\r\nA;Bolzen;1\r\n');
    await room.pass(100);
    expect((await room.catalog.why('A')).next).toBe(
      'A request is under way; it is repeated by itself until the marketplace has answered it.',
    );
  });
});
