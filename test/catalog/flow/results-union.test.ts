import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { itemsOf } from '../room.ts';

const head = 'Nr;Name;Menge';
const csv = (...rows: string[]) => `${[head, ...rows].join('\r\n')}\r\n`;
const source = (keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", stable: { quiet: 0s }, numbers: "1234,56", delimiter: ";", pick: union, tooManyRejected: { share: 100%, count: 100 }, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

useRoom();

async function passOver(files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) room.shop.write(`out/${name}`, content);
  const { runs, notes } = await room.pass();
  const name = room.shop.names('results').find((each) => each.endsWith('.result.csv'));
  const lines = name === undefined ? [] : room.shop.read(`results/${name}`).split('\r\n');
  return { run: runs[0], notes, rows: lines.slice(1, -1) };
}

describe('the result file of a union of several files', () => {
  const parts = {
    'artikel1.csv': csv('A-1;eins;1', 'A-2;eins;1'),
    'artikel2.csv': csv('B-1;zwei;1', 'B-2;zwei;kaputt', 'B-3;zwei;1', 'A-1;xx;1'),
  };

  it('has one line for each rejected row, and each complaint names its own file', async () => {
    await open(source());
    const { run, rows } = await passOver(parts);
    expect(run).toMatchObject({ read: 6, sent: 3, rejected: 3 });
    const twice = 'is in artikel1.csv row 2 and artikel2.csv row 5 with different data';
    expect(rows).toEqual([
      expect.stringContaining(`A-1;eins;1;2;rejected;"artikel1.csv, ""A-1"": ${twice}`),
      expect.stringContaining(
        'B-2;zwei;kaputt;3;rejected;"artikel2.csv, column ""Menge"", ""kaputt"": is not a number',
      ),
      expect.stringContaining(`A-1;xx;1;5;rejected;"artikel2.csv, ""A-1"": ${twice}`),
    ]);
  });

  it('is matched by what a person is told: the file, and the row in it', async () => {
    await open(source());
    await passOver(parts);
    expect((await room.catalog.why('B-2')).complaints).toEqual([
      expect.stringContaining('artikel2.csv, row 3, column "Menge", "kaputt"'),
    ]);
    expect((await room.catalog.why('B-3')).exported).toMatchObject([
      { file: 'artikel2.csv', row: 4 },
    ]);
    expect(await room.catalog.needsYou()).toMatchObject([
      { cause: expect.stringContaining('First: artikel1.csv row 2,') },
    ]);
  });

  it('is told of a union of many files under the first of their names', async () => {
    await open(source());
    const many = Object.fromEntries(
      [3, 4, 5].map((n) => [`artikel${n}.csv`, csv(`C-${n};drei;1`)]),
    );
    await passOver({ ...parts, ...many });
    const what =
      '3 of 9 rows of artikel1.csv + artikel2.csv + artikel3.csv and 2 more files were rejected.';
    expect(await room.catalog.needsYou()).toMatchObject([{ what }]);
  });

  it('has what the marketplace refused in the row of its own file', async () => {
    await open(source());
    room.post.intercept(({ body }) => {
      const failed = { status: 'FAILED', errorCode: 'VALIDATION_ERROR', error: 'name is bad' };
      const results = itemsOf(body).map(({ externalId }) => ({
        externalId,
        ...(externalId === 'B-1' ? failed : { status: 'CREATED' }),
      }));
      const answer = Buffer.from(JSON.stringify({ results, succeeded: 1, failed: 1 }));
      return {
        ...{ kind: 'answered', attempts: 1 },
        answer: { kind: 'answer', status: 200, headers: {}, body: answer },
      };
    });
    const { rows } = await passOver({
      'artikel1.csv': csv('A-1;eins;1'),
      'artikel2.csv': csv('B-1;zwei;1'),
    });
    expect(rows).toEqual([expect.stringContaining('B-1;zwei;1;2;rejected;"artikel2.csv, ""B-1""')]);
  });

  it('names the file of a row that went with a note', async () => {
    await open(source());
    const { notes } = await passOver({
      'artikel1.csv': csv('A-1;eins;1'),
      'artikel2.csv': csv('B-1;zwei;-1'),
    });
    expect(notes).toEqual([
      expect.stringContaining('A note on a row: artikel2.csv row 2, Menge, "-1"'),
    ]);
  });

  it('names the file of a held row', async () => {
    await open(source());
    const wares = (part: string, quantity: number) =>
      csv(...Array.from({ length: 5 }, (_, n) => `${part}-${n};Nagel;${(n + 1) * quantity}`));
    await passOver({ 'artikel1.csv': wares('A', 1), 'artikel2.csv': wares('B', 1) });
    const { rows } = await passOver({
      'artikel1.csv': wares('A', 10),
      'artikel2.csv': wares('B', 10),
    });
    expect(rows.map((row) => row.split(';').slice(0, 5).join(';'))).toEqual(
      ['A', 'B'].flatMap((part) =>
        [0, 1, 2, 3, 4].map((n) => `${part}-${n};Nagel;${(n + 1) * 10};${n + 2};held`),
      ),
    );
    expect(rows.filter((row) => row.includes('artikel2.csv: '))).toHaveLength(5);
  });
});

it('a union of sums that lacks a file changes no stock, until somebody releases it', async () => {
  const common = 'folder: ./out, stable: { quiet: 0s }, delimiter: ";"';
  await open(`  sources:
    - { name: articles, files: "p.csv", ${common}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, files: "s*.csv", ${common}, pick: union, duplicates: sum, mapping: { externalId: Nr, availableQty: Menge } }`);
  await passOver({
    'p.csv': csv('A;eins;', 'B;zwei;', 'C;drei;'),
    's1.csv': csv('A;eins;5', 'B;eins;6'),
    's2.csv': csv('A;eins;3', 'C;eins;9'),
  });
  await passOver({});
  room.remove('s2.csv');
  await passOver({});
  const stocks = async () => (await room.market.products()).map(({ availableQty }) => availableQty);
  expect(await stocks()).toEqual([8, 6, 9]);
  const [held] = await room.catalog.held();
  expect(held?.sentence).toBe(
    's1.csv would change the stock of 1 article to sums that may be wrong (it has 1 of 2 files, is one missing?); that stock stays as it is.',
  );
  await room.catalog.release(held!.id, 'clerk');
  await passOver({});
  expect(await stocks()).toEqual([5, 6, 9]);
});
