import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, published, room, useRoom } from '../one-room.ts';

const sources = (vanished: string) => `  vanished: ${vanished}
  sources:
    - { name: art, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }
    - { name: txt, folder: ./out, files: "txt*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
const art = (...rows: readonly string[]) => ['Nr;Name;Menge', ...rows];
const txt = (...rows: readonly string[]) => ['Nr;Marke', ...rows];

const undo = (run: number) => room.catalog.undo({ run: String(run), quantities: false });
async function undone(run: number) {
  const { plan, left } = await undo(run);
  await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
  return left;
}
const live = async () =>
  (await published()).map(({ externalId, name, brand }) => `${externalId} ${name} ${brand}`).sort();

useRoom();

/** Runs 3 and 4: both change A, and each of them another article. */
async function bothChanged(vanished = 'unpublish') {
  await open(sources(vanished));
  await passOver({
    'art.csv': art('A;Nagel;1', 'B;Mutter;2', 'C;Dorn;3'),
    'txt.csv': txt('A;M', 'B;M', 'C;M'),
  });
  await passOver({
    'art.csv': art('A;Falsch;1', 'B;Falsch;2', 'C;Dorn;3'),
    'txt.csv': txt('A;Q', 'B;M', 'C;Q'),
  });
  expect(await live()).toEqual(['A Falsch Q', 'B Falsch M', 'C Dorn Q']);
}

describe('undo of a run of one of two products sources', () => {
  it.each(['unpublish', 'hide', 'ignore'])(
    'takes back its own fields alone, whichever source sent them (%s)',
    async (vanished) => {
      await bothChanged(vanished);
      const { left } = await undo(4);
      expect(left).toEqual([]);
      await undone(4);
      expect(await live()).toEqual(['A Falsch M', 'B Falsch M', 'C Dorn M']);
      expect(await undone(3)).toEqual([]);
      expect(await live()).toEqual(['A Nagel M', 'B Mutter M', 'C Dorn M']);
    },
  );

  it('leaves the fields of the other one as they are', async () => {
    await bothChanged();
    expect(await undone(3)).toEqual([]);
    expect(await live()).toEqual(['A Nagel Q', 'B Mutter M', 'C Dorn Q']);
    await passOver({ 'art.csv': art('A;Nagel;1', 'B;Mutter;2', 'C;Dorn;4') });
    expect(await live()).toEqual(['A Nagel Q', 'B Mutter M', 'C Dorn Q']);
  });

  it('takes them back behind a later run of the other one, too', async () => {
    await bothChanged();
    await passOver({ 'txt.csv': txt('A;R', 'B;M', 'C;Q') });
    expect(await undone(3)).toEqual([]);
    expect(await live()).toEqual(['A Nagel R', 'B Mutter M', 'C Dorn Q']);
  });

  it('lists what a later run of its own has changed', async () => {
    await bothChanged();
    await passOver({ 'txt.csv': txt('A;R', 'B;M', 'C;Q') });
    expect(await undone(4)).toEqual([{ externalId: 'A', why: 'a later run has changed it since' }]);
    expect(await live()).toEqual(['A Falsch R', 'B Falsch M', 'C Dorn M']);
  });

  it('brings back what it had unpublished with the fields of the other one as they are by now', async () => {
    await bothChanged();
    await passOver({ 'art.csv': art('A;Falsch;1', 'B;Falsch;2') });
    await passOver({ 'txt.csv': txt('A;Q', 'B;M', 'C;S') });
    expect(await undone(5)).toEqual([]);
    expect(await live()).toEqual(['A Falsch Q', 'B Falsch M', 'C Dorn S']);
  });

  it('lists what went with the request of the other one, where nothing was there before', async () => {
    await open(sources('unpublish'));
    await passOver({ 'art.csv': art('A;Nagel;1'), 'txt.csv': txt('A;M') });
    const why =
      'another source sent it in the same request, and what this source gave before is not known';
    expect(await undone(2)).toEqual([{ externalId: 'A', why }]);
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'refused-txt', effect: 'Buyers see what the undo put back, and the rest as it was.' },
    ]);
  });
});
