import { expect, it } from 'vitest';
import type { ReadAdapter } from '../../../src/domain/adapter.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const catalog = `  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

/** Reads "7" otherwise while a plan is carried out, so that its row comes to no end. */
function unsteady(real: ReadAdapter, isUnsteady: () => boolean): ReadAdapter {
  return {
    async open(input) {
      const opened = await real.open(input);
      if ('refusal' in opened || !isUnsteady()) return opened;
      const { reader } = opened;
      async function* batches() {
        for await (const { records } of reader.batches())
          yield {
            records: records.map((record) => ({
              row: record.row,
              cells: () => (record.cells() as string[]).map((cell) => (cell === '7' ? 'x' : cell)),
            })),
          };
      }
      const { columns, columnsAreComplete, column, dialect: written } = reader;
      return { reader: { columns, columnsAreComplete, column, dialect: written, batches } };
    },
  };
}

let isBad = true;
/** B has a row that comes to no end. */
async function stuck(yaml: string) {
  isBad = true;
  await open(yaml);
  await passOver({
    'a.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'],
    'l.csv': ['Nr;Menge', 'A;5', 'B;5'],
  });
  const isUnsteady = () => {
    const { plan, done } = room.catalog.store.sources.get('lag') ?? {};
    return isBad && plan != null && done === 0;
  };
  await room.restart(room.shop, room.post.send, {
    adapters: (real) => ({ ...real, csv: unsteady(real['csv'] as ReadAdapter, isUnsteady) }),
  });
  return passOver({ 'l.csv': ['Nr;Menge', 'A;6', 'B;7'] });
}

it('a row that comes to no end is named, is in the result file, and goes with the retry that is asked for', async () => {
  const { runs } = await stuck(catalog);
  expect(runs).toMatchObject([{ read: 2, sent: 1, rejected: 1, held: 0, final: true }]);
  const run = runs[0]?.run;
  expect(await room.catalog.needsYou()).toMatchObject([
    {
      id: 'rejected-lag',
      cause: 'First: row 3, "B" could not be finished, although it does not wait for an answer.',
      fix: `Send it again: stockhand retry --product B. Report it if this happens again. The row is in lag-${run}.result.csv.`,
    },
  ]);
  expect(room.shop.read(`results/lag-${run}.result.csv`).split('\r\n')).toEqual([
    'Nr;Menge;Stockhand_Row;Stockhand_Status;Stockhand_Message',
    expect.stringMatching(/^B;7;3;rejected;.*could not be finished/),
    '',
  ]);
  expect((await room.catalog.why('B')).next).toMatch(/^It is stuck; .*retry --product B$/);
  isBad = false;
  expect(await room.catalog.retry('A')).toMatchObject({ items: 0 });
  expect(await room.catalog.retry('B')).toMatchObject({ items: 1 });
  expect((await passOver()).calls).toEqual([['stock', { externalId: 'B', availableQty: 7 }]]);
  expect(await room.catalog.needsYou()).toEqual([]);
  expect(room.shop.names('results')).not.toContain(`lag-${run}.result.csv`);
  expect((await room.catalog.why('B')).next).toBe('Nothing: it is in step.');
});

it('such a row of a file of changes is told behind the next one, too', async () => {
  await stuck(catalog.replace('kind: stock,', 'kind: stock, contents: delta,'));
  isBad = false;
  await passOver({ 'l2.csv': ['Nr;Menge', 'A;7'] });
  expect(await room.catalog.needsYou()).toMatchObject([
    { id: 'unsaid-lag', cause: 'First: B in l.csv row 3.' },
  ]);
});
