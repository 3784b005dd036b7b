import { afterEach, describe, expect, it } from 'vitest';
import { callsSince, ledgerEnd, openRoom, type Room } from '../room.ts';

const head = 'Nr;Bez;Text;Menge';
type Row = (n: number) => string;
const right: Row = (n) => `A${n};${n < 8 ? 'Säge' : 'Nagel'} ${n};${n < 10 ? 'Größe' : 'x'};5`;
const lossy: Row = (n) => right(n).replace(/\P{ASCII}/gu, '?');
const rows = (row: Row): string[] => Array.from({ length: 12 }, (_, n) => row(n));

let room: Room;
afterEach(() => room.close());

const open = async () => {
  room = await openRoom(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Bez, description: Text, availableQty: Menge } }`);
};

async function passOver(lines: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write('artikel.csv', [head, ...lines]);
  await room.pass();
  return { calls: await callsSince(room.market, since), held: await room.catalog.held() };
}
const texts = async (): Promise<string> =>
  (await room.market.products())
    .map(({ name, description }) => `${name} ${description}`)
    .sort()
    .join();

describe('fault 6: an export in ASCII, with a ? for each letter beyond it', () => {
  it('keeps back every row that lost one, in the name or beside it, and the right one after it goes by', async () => {
    await open();
    await passOver(rows(right));
    const before = await texts();
    const { calls, held } = await passOver([...rows(lossy), 'B1;K?se;x;1', 'B2;Bolt;x;1']);
    expect(calls).toMatchObject([['upsert', { externalId: 'B2' }]]);
    expect(held).toMatchObject([
      {
        items: 11,
        sentence:
          '10 of 10 changed texts of artikel.csv become ? or other letters beyond a–z: is the encoding right? All 11 rows that would send such letters are held, except for their stock; the rest of the file is sent.',
      },
    ]);
    const cure = await passOver([...rows(right), 'B1;Köse;x;1', 'B2;Bolt;x;1']);
    expect(cure).toMatchObject({ calls: [['upsert', { externalId: 'B1' }]], held: [] });
    expect(await texts()).toContain(before);
  });

  it('goes after a release, and the letters that come back ask for none', async () => {
    await open();
    await passOver(rows(right));
    const before = await texts();
    const { held } = await passOver(rows(lossy));
    await room.catalog.release(held[0]!.id, 'clerk');
    await room.pass();
    expect(await texts()).toContain('S?ge 0 Gr??e');
    expect((await passOver(rows(right))).held).toEqual([]);
    expect(await texts()).toBe(before);
  });

  it.each([
    ['letter', '?'],
    ['byte', '??'],
  ])(
    'keeps back a text that has a ? for each %s, beside a name that has kept its letters',
    async (_, lost) => {
      await open();
      const kept = Array.from({ length: 12 }, (_, n) => `A${n};Säge ${n};Größe;5`);
      await passOver(kept);
      const { calls, held } = await passOver(kept.map((line) => line.replace('öß', lost + lost)));
      expect([calls, held]).toMatchObject([[], [{ items: 12 }]]);
    },
  );

  it('is no measure for letters of another encoding that follow it', async () => {
    await open();
    await passOver(rows(right));
    const wrong = rows(right).map((line) => line.replaceAll('ä', 'õ').replaceAll('ö', '÷'));
    await passOver(rows(lossy));
    expect((await passOver(wrong)).held).toMatchObject([{ items: 10 }]);
  });
});
