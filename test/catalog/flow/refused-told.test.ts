import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = `  vanished: hide
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", missing: keep, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const articles = ['Nr;Name', ...Array.from({ length: 60 }, (_, n) => `A${n};Nagel ${n}`)];
const stock = ['Nr;Menge', 'A1;5', 'A2;7'];

async function refuseStock() {
  await open(sources);
  await passOver({ 'artikel.csv': articles });
  await passOver({ 'bestand.csv': stock });
  await passOver({ 'bestand.csv': ['Nr;Lager', 'A1;5'] });
}

describe('a refused file', () => {
  it('is the last event of its source: the file that goes on counting is not told once more', async () => {
    await refuseStock();
    await passOver({ 'bestand.csv': ['Nr;Lager', 'A1;6'] });
    const events = (await room.catalog.events(20)).filter(({ part }) => part === 'stock');
    expect(events.map(({ text }) => text.slice(0, 19))).toEqual([
      'Refused: bestand.cs',
      'Refused: bestand.cs',
      'bestand.csv (run 2)',
    ]);
  });

  it('is said to be refused where imports are listed: books of no rows balance, too', async () => {
    await refuseStock();
    const runs = await room.catalog.runs(3);
    expect(runs.map(({ run, isRefused }) => [run, isRefused])).toEqual([
      [3, true],
      [2, undefined],
      [1, undefined],
    ]);
  });

  it('is not alone in not being in step where something else is held', async () => {
    await refuseStock();
    await passOver({ 'artikel.csv': articles.slice(0, 20) });
    expect(planText(await room.catalog.plan())).toContain(
      'Nothing to send: what is not refused or held is in step.',
    );
  });
});
