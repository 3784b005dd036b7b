import { describe, expect, it } from 'vitest';
import { unusedKeys, unusedOutboxKeys } from '../../src/config/unused-keys.ts';
import { marketplace, withSource } from './judged.ts';

const said = (format: string, ...keys: readonly string[]) =>
  unusedKeys(withSource(`format: ${format}`, ...keys), { name: 'articles', format }).map(
    ({ key, line, column, formats }) => `${line}:${column} ${key}: ${formats.join(' ')}`,
  );

describe('a key that is for another format', () => {
  it.each([
    ['csv', 'sheet: Artikel', ['9:7 sheet: xlsx xls ods']],
    ['csv', 'path: catalog/product', ['9:7 path: xml json gdsn']],
    ['csv', 'columns: [{ name: Nr, start: 1, length: 5 }]', ['9:7 columns: fixed']],
    ['xlsx', 'delimiter: ";"', ['9:7 delimiter: csv']],
    ['ods', 'quote: none', ['9:7 quote: csv']],
    ['json', 'headerRow: 2', ['9:7 headerRow: csv fixed xlsx xls ods']],
    ['csv', 'quote: none', []],
    ['xls', 'sheet: Artikel', []],
    ['xml', 'path: a/b', []],
    ['fixed', 'headerRow: 1', []],
  ])('is found under %s with its place: %s', (format, key, expected) => {
    expect(said(format, key)).toEqual(expected);
  });

  it('is none of another source', () => {
    expect(unusedKeys(withSource('sheet: A'), { name: 'stock', format: 'csv' })).toEqual([]);
  });
});

describe('a key of the outbox that is for another format', () => {
  const outbox = (key: string) => `${marketplace}orders:\n  outbox:\n    folder: ./o\n    ${key}\n`;

  it.each([
    ['json', 'encoding: windows-1252', '5:5 encoding: csv template commerceml'],
    ['xlsx', 'csv: { delimiter: ";" }', '5:5 csv: csv'],
    ['xml', 'columns: [orderNumber]', '5:5 columns: csv xlsx'],
    ['csv', 'template: t.txt', '5:5 template: template'],
  ])('is found under %s with its place: %s', (format, key, expected) => {
    const found = unusedOutboxKeys(outbox(key), format);
    expect(
      found.map((one) => `${one.line}:${one.column} ${one.key}: ${one.formats.join(' ')}`),
    ).toEqual([expected]);
  });

  it.each([
    ['csv', 'encoding: windows-1252'],
    ['xlsx', 'columns: [orderNumber]'],
    ['commerceml', 'encoding: windows-1251'],
  ])('is none under %s: %s', (format, key) => {
    expect(unusedOutboxKeys(outbox(key), format)).toEqual([]);
  });
});
