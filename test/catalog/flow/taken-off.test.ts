import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

const products = (vanished: string) => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const withStock = `${products('ignore')}
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", missing: zero, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const ids = Array.from({ length: 60 }, (_, n) => `A${n}`);
const names = (some: readonly string[]) => ['Nr;Name', ...some.map((id) => `${id};Nagel ${id}`)];
const stocks = (some: readonly string[]) => ['Nr;Menge', ...some.map((id) => `${id};5`)];

useRoom();

/** What the second import is told by: its pass, its one event, and the list of imports. */
async function told(file: string, before: readonly string[], after: readonly string[]) {
  room.write(file, before);
  await room.pass();
  room.write(file, after);
  const { notes } = await room.pass();
  const [last] = await room.catalog.runs(1);
  const events = (await room.catalog.events(20)).map(({ text }) => text);
  return { notes, last, events: events.filter((text) => text.includes(`(run ${last?.run})`)) };
}

describe('articles that an import takes off sale', () => {
  it.each([
    ['hide', '2 taken off sale (hidden)'],
    ['unpublish', '2 taken off sale (unpublished)'],
  ])(
    'are counted by its pass, its event and the history under vanished: %s',
    async (vanished, off) => {
      await open(products(vanished));
      expect(await told('artikel.csv', names(ids), names(ids.slice(2)))).toMatchObject({
        notes: [`articles: ${off}.`],
        last: { takenOff: off, sent: 0, unchanged: 58 },
        events: [
          `artikel.csv (run 2): 58 rows read, 0 sent, 58 unchanged, 0 rejected, 0 skipped, ${off}.`,
        ],
      });
    },
  );

  it('are counted where their stock goes to zero', async () => {
    await open(withStock);
    room.write('artikel.csv', names(ids));
    await room.pass();
    const off = '2 taken off sale (stock to zero)';
    expect(await told('bestand.csv', stocks(ids), stocks(ids.slice(2)))).toMatchObject({
      notes: [`stock: ${off}.`],
      events: [expect.stringContaining(`0 skipped, ${off}.`)],
    });
  });

  it('are not counted while a brake holds them', async () => {
    await open(products('hide'));
    const { notes, events } = await told('artikel.csv', names(ids), names(ids.slice(30)));
    expect(notes).toEqual([]);
    expect(events).toEqual([expect.stringMatching(/0 rejected, 0 skipped\.$/)]);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    expect((await room.catalog.events(1))[0]?.text).toContain('30 taken off sale (hidden).');
  });
});
