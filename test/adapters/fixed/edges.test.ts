import { describe, expect, it } from 'vitest';
import { complaintsOf, mapRows } from '../../catalog/mapped.ts';

const fields =
  '{ name: Nr, start: 1, length: 4 }, { name: Menge, start: 10, length: 3 }, { name: Preis, start: 16, length: 3 }';
const mapped = async (rows: readonly string[], columns = fields, keys = '') => {
  const mapping = '{ externalId: Nr, availableQty: Menge }';
  const format = `format: fixed, kind: stock, columns: [${columns}]${keys}`;
  return (await mapRows(`${rows.join('\n')}\n`, mapping, format)).map((one) =>
    one.kind === 'row' ? (one.quantity ?? 0) / 1_000 : complaintsOf(one).join(),
  );
};
const nine = Array.from({ length: 9 }, (_, n) => `A00${n}      12   1,5`);

const zeros = (row: string) => row.replace(' 12 ', '012 ');

describe('a number that continues beside its field', () => {
  it.each([
    ['before it', 'B001    1234   1,5'],
    ['as a sign before it', 'B001    -123   1,5'],
    ['as a sign behind it', 'B001     120-  1,5'],
  ])('is not whole, and its row is rejected: %s', async (_, row) => {
    expect(await mapped([...nine, row])).toEqual([...nine.map(() => 12), 'ROW_STRUCTURE Menge']);
  });

  it.each([
    ['a field that is full', 'B001     123   1,5', 123],
    ['a text beside it', 'B001   ab123   1,5', 123],
    ['a number apart from it', 'B001  7  123   1,5', 123],
    ['a field that nobody reads', 'B001      12  11,5', 12],
  ])('is none with %s', async (_, row, stock) => {
    expect(await mapped([...nine, row])).toEqual([...nine.map(() => 12), stock]);
  });

  it('is not whole behind a field that others fill from the left', async () => {
    const left = nine.map((row) => row.replace(' 12 ', '12  '));
    expect(await mapped([...left, 'B001     1234  1,5'])).toEqual([
      ...nine.map(() => 12),
      'ROW_STRUCTURE Menge',
    ]);
  });

  it.each([
    ['behind numbers that all end there', 'A002      122021,5', nine],
    ['before numbers with zeros before them', 'A002 2026012   1,5', nine.map(zeros)],
    ['beside article numbers of one length', '4711200  012   1,5', nine.map(zeros)],
  ])('is another column, which few rows fill, %s', async (_, row, others) => {
    const read = await mapped([...others.map((one) => one.replace('A00', '471')), row]);
    expect(read).toEqual([...nine.map(() => 12), 12]);
  });

  it('is no text that ends with a digit', async () => {
    const named = '{ name: Nr, start: 1, length: 4 }, { name: Menge, start: 14, length: 3 }';
    const text = `${named}, { name: Text, start: 5, length: 6 }`;
    const rows = nine.map((_, n) => `A00${n}Rohr       12`);
    const mapping = '{ externalId: Nr, name: Text, availableQty: Menge }';
    const format = `format: fixed, columns: [${text}]`;
    const read = await mapRows([...rows, 'B001RohrM820  12', ''].join('\n'), mapping, format);
    expect(read.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'row'));
  });

  it('is another column where other rows write there, too', async () => {
    const rows = ['A001    9123   1,5', 'A002    9 12   1,5', 'A003    9 12   1,5'];
    expect(await mapped(rows)).toEqual([123, 12, 12]);
    expect(await mapped([...nine, ...rows])).toEqual([...nine.map(() => 12), 123, 12, 12]);
  });

  it('is none where fields stand side by side', async () => {
    const beside = `${fields}, { name: Lager, start: 9, length: 1 }`;
    expect(await mapped([...nine, 'B001    1234   1,5'], beside)).toEqual([
      ...nine.map(() => 12),
      234,
    ]);
  });
});
