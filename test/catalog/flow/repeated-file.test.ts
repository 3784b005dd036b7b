import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const source = (more: string): string => `  vanished: ignore
  sources:
    - { name: articles, folder: ./out, files: "n*.csv", ${dialect}, ${more}, mapping: { externalId: Nr, name: Nr, availableQty: Menge } }`;
const file = (stock: number, articles = 12): readonly string[] => [
  'Nr;Menge',
  ...Array.from({ length: articles }, (_, n) => `A${n};${stock}`),
];
async function pass(name: string, lines: readonly string[]) {
  room.write(name, lines);
  const { notes, runs } = await room.pass();
  return { notes, sent: runs.at(-1)?.sent };
}
const told = (name: string, older: string, run: number): RegExp =>
  new RegExp(
    `^articles: ${name} has the same bytes as ${older} of run ${run}, read at \\S+Z; what was read since then says otherwise, and ${name} counts\\.$`,
  );
const stock = async () => (await room.market.products())[0]?.availableQty;

describe('an export that was read before and is there again', () => {
  it('counts, and is reported with the run that read it first', async () => {
    await open(source('contents: full'));
    await pass('n.csv', file(5));
    await pass('n.csv', file(3));
    const { notes, sent } = await pass('n.csv', file(5));
    expect({ notes, sent }).toEqual({
      notes: [expect.stringMatching(told('n.csv', 'n.csv', 1))],
      sent: 12,
    });
    expect([await stock(), await room.catalog.needsYou()]).toEqual([5, []]);
  });

  it('is told under another name too, and of files of changes', async () => {
    await open(source('contents: delta'));
    await pass('n1.csv', file(5));
    await pass('n2.csv', file(3));
    const { notes } = await pass('n3.csv', file(5));
    expect(notes).toEqual([expect.stringMatching(told('n3.csv', 'n1.csv', 1))]);
  });

  it('is none where no other was read since, or where so small a file gets its bytes again by trade', async () => {
    await open(source('contents: full'));
    await pass('n1.csv', file(5));
    expect((await pass('n2.csv', file(5))).notes).toEqual([]);
    await pass('n3.csv', file(4, 9));
    await pass('n3.csv', file(3, 9));
    expect((await pass('n3.csv', file(4, 9))).notes).toEqual([]);
  });

  it('is none behind an undo, which put back what the file says', async () => {
    await open(source('contents: full'));
    await pass('n.csv', file(5));
    await pass('n.csv', file(3));
    const { plan } = await room.catalog.undo({ run: '2', quantities: true });
    await room.catalog.apply(plan, { quietMs: 5_000 });
    expect([await stock(), (await pass('n.csv', file(5))).notes]).toEqual([5, []]);
  });
});
