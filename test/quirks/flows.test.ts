import { afterEach, describe, expect, it } from 'vitest';
import { book } from '../adapters/xlsx/zip.ts';
import { mapRows } from '../catalog/mapped.ts';
import { callsSince, openRoom, type Room } from '../catalog/room.ts';
import { until } from '../support/until.ts';

const dialect = 'folder: ./out, stable: { quiet: 0s }, delimiter: ";", numbers: "1234,56"';
const articles = `{ name: articles, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = (keys: string) =>
  `{ name: stock, kind: stock, ${keys} files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

let room: Room | undefined;
afterEach(async () => {
  await room?.close();
  room = undefined;
});

describe('files of one export', () => {
  it('quirk 6: a pair that arrives in two steps is read when both are there', async () => {
    room = await openRoom(`  sources:
    - { name: 1c, files: import.xml, companions: [offers.xml], format: commerceml, folder: ./out, stable: { quiet: 0s }, mapping: { externalId: Ид, name: Наименование, availableQty: Остаток } }`);
    const xml = (inside: string) => [`<КоммерческаяИнформация>${inside}</КоммерческаяИнформация>`];
    room.write(
      'import.xml',
      xml(
        '<Каталог><Товары><Товар><Ид>t</Ид><Наименование>Болт</Наименование></Товар></Товары></Каталог>',
      ),
    );
    await room.catalog.start();
    const looked = async () => (await room!.catalog.facts()).sources[0];
    await until('a look', async () => (await looked())?.lastLookedAt !== undefined);
    expect(await looked()).toMatchObject({ state: 'waiting' });
    expect(await room.catalog.runs(1)).toEqual([]);
    room.write(
      'offers.xml',
      xml(
        '<ПакетПредложений><Предложения><Предложение><Ид>t</Ид><Количество>5</Количество></Предложение></Предложения></ПакетПредложений>',
      ),
    );
    await until('a run', async () => (await room!.catalog.runs(1))[0]?.final);
    expect(await room.catalog.runs(9)).toMatchObject([{ read: 1, sent: 1 }]);
    expect(await room.market.products()).toMatchObject([{ externalId: 't', availableQty: 5 }]);
  });
});

describe('workbooks', () => {
  it('quirk 18: of several sheets the named one is read, and a wrong name is refused with the names', async () => {
    const workbook = (sheet: string) =>
      mapRows(bookBytes(), '{ externalId: Nr, name: Nr }', `format: xlsx, sheet: "${sheet}"`);
    expect(await workbook('Artikel')).toMatchObject([{ externalId: 'A1' }]);
    await expect(workbook('Artikl')).rejects.toMatchObject({
      remedy: expect.stringMatching(/Macros.*Artikel/),
    });
  });

  it('quirk 19: a formula is its kept result, and without one its row is reported', async () => {
    const rows = await mapRows(
      bookBytes(),
      '{ externalId: Nr, name: { column: Preis, default: leer } }',
      'format: xlsx, sheet: Artikel',
    );
    expect(rows).toMatchObject([{ externalId: 'A1', fields: { name: '49.98' } }]);
    const [row] = await mapRows(
      bookBytes('<c><f>1+1</f></c>'),
      '{ externalId: Nr, name: { column: Preis, default: leer } }',
      'format: xlsx, sheet: Artikel',
    );
    expect(row).toMatchObject({
      externalId: 'A1',
      complaints: [
        {
          code: 'ROW_FORMULA',
          column: 'Preis',
          remedy: expect.stringMatching('Open the workbook'),
        },
      ],
    });
  });
});

describe('articles in several rows and under odd names', () => {
  const pass = async (rows: readonly string[], bestand: readonly string[]) => {
    room!.write('artikel.csv', ['Nr;Name', ...rows]);
    room!.write('bestand.csv', ['Nr;Menge', ...bestand]);
    const { runs } = await room!.pass();
    return runs.find(({ source }) => source === 'stock');
  };

  it.each([
    ['reject', { sent: 1, rejected: 2, skipped: 0 }, [0, 7]],
    ['last', { sent: 2, rejected: 0, skipped: 1 }, [3, 7]],
    ['sum', { sent: 2, rejected: 0, skipped: 1 }, [8, 7]],
  ])('quirk 22: a code in several rows goes by duplicates: %s', async (policy, books, expected) => {
    room = await openRoom(
      `  sources:\n    - ${articles}\n    - ${stock(`duplicates: ${policy},`)}`,
    );
    const run = await pass(['A;Nagel', 'B;Mutter'], ['A;5', 'B;7', 'A;3']);
    expect(run).toMatchObject({ read: 3, ...books, final: true });
    const quantities = (await room.market.products()).map(({ availableQty }) => availableQty);
    expect(quantities).toEqual(expected);
  });

  it('quirk 22: one barcode may be in many articles', async () => {
    room = await openRoom(`  sources:
    - { name: articles, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, barcode: EAN } }`);
    room.write('artikel.csv', ['Nr;Name;EAN', 'A;a;1234567890123', 'B;b;1234567890123']);
    expect((await room.pass()).runs).toMatchObject([{ sent: 2, rejected: 0 }]);
  });

  it('quirk 27: codes with any characters go up, change their stock and are taken down again', async () => {
    room = await openRoom(
      `  vanished: unpublish\n  sources:\n    - ${articles}\n    - ${stock('')}`,
    );
    const codes = [
      'ZB 6:UNBEDRUCKT',
      'SZF 0-0,4X2,5',
      'PT3100(-1a25)-1U',
      'uuid#uuid',
      'ART-ß_004',
      'a/b?c=d%20',
      'Болт',
    ];
    await pass(
      codes.map((code) => `${code};Teil`),
      codes.map((code) => `${code};1`),
    );
    await pass(
      codes.map((code) => `${code};Teil`),
      codes.map((code) => `${code};2`),
    );
    expect(
      (await room.market.products()).map(({ externalId, availableQty }) => [
        externalId,
        availableQty,
      ]),
    ).toEqual(codes.map((code) => [code, 2]));
    room.write('artikel.csv', [
      'Nr;Name',
      'A;Nagel',
      ...codes.slice(1).map((code) => `${code};Teil`),
    ]);
    await room.pass();
    const deleted = (await callsSince(room.market)).filter(([call]) => call.startsWith('DELETE'));
    expect(deleted.map(([call]) => call)).toEqual(['DELETE ZB%206%3AUNBEDRUCKT']);
  });

  it('quirk 28: stock that names products by their names matches no article and is reported', async () => {
    room = await openRoom(`  sources:\n    - ${articles}\n    - ${stock('')}`);
    const run = await pass(['A;Sitz', 'B;Lenker'], ['Sitz;5', 'Lenker;7']);
    expect(run).toMatchObject({ read: 2, sent: 0, skipped: 2 });
    room.write('bestand.csv', ['Produkt;Menge', 'Sitz;5']);
    await room.pass();
    expect((await room.catalog.needsYou())[0]?.cause).toContain('column "Nr"');
  });
});

/** A first sheet of macros, a second one with an article whose price is a formula. */
function bookBytes(price = '<c><f>0.4998*100</f><v>49.98</v></c>'): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row r="1">${text('Nr')}${text('Preis')}</row><row r="2">${text('A1')}${price}</row>`;
  const sheet = `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  return book({
    sheets: [{ name: 'Macros' }, { name: 'Artikel' }],
    rows: `<row r="1">${text('x')}</row>`,
    parts: { 'xl/worksheets/sheet2.xml': sheet },
  });
}
