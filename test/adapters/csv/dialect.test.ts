import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../adapters/csv/dialect.ts';

const rows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${row(n)}\r\n`).join('');
const delimiterOf = (head: string, firstRow = 1) =>
  dialectOf(head, { delimiter: 'auto', firstRow }).delimiter;

const header = 'Nr;Name;Menge\r\n';
const decimal = (n: number) => `A${n};Nagel ${n};${n},5`;

describe('the delimiter of a file that declares none', () => {
  it.each([
    ['; beside decimal commas in each row', header + rows(40, decimal), ';'],
    [
      '; where a few rows have one too many, and a comma is in each',
      header + rows(3, (n) => `A${n};Nagel; lang;${n},5`) + rows(37, decimal),
      ';',
    ],
    [
      'a comma beside single ; in texts',
      `Nr,Name,Menge\r\n${rows(40, (n) => `A${n},a;b,${n}`)}`,
      ',',
    ],
    ['a tabulator', `Nr\tName\r\n${rows(5, (n) => `A${n}\tNagel, rund`)}`, '\t'],
    ['; without a header', rows(40, decimal), ';'],
    ['a tabulator beside a ; in each text', 'a\tb;c\td\nx\ty;z\t1\n', '\t'],
    [
      'a comma below a title, beside a ; in each text',
      `Hall 4, Gate 1\na,b;c,d,e\n${rows(2, (n) => `v,w;x,1,${n}`)}`,
      ',',
    ],
  ])('is %s', (_, head, delimiter) => {
    expect(delimiterOf(head)).toBe(delimiter);
  });

  it('is told by the rows where the first one is a title', () => {
    expect(delimiterOf(`Bestand, Lager 1\r\n${header}${rows(40, decimal)}`)).toBe(';');
  });

  it('is that of a table far below the head of a list', () => {
    const head = rows(59, (n) => `Zeile ${n}, ohne Artikel`);
    expect(delimiterOf(head + header + rows(40, decimal), 60)).toBe(';');
  });
});
