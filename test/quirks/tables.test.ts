import { describe, expect, it } from 'vitest';
import { complaintsOf, fieldsOf, mapRows } from '../catalog/mapped.ts';

const named = '{ externalId: Nr, name: Name }';
const ids = (rows: Awaited<ReturnType<typeof mapRows>>) =>
  rows.map((row) => (row.kind === 'row' ? row.externalId : row.kind));

describe('tables as people make them', () => {
  it('quirk 10: without a header row columns are numbers', async () => {
    const rows = await mapRows(
      'A1;Nagel;1,20\nA2;Mutter;2\n',
      '{ externalId: 1, name: 2 }',
      'headerRow: none, delimiter: ";"',
    );
    expect(rows).toMatchObject([
      { externalId: 'A1', fields: { name: 'Nagel' } },
      { externalId: 'A2', fields: { name: 'Mutter' } },
    ]);
  });

  it('quirk 11: a title, two header rows and a blank row are before the data', async () => {
    const table = [
      'Прайс-лист,,',
      ',,',
      'Код,Найменування,Основна ціна',
      ',,Цена',
      ',,',
      '101,Болт,5',
    ];
    const rows = await mapRows(
      `${table.join('\n')}\n`,
      '{ externalId: Код, name: Найменування, attributes: { Art: Основна ціна Цена } }',
      'headerRow: [3, 4], delimiter: ","',
    );
    expect(ids(rows)).toEqual(['skipped', '101']);
  });

  it('quirk 12: headings between products have a code and no unit, and are left out by it', async () => {
    const table = ['Nr,Name,Ед', '101,  Метизы,', '102,Болт,шт', ',,', '103,Гайка,шт'];
    const rows = await mapRows(
      `${table.join('\n')}\n`,
      named,
      'where: { column: Ед, notEmpty: true }',
    );
    expect(ids(rows)).toEqual(['skipped', '102', 'skipped', '103']);
  });

  it('quirk 13: a page of prose is refused by the columns that it lacks', async () => {
    const prose = 'Прайс на фарбу,,\nЦіна - за запитом,безкоштовно,\n';
    await expect(mapRows(prose, named)).rejects.toMatchObject({
      code: 'FILE_COLUMN_MISSING',
      message: expect.stringContaining('Прайс на фарбу'),
    });
  });

  it('quirk 14: a row with one field more or less is rejected with its number and shifts nothing', async () => {
    const rows = await mapRows(
      'Nr,Name,Ort\nA,Nagel,Kiew, Ul. 5\nB,Mutter\nC,Keil,Lemberg\n',
      named,
    );
    expect(ids(rows)).toEqual(['rejected', 'rejected', 'C']);
    expect(rows.slice(0, 2).flatMap(complaintsOf)).toEqual([
      'ROW_RAGGED undefined',
      'ROW_RAGGED undefined',
    ]);
    const remedy = expect.stringMatching(/uote the field that holds/);
    expect(rows.slice(0, 2)).toMatchObject([
      { complaints: [{ row: 2, rule: 'The row has 4 fields where the header has 3.', remedy }] },
      { complaints: [{ row: 3, rule: 'The row has 2 fields where the header has 3.', remedy }] },
    ]);
  });

  it('quirk 15: a lone inch mark swallows no rows under quote: none, and is refused where quotes are meant', async () => {
    const table = 'Nr\tName\nA\thub x hub "\nB\tNagel\nC\t2"\n';
    expect(ids(await mapRows(table, named, 'delimiter: tab, quote: none'))).toEqual([
      'A',
      'B',
      'C',
    ]);
    const quoted = 'Nr\tName\nA\t"hub\nB\tNagel\n';
    await expect(mapRows(quoted, named, 'delimiter: tab')).rejects.toHaveProperty('code');
  });

  it('quirk 16: line breaks inside a quoted field are part of it, whatever ends the lines', async () => {
    const rows = await mapRows(
      'Nr,Name,Gruppe\nA,Tasche,"Gear\nBags"\nB,"Zeile 1\r\nZeile 2",x\n',
      '{ externalId: Nr, name: Name, attributes: { Gruppe: { column: Gruppe, replace: [{ from: "\\n", to: " / " }] } } }',
    );
    expect(rows.map(fieldsOf)).toMatchObject([
      { attributes: { Gruppe: 'Gear / Bags' } },
      { name: 'Zeile 1\r\nZeile 2' },
    ]);
  });

  it('quirk 17: numbers of another style in one line are rejected one by one, and continuation rows are filled down or left out', async () => {
    const mixed = await mapRows(
      'A;100.00;0,00\nB;7.5;1,00\n',
      '{ externalId: 1, name: 1, minOrderQty: 2, stepQty: 3 }',
      'headerRow: none, delimiter: ";", numbers: "1234.56"',
    );
    expect(mixed.flatMap(complaintsOf)).toEqual(['ROW_NUMBER 3', 'ROW_NUMBER 3']);
    const odoo = 'id,Name,Zeile\nA,Nagel,1\n,,2\n,,3\nB,Mutter,1\n';
    const mapping = '{ externalId: id, name: Name }';
    expect(ids(await mapRows(odoo, mapping, 'where: { column: id, notEmpty: true }'))).toEqual([
      'A',
      'skipped',
      'skipped',
      'B',
    ]);
    expect(ids(await mapRows(odoo, mapping, 'fillDown: [id, Name]'))).toEqual(['A', 'A', 'A', 'B']);
  });

  it('quirk 17: an NF-e as TXT, with other fields for each type of record, is refused readably', async () => {
    const nfe =
      'NOTAFISCAL|1\nA|4.00|NFe35210458716523000119550010000000221922299869\nB|35|92229986|VENDA PRODUTO|55|1|22\nH|1|\nI|P01|SEM GTIN|Parafuso|73181500|UN|2.0000|\n';
    const mapping = '{ externalId: cProd, name: xProd }';
    await expect(mapRows(nfe, mapping, 'delimiter: "|"')).rejects.toMatchObject({
      code: 'FILE_COLUMN_MISSING',
      file: 'export',
      column: 'cProd',
      message: 'is mapped, but the file has no such column, nor "xProd" (it has: NOTAFISCAL, 1).',
      remedy: 'Correct the mapping, or export the column again.',
    });
    const rows = await mapRows(
      nfe,
      '{ externalId: 1, name: 2 }',
      'delimiter: "|", headerRow: none',
    );
    // By number, every record of another length is told with its row; so many hold the file (tooManyRejected).
    const told = rows.flatMap((row) => (row.kind === 'rejected' ? row.complaints : []));
    expect(told.map(({ code, row, rule }) => [code, row, rule])).toEqual([
      ['ROW_RAGGED', 2, 'The row has 3 fields where the header has 2.'],
      ['ROW_RAGGED', 3, 'The row has 7 fields where the header has 2.'],
      ['ROW_RAGGED', 4, 'The row has 3 fields where the header has 2.'],
      ['ROW_RAGGED', 5, 'The row has 8 fields where the header has 2.'],
    ]);
  });

  it.each([
    ['Артикул *,Назва', '{ externalId: "Артикул *", name: Назва }'],
    ['default_code,Name', '{ externalId: default_code, name: Name }'],
    ['Internal Reference,Name', '{ externalId: Internal Reference, name: Name }'],
    ['Réf,Désignation', '{ externalId: Réf, name: Désignation }'],
  ])('quirk 20: headings in any language are names: %s', async (head, mapping) => {
    expect(ids(await mapRows(`${head}\nA1,Nagel\n`, mapping))).toEqual(['A1']);
  });

  it('quirk 20: repeated triples of a heading become attributes with their units', async () => {
    const [row] = await mapRows(
      'Nr,Назва_Характеристики,Одиниця,Значення,Назва_Характеристики,Одиниця,Значення\nA,Вага,кг,5,Колір,,синій\n',
      '{ externalId: Nr, name: Nr, attributes: { pairs: [{ name: "Назва_Характеристики*", value: "Значення*", unit: "Одиниця*" }] } }',
    );
    expect(fieldsOf(row!)).toMatchObject({ attributes: { Вага: '5 кг', Колір: 'синій' } });
  });
});
