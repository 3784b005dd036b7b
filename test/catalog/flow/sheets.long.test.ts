import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { open, room, useRoom } from '../one-room.ts';

const source = (more = '') => `  sources:
    - { name: stock, folder: ./out, files: "*.xlsx", stable: { quiet: 0s }, format: xlsx,${more} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

interface Sheet {
  readonly name: string;
  readonly quantities: readonly number[];
  readonly isHidden?: boolean;
}

function write(...sheets: readonly Sheet[]): void {
  const book = XLSX.utils.book_new();
  for (const { name, quantities } of sheets) {
    const rows = quantities.map((quantity, at) => [`A${at}`, `Nagel ${at}`, quantity]);
    const sheet = XLSX.utils.aoa_to_sheet([['Nr', 'Name', 'Menge'], ...rows]);
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) };
  room.shop.write('out/bestand.xlsx', XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
}

async function pass() {
  await room.pass();
  const held = (await room.catalog.held()).map(({ sentence }) => sentence);
  const products = await room.market.products();
  return { held, quantities: products.map(({ availableQty }) => availableQty) };
}

const old = { name: 'Vorjahr', quantities: [90, 80] };
const now = { name: 'Aktuell', quantities: [5, 0] };

describe('another sheet than that of the workbook before', () => {
  useRoom();

  it.each([
    ['an old one that somebody has shown', [{ ...old, isHidden: true }, now], [old, now]],
    ['one that was moved to the front', [now, old], [old, { ...now, quantities: [4, 0] }]],
  ])('is held, %s, and the stock stays', async (_, before, after) => {
    await open(source());
    write(...before);
    expect(await pass()).toEqual({ held: [], quantities: [5, 0] });
    write(...after);
    const { held, quantities } = await pass();
    expect(held).toEqual([
      'In bestand.xlsx the sheet "Vorjahr" would be read, but in the file before "Aktuell" was read, and this sheet is still there: the whole file is held. Set sheet: of the source to the right one.',
    ]);
    expect(quantities).toEqual([5, 0]);
  });

  it('is held where cells are filled down, too', async () => {
    await open(source(' fillDown: [Name],'));
    write(now, old);
    await pass();
    write(old, { ...now, quantities: [4, 0] });
    const { held, quantities } = await pass();
    expect([held.length, quantities]).toEqual([1, [5, 0]]);
  });

  it('goes after a release, and is the usual one then', async () => {
    await open(source());
    write(now, old);
    await pass();
    write(old, now);
    await pass();
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    expect(await pass()).toEqual({ held: [], quantities: [90, 80] });
    write({ ...old, quantities: [91, 80] }, now);
    expect(await pass()).toEqual({ held: [], quantities: [91, 80] });
  });

  it('goes where the sheet before is there no more: exports name theirs by the day', async () => {
    await open(source());
    write({ ...now, name: '2026-11-25' });
    await pass();
    write({ name: '2026-11-26', quantities: [6, 1] }, old);
    expect(await pass()).toEqual({ held: [], quantities: [6, 1] });
  });

  it.each([
    ['2026-11-25', '2026-11-26'],
    ['Bestand 31.12.2026', 'Bestand 01.01.2027'],
    ['20261130', '20261201'],
  ])(
    'goes where its name is of a later day, and the days before stay there: %s, %s',
    async (...[day, next]) => {
      await open(source());
      write({ ...now, name: day });
      await pass();
      write({ name: next, quantities: [6, 1] }, { ...now, name: day });
      expect(await pass()).toEqual({ held: [], quantities: [6, 1] });
      write({ ...now, name: day }, { name: next, quantities: [6, 1] });
      const { held, quantities } = await pass();
      expect([held.length, quantities]).toEqual([1, [6, 1]]);
    },
  );

  it('is held where its name has a later number that is no day', async () => {
    await open(source());
    write({ ...now, name: 'Tabelle1' });
    await pass();
    write({ ...old, name: 'Tabelle2' }, { ...now, name: 'Tabelle1' });
    expect((await pass()).quantities).toEqual([5, 0]);
  });

  it('is none where sheet: names the one that counts', async () => {
    await open(source(' sheet: Aktuell,'));
    write(now, old);
    await pass();
    write(old, { ...now, quantities: [4, 0] });
    expect(await pass()).toEqual({ held: [], quantities: [4, 0] });
  });
});
