import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/setup/format.ts';
import { withKeyedFields } from '../../src/setup/keyed.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { proposed } from './proposed.ts';
import { table } from './table.ts';

const columns = {
  '@id': '1 2',
  'field/@name': 'artnr bezeichnung',
  field: 'A1 Mutter',
  'field[2]/@name': 'bezeichnung artnr',
  'field[2]': 'Nagel A2',
  'field[3]/@name': 'bestand vk_preis',
  'field[3]': '5 1.20',
  'field[3]/@nil': '_ _',
};
const names = (of: Record<string, string>, format: Format = 'xml') =>
  withKeyedFields(table(of), format).map(({ name }) => name);

describe('records of fields that have their names in an attribute', () => {
  it('are columns by these names, in whatever order each record has them', () => {
    const keyed = withKeyedFields(table(columns), 'xml');
    expect(keyed.map(({ name, cells }) => [name, ...cells])).toEqual([
      ['@id', '1', '2'],
      ['field[@name=artnr]', 'A1', 'A2'],
      ['field[@name=bezeichnung]', 'Nagel', 'Mutter'],
      ['field[@name=bestand]', '5', ''],
      ['field[@name=vk_preis]', '', '1.20'],
    ]);
  });

  it('are found under an attribute in capitals, too', () => {
    const capitals = {
      'COLUMN/@NAME': 'ARTNR ARTNR',
      COLUMN: 'A1 A2',
      'COLUMN[2]/@NAME': 'BEZEICHNUNG BEZEICHNUNG',
      'COLUMN[2]': 'Nagel Mutter',
    };
    expect(names(capitals)).toEqual(['COLUMN[@NAME=ARTNR]', 'COLUMN[@NAME=BEZEICHNUNG]']);
  });

  it('are recognised by them', () => {
    const { guesses, prices } = recognise(withKeyedFields(table(columns), 'xml'));
    expect(guesses).toMatchObject([
      { field: 'externalId', columns: ['field[@name=artnr]'] },
      { field: 'name', columns: ['field[@name=bezeichnung]'] },
      { field: 'availableQty', columns: ['field[@name=bestand]'] },
    ]);
    expect(prices).toEqual(['field[@name=vk_preis]']);
  });

  it('are found in elements for each type of value, and under other attributes, where one of them is an article number', () => {
    const solr = {
      'str/@name': 'sku sku',
      str: 'A1 A2',
      'float/@name': 'stock stock',
      float: '5 7',
      'arr/@name': 'cat _',
      'arr/str': 'x _',
    };
    expect(names(solr)).toEqual(['str[@name=sku]', 'float[@name=stock]', 'arr[@name=cat]']);
    const byCode = { 'p/@code': 'sku sku', p: 'A1 A2', 'p[2]/@code': 'qty qty', 'p[2]': '5 7' };
    expect(names(byCode)).toEqual(['p[@code=sku]', 'p[@code=qty]']);
    const places = { 'ort/@id': '1 1', ort: '5 7', 'ort[2]/@id': '2 2', 'ort[2]': '5 7' };
    expect(names(places)).toEqual(Object.keys(places));
  });

  it('are none where the elements are called what they hold, and the attribute says of which language it is', () => {
    const called = {
      'artnr/@name': 'main main',
      artnr: 'A1 A2',
      'text/@name': 'de de',
      text: 'Nagel Mutter',
      'text[2]/@name': 'en en',
      'text[2]': 'Nail Nut',
    };
    expect(names(called)).toEqual(Object.keys(called));
  });

  it('are found where the file holds one record alone', async () => {
    const field = (name: string, text: string) => `<field name="${name}">${text}</field>`;
    const row = `<row>${field('artnr', 'A1')}${field('name', 'Nut')}${field('bestand', '5')}</row>`;
    const { text } = await proposed('a.xml', `<resultset>${row}</resultset>`);
    expect(text).toMatch(/path: row\s/);
    expect(text).toContain('externalId: "field[@name=artnr]"');
  });

  it('are none where other elements stand beside them, where they stand once, or in another format', () => {
    const beside = { ...columns, Nr: '1 2' };
    expect(names(beside)).toEqual(Object.keys(beside));
    const once = { 'field/@name': 'a b', field: '1 2' };
    expect(names(once)).toEqual(Object.keys(once));
    expect(names(columns, 'json')).toEqual(Object.keys(columns));
  });
});

describe('a tree in which other elements stand deeper under the path of the records', () => {
  it('is read from its root down', async () => {
    const column = (name: string, text: string) => `<column name="${name}">${text}</column>`;
    const rows = ['A1', 'A2'].map(
      (key) => `<table name="t">${column('artnr', key)}${column('bestand', '5')}</table>`,
    );
    const schemas =
      '<s:schemas><s:database name="d"><s:table name="t">CREATE</s:table></s:database></s:schemas>';
    const tree = `<pma xmlns:s="s">${schemas}<database name="d">${rows.join('')}</database></pma>`;
    const { text } = await proposed('a.xml', tree);
    expect(text).toContain('path: /pma/database/table');
    expect(text).toContain('externalId: "column[@name=artnr]"');
  });
});

describe('a column with the same text in every row', () => {
  const rows = (text: string, other = text) => [...Array(11).fill(text), other].join(' ');
  const keys = Array.from({ length: 12 }, (_, row) => `A${row}`).join(' ');

  it('is not the name of the articles, whatever it is called', () => {
    const nameOf = (cells: string) =>
      recognise(table({ ArtNr: keys, Name: cells })).guesses.find(({ field }) => field === 'name');
    expect(nameOf(rows('artnr'))).toBeUndefined();
    expect(nameOf(rows('Nagel', 'Mutter'))).toMatchObject({ columns: ['Name'] });
  });
});
