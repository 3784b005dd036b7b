import { describe, expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { mapRows } from '../../catalog/mapped.ts';
import { fileOf, reading } from './reading.ts';

const list = (...records: readonly string[]) =>
  `<list>${records.map((inside) => `<row>${inside}</row>`).join('')}</list>`;
const field = (name: string, text: string) => `<field name="${name}">${text}</field>`;
const keys = 'format: xml, path: row';
const mapping =
  '{ externalId: "field[@name=nr]", name: "field[@name=titel]", availableQty: { sum: ["lager/ort[@id=1]", "lager/ort[@id=2]"] } }';
const article = (nr: string, titel: string) => field('nr', nr) + field('titel', titel);

describe('an element that is asked for by an attribute', () => {
  it('is found in whatever order the records have their fields', async () => {
    const turned = field('farbe', 'rot') + field('titel', 'Mutter') + field('nr', 'B');
    expect(await mapRows(list(article('A', 'Nagel'), turned), mapping, keys)).toMatchObject([
      { externalId: 'A', fields: { name: 'Nagel' } },
      { externalId: 'B', fields: { name: 'Mutter' } },
    ]);
  });

  it('is found below another element, and beside others of its name', async () => {
    const stores = '<lager><ort id="2">7</ort><ort id="3">90</ort><ort id=" 1 ">5</ort></lager>';
    const [row] = await mapRows(list(article('A', 'Nagel') + stores), mapping, keys);
    expect(row).toMatchObject({ quantity: 12_000 });
  });

  it('is no column where a record lacks it, and an empty one where it is empty', async () => {
    const [row] = await mapRows(list(`${field('nr', 'A')}<field name="titel"/>`), mapping, keys);
    expect(row).toMatchObject({ kind: 'rejected', complaints: [{ code: 'ROW_VALUE_MISSING' }] });
  });

  it('rejects its row where it is there twice with different texts', async () => {
    const twice = (text: string) => list(article('A', 'Nagel') + field('titel', text));
    expect((await mapRows(twice('Nagel'), mapping, keys))[0]).toMatchObject({ kind: 'row' });
    expect((await mapRows(twice('Bolzen'), mapping, keys))[0]).toMatchObject({
      kind: 'rejected',
      externalId: 'A',
      complaints: [{ code: 'ROW_STRUCTURE', column: 'field[@name=titel]' }],
    });
  });

  it.each(['<ort id="1" xsi:id="x">5</ort>', '<ort xsi:id="x" id="1">5</ort>'])(
    'is found by its own attribute, beside one of that name with a prefix: %s',
    async (ort) => {
      const stores = `<lager>${ort}<ort id="2">7</ort></lager>`;
      const [row] = await mapRows(list(article('A', 'Nagel') + stores), mapping, keys);
      expect(row).toMatchObject({ quantity: 12_000 });
    },
  );

  it('is no column of its own where nobody asks for it', async () => {
    const { columns } = await reading(xml, [fileOf('a.xml', list(article('A', 'Nagel')))], {
      path: 'row',
    });
    expect(columns).toEqual(['field/@name', 'field', 'field[2]/@name', 'field[2]']);
  });
});

it('names of a Mac, with their accents apart, are those of the mapping', async () => {
  const named = '{ externalId: nr, name: Stücktext, brand: "field[@name=größe]" }';
  const row = `<nr>A</nr><Stücktext>Nagel</Stücktext>${field('größe', 'XL')}`;
  expect(await mapRows(list(row.normalize('NFD')), named, keys)).toMatchObject([
    { externalId: 'A', fields: { name: 'Nagel', brand: 'XL' } },
  ]);
});
