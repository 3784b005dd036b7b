import { describe, expect, it } from 'vitest';
import { encode } from '../../adapters/text/encode.ts';
import { document, offer } from '../adapters/commerceml/exchange.ts';
import { fieldsOf, mapFiles, mapOne, mapRows } from '../catalog/mapped.ts';

const named = '{ externalId: Nr, name: Name }';
const words = (text: string) => expect.objectContaining({ message: expect.stringContaining(text) });

describe('files that are not what they look like', () => {
  it('quirk 1: the content says what a file is, its ending says nothing', async () => {
    expect(await mapRows('Nr\tName\nA\tNagel\n', named)).toMatchObject([{ externalId: 'A' }]);
    const biff4 = Buffer.from('0904060000001000', 'hex');
    await expect(mapRows(biff4, named)).rejects.toMatchObject({
      code: 'FILE_STRUCTURE',
      message: 'The file begins with 09 04 06 00: it looks like an Excel 4 workbook.',
      remedy: 'Correct format: of the source, or export in the declared format.',
    });
    await expect(mapRows('PK\u0003\u0004rest', named)).rejects.toEqual(words('XLSX'));
  });

  it.each([
    ['another root', '<hiblock><items/></hiblock>'],
    ['SQL', 'INSERT INTO goods VALUES (1);'],
    ['orders', document('<Документ><Ид>1</Ид></Документ>')],
    ['no product', document('<Каталог><Товары/></Каталог>')],
  ])(
    'quirk 2: an import.xml with %s is refused, never read as an empty catalogue',
    async (_what, text) => {
      const reading = mapRows(text, '{ externalId: Ид, name: Наименование }', 'format: commerceml');
      await expect(reading).rejects.toHaveProperty('code');
    },
  );

  it('quirk 3: code pages are told source by source, and a wrong one is refused with what it would show', async () => {
    const cp850 = Buffer.from('Nr;Name\nA;M\x81ller\n', 'latin1');
    expect(await mapOne(cp850, named, 'delimiter: ";", encoding: cp850')).toMatchObject({
      fields: { name: 'Müller' },
    });
    await expect(mapRows(cp850, named, 'delimiter: ";"')).rejects.toMatchObject({
      code: 'FILE_ENCODING',
      remedy: expect.stringMatching(/cp850.*Müller/i),
    });
  });

  it.each([
    ['windows-1251', true],
    ['iso-8859-5', true],
    ['utf-8', false],
  ])(
    'quirk 4: XML declares %s in its prolog, or has a byte order mark',
    async (encoding, declared) => {
      const prolog = declared
        ? `<?xml version="1.0" encoding="${encoding}"?>`
        : '\ufeff<?xml version="1.0"?>';
      const xml = `${prolog}<a><p><Nr>A</Nr><Name>Гайка</Name></p></a>`;
      const rows = await mapRows(encode(xml, encoding as 'utf-8'), named, 'format: xml, path: a/p');
      expect(rows).toMatchObject([{ fields: { name: 'Гайка' } }]);
    },
  );

  it('quirk 7: a name that dBase has cut to ten characters is found by the nearest name', async () => {
    const cut = 'PRODUCT_CO,PRODUCT_NA,UNITSINSTO\nA,Nagel,5\n';
    await expect(
      mapRows(cut, '{ externalId: PRODUCT_CO, name: PRODUCT_NAME }'),
    ).rejects.toMatchObject({
      code: 'FILE_COLUMN_MISSING',
      column: 'PRODUCT_NAME',
      remedy: expect.stringContaining('Did you mean "PRODUCT_NA" for "PRODUCT_NAME"?'),
    });
  });

  it('quirk 7: a name that is the beginning of a longer one is taken for it', async () => {
    await expect(
      mapRows('Nr,Name_lang\nA,Nagel\n', '{ externalId: Nr, name: Name }'),
    ).rejects.toMatchObject({ remedy: expect.stringContaining('"Name_lang" for "Name"') });
  });

  it('quirk 8: a DOCTYPE that names a file is accepted and nothing is loaded; one that declares is refused', async () => {
    const bmecat = (doctype: string) =>
      `<?xml version="1.0"?>${doctype}<BMECAT version="1.01"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>A</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Nagel</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE></T_NEW_CATALOG></BMECAT>`;
    const mapping = '{ externalId: SUPPLIER_ID, name: DESCRIPTION_SHORT }';
    const external = '<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_01.dtd">';
    expect(await mapRows(bmecat(external), mapping, 'format: bmecat')).toMatchObject([
      { externalId: 'A', fields: { name: 'Nagel' } },
    ]);
    await expect(
      mapRows(bmecat('<!DOCTYPE BMECAT [<!ENTITY a "b">]>'), mapping, 'format: bmecat'),
    ).rejects.toMatchObject({ code: 'FILE_DOCTYPE' });
  });

  it('quirk 8: a cXML catalogue, which always has a DOCTYPE, is read and nothing of it is loaded', async () => {
    const cxml = (doctype: string) =>
      `<?xml version="1.0" encoding="UTF-8"?>${doctype}<cXML payloadID="1" timestamp="2026-01-01T00:00:00Z"><Message><Index><IndexItem><IndexItemAdd><ItemID><SupplierPartID>A</SupplierPartID></ItemID><ItemDetail><Description xml:lang="de">Nagel</Description></ItemDetail></IndexItemAdd></IndexItem></Index></Message></cXML>`;
    const read = (doctype: string) =>
      mapRows(
        cxml(doctype),
        '{ externalId: ItemID/SupplierPartID, name: ItemDetail/Description }',
        'format: xml, path: cXML/Message/Index/IndexItem/IndexItemAdd',
      );
    const external = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">';
    expect(await read(external)).toMatchObject([{ externalId: 'A', fields: { name: 'Nagel' } }]);
    await expect(read('<!DOCTYPE cXML [<!ENTITY a "b">]>')).rejects.toMatchObject({
      code: 'FILE_DOCTYPE',
    });
  });

  it('quirk 9: many rows and deep groups are read within their limits', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},Artikel ${n}`);
    const mapped = await mapRows(`Nr,Name\n${rows.join('\n')}\n`, named);
    expect(mapped).toHaveLength(20_000);
    expect(mapped.every(({ kind }) => kind === 'row')).toBe(true);
    const deep = '<Группы><Группа><Ид>g</Ид>'.repeat(20) + '</Группа></Группы>'.repeat(20);
    const classifier = `<Классификатор><Ид>c</Ид>${deep}</Классификатор>`;
    const product =
      '<Каталог><Товары><Товар><Ид>1</Ид><Наименование>Болт</Наименование></Товар></Товары></Каталог>';
    const xml = document(`${classifier}${product}`);
    expect(
      await mapRows(xml, '{ externalId: Ид, name: Наименование }', 'format: commerceml'),
    ).toHaveLength(1);
  });
});

describe('exchange formats', () => {
  const product = (status: string, more = '') =>
    `<Товар Статус="${status}"><Ид>t</Ид><Наименование>Болт</Наименование>${more}</Товар>`;
  const set = (inside: string, offers = '') =>
    [
      ['import.xml', document(`<Каталог><Ид>k</Ид><Товары>${inside}</Товары></Каталог>`)],
      [
        'offers.xml',
        document(`<ПакетПредложений><Предложения>${offers}</Предложения></ПакетПредложений>`),
      ],
    ] as const;
  const mapping =
    '{ externalId: Ид, name: Наименование, picture: Картинка, isActive: { column: Статус, translate: { Удален: false }, otherwise: true, default: true }, attributes: { prefix: "Свойство:" } }';
  const read = (files: readonly (readonly [string, string])[]) =>
    mapFiles(files, mapping, 'format: commerceml, companions: [offers.xml]');

  it('quirk 43: without a classifier properties keep their ids; of several pictures the first counts', async () => {
    const more =
      '<Картинка>a/1.jpg</Картинка><Картинка>a/2.jpg</Картинка><ЗначенияСвойств><ЗначенияСвойства><Ид>p1</Ид><Значение>v1</Значение></ЗначенияСвойства></ЗначенияСвойств>';
    const [row] = await read(set(product('Новый', more), offer('t')));
    expect(row).toMatchObject({ picture: 'a/1.jpg', fields: { attributes: { p1: 'v1' } } });
  });

  it('quirk 37: a deletion mark of 1C hides the product', async () => {
    const [row] = await read(set(product('Удален'), offer('t')));
    expect(fieldsOf(row!)).toMatchObject({ isActive: false });
  });

  it.each([
    ['', ''],
    [' xmlns="urn:1C.ru:commerceml_2"', ''],
    [' xmlns:a="https://www.bmecat.org/XMLSchema/1.2/x"', 'a:'],
  ])('quirk 44: elements are found by their local names, under %s', async (namespace, prefix) => {
    const xml = `<${prefix}list${namespace}><${prefix}p><${prefix}Nr>A</${prefix}Nr><${prefix}Name>Nagel</${prefix}Name></${prefix}p></${prefix}list>`;
    expect(await mapRows(xml, named, 'format: xml, path: list/p')).toMatchObject([
      { externalId: 'A' },
    ]);
  });
});
