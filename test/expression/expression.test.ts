import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../src/expression/expression.ts';
import { parsePattern } from '../../src/expression/pattern.ts';

const comma = { decimal: ',', thousands: '.' } as const;
const row: Readonly<Record<string, string>> = {
  Name: ' Nagel 5 kg ',
  'Preis (netto)': '1.234,5',
  Leer: '',
  Paket: '24 - 12 oz bottles',
  Lang: 'a'.repeat(10_000),
  'Zu lang': 'a'.repeat(10_001),
};

function evaluated(written: string) {
  const expression = parseExpression(written, comma);
  if ('fault' in expression) return expression;
  return expression.evaluate((column) => row[column]);
}

describe('an expression', () => {
  it.each([
    ['row["Name"] + "/" + row["Leer"]', 'Nagel 5 kg/'],
    ['row["Leer"] == "" ? "leer" : "voll"', 'leer'],
    ['number(row["Preis (netto)"]) * 2', '2469'],
    ['number(row["Preis (netto)"]) / 4 + 0.1', '308.725'],
    ['number(row["Preis (netto)"]) - 2', '1232.5'],
    ['2000 - number(row["Preis (netto)"])', '765.5'],
    ['"Rot 😀".substring(0, 5)', 'Rot '],
    ['0.1 + 0.2', '0.3'],
    ['0.1 + 0.2 - 0.3', '0'],
    ['0.1 - 0.3 + 0.2', '0'],
    ['1000000000.1 + 0.2', '1000000000.3'],
    ['900000000000.1 + 0.2', '900000000000.3'],
    ['number("0,0024")', '0.0024'],
    ['number("5,0999999999999996")', '5.1'],
    ['number("-0,0004") * 10000', '-4'],
    ['number("12,3456")', '12.3456'],
    ['number("1.234,56789") * 100', '123456.789'],
    ['number("0,12345678") * 1000000', '123456.78'],
    ['number("0,00012345678") * 1000000000000', '123456780'],
    ['number("0,00000000000000000000000024") > 0.0', 'true'],
    ['number("5,00000000000000000000") + 1', '6'],
    ['size(row["Name"]) - 1', '9'],
    ['number("0,0") == 0 && 2 == number("2")', 'true'],
    ['number("2,5") != 2 && !(number("2,5") == 2)', 'true'],
    ['extract(row["Paket"], r"(\\d+) oz")', '12'],
    ['extract(row["Name"], "kg")', 'kg'],
    ['extract(row["Name"], "g(x)")', ''],
    ['part(row["Paket"], "-", 1)', '24'],
    ['part(row["Paket"], "-", 9)', ''],
    ['matches(row["Name"], "^Na.*kg$") && row["Name"] in ["Nagel 5 kg"]', 'true'],
    ['row["Name"].replace("Nagel", "$&").upperAscii()', '$& 5 KG'],
    ['row["Name"].replace("", "x")', 'Nagel 5 kg'],
    ['row["unbekannt"]', ''],
  ])('%s gives %s', (written, text) => {
    expect(evaluated(written)).toMatchObject({ text });
  });

  it.each([
    ['row.Name', 'takes columns as row["column name"]'],
    ['row["Name"].constructor', 'takes columns as row["column name"]'],
    ['process', 'knows no process: write row["column name"]'],
    ['row', 'knows no row: write row["column name"]'],
    ['row[row["Name"]]', 'must name each column in quotes'],
    ['[1, 2].map(x, x)', 'knows no .map()'],
    ['row["Name"].split("").join(row["Lang"])', 'knows no .join()'],
    ['row["Name"].matches("(a+)+$")', 'knows no .matches()'],
    ['cel.bind(x, 1, x)', 'knows no .bind()'],
    ['timestamp("2020-01-01T00:00:00Z")', 'knows no timestamp()'],
    ['matches(row["Name"], row["Leer"])', 'needs a pattern in quotes'],
    ['matches(row["Name"], "(a")', 'is no pattern (missing closing )'],
    ['["a"]', 'gives list<string>, not a text'],
    ['"a" + 1', 'cannot be used: no such overload'],
    ['row["Leer"] == "" ? 0 : number(row["Leer"])', "'int' and 'double': write 0 as 0.0"],
    ['string("a", "b")', "overload for 'string(string, string)'"],
    ['"a" "b"', 'cannot be used: Unexpected'],
    [`${'1+'.repeat(300)}1`, 'Exceeded'],
    ['1'.repeat(2_001), 'is longer than 2000 characters'],
  ])('%s is refused when it is declared', (written, words) => {
    expect(evaluated(written)).toMatchObject({ fault: expect.stringContaining(words) });
    expect(parseExpression(written)).toHaveProperty('fault');
  });

  it.each([
    ['number(row["Name"])', '"Nagel 5 kg" is not a number in the style of the file'],
    ['number(row["Leer"])', '"" is not a number'],
    ['number("12.3456")', '"12.3456" is not a number'],
    ['number("1234567890123456")', 'cannot compute exactly with the digits'],
    ['100000000.0 * 100000000', 'gives no number'],
    ['1.0 / 0', 'gives no number'],
    ['1 / 0', 'zero'],
    ['row["Zu lang"]', 'cannot work with the 10001 characters of "Zu lang"'],
    ['row["Lang"].replace("a", row["Lang"])', 'replace() gives too much text'],
    [`${'row["Lang"] + '.repeat(10)}row["Lang"]`, 'gives more text than any field takes'],
    ['part(row["Paket"], row["Leer"], 1)', 'part() needs a separator'],
  ])('%s says for a row why it gives nothing', (written, words) => {
    expect(evaluated(written)).toMatchObject({ fault: expect.stringContaining(words) });
  });

  it('reads the digits behind the third decimal where no style is declared too', () => {
    const expression = parseExpression('number(row["A"])');
    if ('fault' in expression) throw new Error(expression.fault);
    const given = (text: string) => expression.evaluate(() => text);
    expect(given('0.0024')).toEqual({ text: '0.0024', isNumber: true });
    expect(given('-0,0004')).toEqual({ text: '-0.0004', isNumber: true });
    expect(given('1,234')).toHaveProperty('fault');
  });

  it.each([
    ['string(number(row["Preis (netto)"]) / 2.0)', { text: '617.25', isNumber: true }],
    ['row["Leer"] == "" ? string(1.125) : row["Leer"]', { text: '1.125', isNumber: true }],
    ['row["Preis (netto)"] == "" ? string(2) : row["Preis (netto)"]', { isNumber: false }],
    ['row["Name"] + string(2)', { isNumber: false }],
    ['"1" + ".125"', { text: '1.125', isNumber: false }],
  ])('%s knows which text is a number that string() wrote', (written, expected) => {
    expect(evaluated(written)).toMatchObject(expected);
  });

  it.each([
    ['string(1.001 * 1000.0) + " g"', '1001 g'],
    ['string(8.2 / 0.1)', '82'],
    ['string(0.3 - 0.1)', '0.2'],
    ['string(2.5)', '2.5'],
    ['string(0.0000001)', '0'],
    ['string(2) + string(true) + string("a")', '2truea'],
    ['string(row["Leer"] == "" ? 0.1 + 0.2 : 1.0)', '0.3'],
  ])('%s is written without the noise of binary fractions', (written, text) => {
    expect(evaluated(written)).toMatchObject({ text });
  });

  it('writes no number where something is divided by nothing', () => {
    expect(evaluated('string(1.0 / 0.0)')).toEqual({
      fault: 'gives no number: something is divided by nothing, or too large',
    });
  });

  it('names the columns that it reads, each once', () => {
    expect(parseExpression('row["A"] + (row["B"] == "" ? row["A"] : row["C"])')).toMatchObject({
      columns: ['A', 'B', 'C'],
    });
  });

  it('is compiled once and knows nothing of the row before', () => {
    const expression = parseExpression('row["A"]');
    if ('fault' in expression) throw new Error(expression.fault);
    expect(expression.evaluate(() => 'x')).toEqual({ text: 'x', isNumber: false });
    expect(expression.evaluate(() => undefined)).toEqual({ text: '', isNumber: false });
  });
});

describe('a pattern', () => {
  it('fault 14: takes time in proportion to the text, whatever the pattern is', () => {
    const pattern = parsePattern('^(a+)+$');
    if ('fault' in pattern) throw new Error(pattern.fault);
    const text = (characters: number): string => `${'a'.repeat(characters)}!`;
    // A backtracking engine would need 2^2000 steps here; this ends or the test hangs.
    expect(pattern.isIn(text(2_000))).toBe(false);
    expect(pattern.isIn(text(100_000))).toBe(false);
  });

  it('is limited in its length', () => {
    expect(parsePattern('a'.repeat(501))).toEqual({
      fault: 'is a pattern of more than 500 characters',
    });
  });
});
