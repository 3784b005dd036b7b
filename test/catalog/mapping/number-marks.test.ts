import { describe, expect, it } from 'vitest';
import { mapOne } from '../mapped.ts';

const german = 'numbers: "1.234,56"';
const mapping = (stock: string) => `{ externalId: Nr, name: Nr, ${stock} }`;
/** What the marks of the one row say, whose number stands in the column Menge. */
async function marksOf(cell: string, numbers = german, stock = 'availableQty: Menge') {
  const csv = `Nr;Menge;Rest\nA1;"${cell}";1\n`;
  const mapped = await mapOne(csv, mapping(stock), `delimiter: ";", ${numbers}`);
  return { group: undefined, opposite: undefined, ...mapped };
}
const group = (value: string, isDecimal = false) => ({ column: 'Menge', value, isDecimal });
const opposite = (value: string, isGrouped = false) => ({ column: 'Menge', value, isGrouped });
const none = { group: undefined, opposite: undefined };

describe('the marks in the numbers of a row', () => {
  it.each([
    [german, '22.125'],
    [german, ' 1.250 '],
    ['numbers: "1,234.56"', '22,125'],
  ])('under %s tell of %s that its mark could be a decimal mark', async (numbers, cell) => {
    const value = cell.trim();
    expect(await marksOf(cell, numbers)).toMatchObject({ kind: 'row', group: group(value) });
  });

  it.each([
    [german, '22,125'],
    ['numbers: "1234,56"', '22,125'],
    ['numbers: "1 234,56"', '22,125'],
    ['numbers: "1234.56"', '22.125'],
    ['numbers: "1,234.56"', '22.125'],
  ])('under %s tell of %s that its mark could be between thousands', async (numbers, cell) => {
    expect(await marksOf(cell, numbers)).toMatchObject({ kind: 'row', group: group(cell, true) });
  });

  it('tell of the thousands mark, where a row has both', async () => {
    const csv = 'Nr;Menge;Rest\nA1;"22,125";"22.125"\n';
    const sum = mapping('availableQty: { sum: [Menge, Rest] }');
    const mapped = await mapOne(csv, sum, `delimiter: ";", ${german}`);
    expect(mapped).toMatchObject({ group: { column: 'Rest', isDecimal: false } });
  });

  it.each([
    [german, '94.5'],
    [german, '0.500'],
    [german, '1250.000'],
    [german, '94.5 m'],
    ['numbers: "1,234.56"', '94,5'],
    ['numbers: "1234,56"', '94.5'],
  ])('under %s tell of %s that it is written in the opposite style', async (numbers, cell) => {
    expect(await marksOf(cell, numbers)).toMatchObject({
      kind: 'rejected',
      opposite: opposite(cell),
    });
  });

  it.each([
    [german, '1,250.5'],
    [german, '1,250,000'],
    ['numbers: "1,234.56"', '1.250,5'],
    ['numbers: "1234.56"', '1.250,5'],
    ['numbers: "1 234,56"', '1,250.5'],
  ])('under %s tell of %s that it has the groups of the opposite style', async (numbers, cell) => {
    expect(await marksOf(cell, numbers)).toMatchObject({
      kind: 'rejected',
      opposite: opposite(cell, true),
    });
  });

  it.each([
    [german, '250'],
    [german, '1.250,5'],
    [german, '1.250.000'],
    [german, '0,125'],
    [german, 'viel'],
    [german, '12.5.3'],
    [german, ''],
    ['numbers: "1 234,56"', '22 125'],
    ['', '94.5'],
    ['', '22.125'],
  ])('under "%s" tell nothing of "%s"', async (numbers, cell) => {
    expect(await marksOf(cell, numbers)).toMatchObject(none);
  });

  it.each([
    ['availableQty: { sum: [Rest, Menge] }'],
    ['minOrderQty: Menge'],
    [`availableQty: { expression: 'number(row["Menge"]) * 2.0' }`],
    [`availableQty: { column: Menge, replace: [{ from: " Stk", to: "" }] }`],
  ])('are read in each column of %s', async (stock) => {
    expect(await marksOf('22.125', german, stock)).toMatchObject({ group: group('22.125') });
    expect(await marksOf('94.5', german, stock)).toMatchObject({ opposite: opposite('94.5') });
  });

  it('are read inside a unit that the field takes off', async () => {
    const stock = 'availableQty: { column: Menge, replace: [{ from: " Stk", to: "" }] }';
    expect(await marksOf('22.125 Stk', german, stock)).toMatchObject({
      group: group('22.125'),
      quantity: 22_125_000,
    });
  });

  it('tell nothing where the field changes them itself, or another field is what is wrong', async () => {
    const stock = 'availableQty: { column: Menge, replace: [{ from: ".", to: "," }] }';
    expect(await marksOf('22.125', german, stock)).toMatchObject({ ...none, quantity: 22_125 });
    const two = `availableQty: { expression: 'row["Menge"] == "94.5" ? 1.0 : 2.0' }, minOrderQty: { column: Rest, replace: [{ from: "1", to: "x" }] }`;
    expect(await marksOf('94.5', german, two)).toMatchObject({ kind: 'rejected', ...none });
  });

  it('tell nothing of what is a number in the format', async () => {
    const json = '[{"Nr":"A1","Menge":22.125}]';
    const mapped = await mapOne(json, mapping('availableQty: Menge'), `format: json, ${german}`);
    expect(mapped).toMatchObject({ kind: 'row', ...none, quantity: 22_125 });
  });

  it.each([
    [';22;1', 22_000],
    [';22.125;1', undefined],
    ['Nagel;2.000;94.5', undefined],
    ['Nagel;2.000;viel', 2_000_000],
  ])('leave a stock in doubt unsaid where its row is rejected: %s', async (cells, quantity) => {
    const written = '{ externalId: Nr, name: Name, availableQty: Menge, minOrderQty: Mindest }';
    const csv = `Nr;Name;Menge;Mindest\nA1;${cells}\n`;
    const mapped = await mapOne(csv, written, `delimiter: ";", ${german}`);
    expect(mapped).toMatchObject({ kind: 'rejected', quantity });
  });
});
