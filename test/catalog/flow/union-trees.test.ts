import { describe, expect, it } from 'vitest';
import { open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles =
  '    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name } }';
const stock = (keys: string, fields = 'Menge') =>
  `    - { name: stock, kind: stock, folder: ./out, stable: { quiet: 0s }, numbers: "1.234,56", pick: union, ${keys}, mapping: { externalId: Nr, availableQty: ${fields} } }`;
const xmlFiles = 'files: "lager*.xml", format: xml, path: lager/art';
const jsonFiles = 'files: "lager*.json", format: json, path: items';

const sources = (...each: string[]) => `  vanished: unpublish\n  sources:\n${each.join('\n')}`;
const names = ['Nr;Name', 'A;Nagel', 'B;Mutter', 'C;Keil'];
const xml = (...rows: string[]) => [
  `<lager>${rows.map((row) => `<art>${row}</art>`).join('')}</lager>`,
];
const json = (...items: object[]) => [JSON.stringify({ items })];

const quantities = async () =>
  Object.fromEntries(
    (await room.market.products()).map((each) => [each.externalId, each.availableQty]),
  );

describe('XML or JSON files that are one full export together', () => {
  it('are read by the names of their columns, whatever order each file has them in', async () => {
    await open(sources(articles, stock(`${xmlFiles}, missing: keep`)));
    const { runs } = await passOver({
      'artikel.csv': names,
      'lager1.xml': xml('<Nr>A</Nr><Menge>1</Menge>', '<Nr>B</Nr><Menge>2</Menge>'),
      'lager2.xml': xml('<Ort>Nord</Ort><Menge>7</Menge><Charge>9</Charge><Nr>C</Nr>'),
    });
    expect(runs.at(-1)).toMatchObject({ file: 'lager1.xml + lager2.xml', read: 3, sent: 3 });
    expect(await quantities()).toEqual({ A: 1, B: 2, C: 7 });
  });

  it('are each asked for elements by their attributes', async () => {
    const mapped = { Nr: 'field[@name=nr]', Menge: 'field[@name=qty]' };
    const source = stock(`${xmlFiles}, missing: keep`, `"${mapped.Menge}"`);
    await open(sources(articles, source.replace(': Nr', `: "${mapped.Nr}"`)));
    const row = (...pairs: (readonly [string, string])[]) =>
      pairs.map(([name, text]) => `<field name="${name}">${text}</field>`).join('');
    await passOver({
      'artikel.csv': names,
      'lager1.xml': xml(row(['nr', 'A'], ['qty', '1'])),
      'lager2.xml': xml(row(['qty', '7'], ['nr', 'C'])),
    });
    expect(await quantities()).toMatchObject({ A: 1, C: 7 });
  });

  it('add up to one stock over all files with duplicates: sum', async () => {
    await open(sources(articles, stock(`${jsonFiles}, missing: zero, duplicates: sum`)));
    // JSON numbers are numbers, wherever in its file their column stands.
    await passOver({
      'artikel.csv': names,
      'lager1.json': json({ Nr: 'A', Menge: 1.5 }, { Nr: 'B', Menge: 2 }),
      'lager2.json': json({ Ort: 'Nord', Menge: 4.25, Nr: 'A' }, { Menge: '1,5', Nr: 'C' }),
    });
    expect(await quantities()).toEqual({ A: 5.75, B: 2, C: 1.5 });
    const { calls } = await passOver({ 'lager2.json': json({ Nr: 'A', Menge: 4.25 }) });
    expect(calls).toEqual([['stock', { externalId: 'C', availableQty: 0 }]]);
  });

  it.each([
    ['missing: zero, duplicates: sum', 2],
    ['missing: keep', 1],
  ])('are held where one of them lacks the stock that it had (%s)', async (keys, copies) => {
    await open(sources(articles, stock(`${jsonFiles}, ${keys}`)));
    const lager2 = copies === 2 ? ['A', 'B', 'C'] : ['C'];
    await passOver({
      'artikel.csv': names,
      'lager1.json': json({ Nr: 'A', Menge: 1 }, { Nr: 'B', Menge: 2 }),
      'lager2.json': json(...lager2.map((Nr) => ({ Nr, Menge: 7 }))),
    });
    const renamed = json(...lager2.map((Nr) => ({ Nr, menge: 6 })));
    expect((await passOver({ 'lager2.json': renamed })).calls).toEqual([]);
    const held = async () => (await room.catalog.held()).map(({ sentence }) => sentence);
    expect(await held()).toEqual([
      'No record of lager2.json has "Menge", which other files of the export have and which is mapped to what buyers can order: the whole export is held.',
    ]);
    await passOver({ 'lager2.json': json(...lager2.map((Nr) => ({ Nr, Menge: 6 }))) });
    expect(await held()).toEqual([]);
    expect(await quantities()).toMatchObject({ C: 6 });
  });

  it('give the attributes of columns that only one of them has, or that turn up late', async () => {
    await open(
      sources(
        '    - { name: articles, folder: ./out, files: "gruppe*.json", format: json, stable: { quiet: 0s }, pick: union, mapping: { externalId: id, name: name, attributes: { prefix: "f_" } } }',
      ),
    );
    const first = [{ id: 'A', name: 'Bolzen', f_Farbe: 'rot' }];
    const second = [
      { f_Mass: '5', name: 'Mutter', id: 'B' },
      { f_Mass: '6', name: 'Keil', f_Farbe: 'blau', id: 'C' },
    ];
    const files = {
      'gruppe1.json': [JSON.stringify(first)],
      'gruppe2.json': [JSON.stringify(second)],
    };
    await passOver(files);
    const shown = (await room.market.products()).map(({ externalId, attributes }) => [
      externalId,
      attributes,
    ]);
    expect(shown).toEqual([
      ['A', { Farbe: 'rot' }],
      ['B', { Mass: '5' }],
      ['C', { Farbe: 'blau', Mass: '6' }],
    ]);
    await room.restart();
    const again = { ...files, 'gruppe1.json': [JSON.stringify(first), ''] };
    expect((await passOver(again)).calls).toEqual([]);
  });

  it('have each rejected row in the result file under the columns of all, with its own file', async () => {
    await open(sources(articles, stock(`${xmlFiles}, missing: keep`)));
    await passOver({
      'artikel.csv': names,
      'lager1.xml': xml('<Nr>A</Nr><Menge>1</Menge>'),
      'lager2.xml': xml(
        '<Menge>2</Menge><Nr>B</Nr>',
        '<Menge>kaputt</Menge><Nr>C</Nr><Ort>X</Ort>',
      ),
    });
    const name = room.shop.names('results').find((each) => each.endsWith('.result.csv'));
    const [head, line] = room.shop.read(`results/${name}`).split('\r\n');
    expect(head).toBe('Nr;Menge;Ort;Stockhand_Row;Stockhand_Status;Stockhand_Message');
    expect(line).toContain('C;kaputt;X;2;rejected;"lager2.xml, column ""Menge"", ""kaputt""');
    expect((await room.catalog.why('B')).exported).toContainEqual(
      expect.objectContaining({ file: 'lager2.xml', row: 1, values: { availableQty: '2' } }),
    );
  });

  it('are held as a whole only for a mapped column that no record of any file has', async () => {
    await open(sources(articles, stock(`${xmlFiles}, missing: keep`, '{ sum: [Menge, Reserve] }')));
    await passOver({
      'artikel.csv': names,
      'lager1.xml': xml('<Nr>A</Nr><Menge>1</Menge>'),
      'lager2.xml': xml('<Nr>B</Nr><Menge>1</Menge><Reserve>2</Reserve>'),
    });
    expect(await room.catalog.held()).toEqual([]);
    await passOver({ 'lager2.xml': xml('<Nr>B</Nr><Menge>1</Menge><Reserv>5</Reserv>') });
    expect(await room.catalog.held()).toMatchObject([
      { sentence: expect.stringContaining('No record of lager1.xml + lager2.xml has "Reserve"') },
    ]);
  });

  it('may be without articles one by one, and what such a file named waits for a release', async () => {
    const products = articles.replace(
      'files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";",',
      'files: "lager*.xml", format: xml, path: lager/art, stable: { quiet: 0s }, pick: union,',
    );
    await open(sources(products));
    const row = (id: string) => `<Nr>${id}</Nr><Name>Nagel</Name>`;
    await passOver({
      'lager1.xml': xml(...'ABCD'.split('').map(row)),
      'lager2.xml': xml(row('Z')),
    });
    expect((await passOver({ 'lager2.xml': ['<lager></lager>'] })).calls).toEqual([]);
    expect(await room.catalog.held()).toMatchObject([
      { sentence: expect.stringContaining('lager2.xml has no rows, was it exported completely?') },
    ]);
    expect((await passOver({ 'lager1.xml': ['<lager></lager>'] })).calls).toEqual([]);
    expect(await room.catalog.needsYou()).toContainEqual(
      expect.objectContaining({ cause: expect.stringContaining('lager1.xml: No element') }),
    );
  });
});
