import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatNumbers,
  isFormatNumber,
  type NumberStyle,
  numberExamples,
  type ParsedQuantity,
  parseQuantity,
  quantityText,
  roundings,
} from '../../src/domain/quantity.ts';

const largest = 999_999_999_999_999;
const style = (example: string): NumberStyle => {
  const found = numberExamples[example];
  if (found === undefined) throw new Error(`no style ${example}`);
  return found;
};

/** The text that a program of that style would write; a test's own way, apart from the parser. */
function written(thousandths: number, { decimal, thousands }: NumberStyle, grouped: boolean) {
  const [whole = '', fraction] = quantityText(Math.abs(thousandths)).split('.');
  const groups = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
  const sign = thousandths < 0 ? '-' : '';
  return `${sign}${groups}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
}

describe('a quantity under a declared style', () => {
  it.each([
    ['1.234,56', '1.234,56', 1_234_560],
    ['1.234,56', '1234,56', 1_234_560],
    ['1.234,56', '12.345.678', 12_345_678_000],
    ['1.234,56', '1.000', 1_000_000],
    ['1.234,56', '-0,5', -500],
    ['1.234,56', '+7', 7_000],
    ['1.234,56', '  7 ', 7_000],
    ['1.234,56', '\u00a07\u202f', 7_000],
    ['1.234,56', '007', 7_000],
    ['1.234,56', '-0', 0],
    ['1.234,56', ',5', 500],
    ['1234,56', '-,25', -250],
    ['1234.56', '.5', 500],
    ['1234.56', '-.5', -500],
    ['1,234.56', '.500', 500],
    ['1234.56', '.5-', -500],
    ['1.234,56', '1,5000', 1_500],
    ['1,234.56', '1,234.56', 1_234_560],
    ['1,234.56', '1,000', 1_000_000],
    ['1234.56', '1.000', 1_000],
    ['1234,56', '1,000', 1_000],
    ['1 234,56', '1 234,56', 1_234_560],
    ['1 234,56', '1\u00a0234\u202f567,8', 1_234_567_800],
    ['1 234.56', '1\u2009234.5', 1_234_500],
    ["1'234.56", "1'234'567.5", 1_234_567_500],
    ["1'234.56", '1\u2019234.5', 1_234_500],
  ])('written like %s reads "%s"', (example, text, thousandths) => {
    expect(parseQuantity(text, style(example))).toEqual({ thousandths });
  });

  it.each([
    ['1.234,56', '12.5'],
    ['1.234,56', '1.23'],
    ['1.234,56', '1.2345'],
    ['1.234,56', '1.234.56'],
    ['1.234,56', '0.500'],
    ['1.234,56', '00.500'],
    ['1,234.56', '1,5'],
    ['1,234.56', '0,750'],
    ['1234.56', '1,234.56'],
    ['1234,56', '1.234,56'],
    ['1 234,56', '1 23'],
    ["1'234.56", "1'23"],
    ["1'234.56", '1234,5'],
    ['1 234,56', '1.234'],
    ['1.234,56', '1,2,3'],
    ['1.234,56', ''],
    ['1.234,56', '-'],
    ['1.234,56', ','],
    ['1.234,56', '.5'],
    ['1,234.56', ',5'],
    ['1.234,56', ',,5'],
    ['1.234,56', '5,'],
    ['1.234,56', '1e5'],
    ['1.234,56', '0x10'],
    ['1.234,56', '12 St.'],
    ['1.234,56', 'Infinity'],
    ['1.234,56', '５'],
    ['1.234,56', '--5'],
  ])('fault 7: written like %s refuses "%s"', (example, text) => {
    expect(parseQuantity(text, style(example))).toEqual({ fault: 'notANumber' });
  });

  it('refuses a fourth decimal place, or drops it where that is declared', () => {
    expect(parseQuantity('1,2345', style('1.234,56'))).toEqual({ fault: 'tooManyDecimals' });
    expect(parseQuantity('1,2349', style('1.234,56'), 'down')).toEqual({ thousandths: 1_234 });
    expect(parseQuantity('-1,2349', style('1.234,56'), 'down')).toEqual({ thousandths: -1_234 });
  });

  it.each([
    ['1,2340', 'up', 1_234],
    ['1,2341', 'up', 1_235],
    ['0,9999', 'up', 1_000],
    ['-1,2341', 'up', -1_235],
    ['1,23449', 'nearest', 1_234],
    ['1,2345', 'nearest', 1_235],
    ['-1,2345', 'nearest', -1_235],
    ['-0,0001', 'nearest', 0],
  ] as const)('%s, rounded %s, is %i thousandths', (text, rounding, thousandths) => {
    expect(parseQuantity(text, style('1.234,56'), rounding)).toEqual({ thousandths });
  });

  it.each([
    ['6,999999999999999', 7_000],
    ['2,3000000000000003', 2_300],
    ['0,30000000000000004', 300],
    ['434,99999999999994', 435_000],
    ['-4,999999999999999', -5_000],
    ['9999999,100000001', 9_999_999_100],
    ['-0,0000000000000036', 0],
  ])(
    '%s, as binary arithmetic leaves it, is what was meant, rounded or not',
    (text, thousandths) => {
      for (const rounding of roundings)
        expect(parseQuantity(text, style('1.234,56'), rounding)).toEqual({ thousandths });
    },
  );

  it.each([
    ['a number of single precision leaves', '2,299999952316284'],
    ['four zeros are before', '2,30000004'],
    ['four nines are before', '2,29999994'],
    ['zeros are within', '2,30010000001'],
  ])('what %s is not taken for noise', (_, text) => {
    expect(parseQuantity(text, style('1.234,56'))).toEqual({ fault: 'tooManyDecimals' });
  });

  it('reads the sum of any two quantities as a program writes it', () => {
    const part = fc.integer({ min: 0, max: 4_999_999_999 });
    fc.assert(
      fc.property(part, part, (one, other) => {
        const text = String(one / 1000 + other / 1000);
        const thousandths = one + other;
        for (const rounding of roundings)
          expect(parseQuantity(text, style('1234.56'), rounding)).toEqual({ thousandths });
      }),
    );
  });

  it('refuses what a JavaScript number could not hold exactly', () => {
    expect(parseQuantity('999999999999,999', style('1.234,56'))).toEqual({ thousandths: largest });
    expect(parseQuantity('1000000000000', style('1.234,56'))).toEqual({ fault: 'tooLarge' });
    expect(parseQuantity('0000000000000000001', style('1.234,56'))).toEqual({ thousandths: 1_000 });
  });

  it.each(Object.keys(numberExamples))(
    'like %s gives back every quantity that it wrote',
    (example) => {
      fc.assert(
        fc.property(fc.integer({ min: -largest, max: largest }), fc.boolean(), (value, grouped) => {
          const text = written(value, style(example), grouped);
          expect(parseQuantity(text, style(example))).toEqual({ thousandths: value });
        }),
      );
    },
  );

  it.each(Object.keys(numberExamples))('like %s is its own example', (example) => {
    expect(parseQuantity(example, style(example))).toEqual({ thousandths: 1_234_560 });
  });
});

describe('a quantity without a declared style', () => {
  it.each([
    ['5', 5_000],
    ['1,5', 1_500],
    ['1.5', 1_500],
    ['0.500', 500],
    ['0,500', 500],
    ['.5', 500],
    [',125', 125],
    ['1000.123', 1_000_123],
    ['1234.567', 1_234_567],
    ['1,5000', 1_500],
    ['-2,25', -2_250],
  ])('reads "%s", which can only mean one thing', (text, thousandths) => {
    expect(parseQuantity(text, undefined)).toEqual({ thousandths });
  });

  it.each(['1.000', '1,000', '999.999', '-1.000', '1.234,56', '1,234.56', '1.234.567'])(
    'refuses "%s", which two countries read differently',
    (text) => expect(parseQuantity(text, undefined)).toEqual({ fault: 'ambiguous' }),
  );

  it('is never read differently by two declared styles', () => {
    const text = fc.stringMatching(/^-?\d{1,7}([.,]\d{1,4})?$/);
    fc.assert(
      fc.property(text, (written) => {
        const free = parseQuantity(written, undefined);
        if ('fault' in free) return;
        for (const example of Object.keys(numberExamples)) {
          const declared: ParsedQuantity = parseQuantity(written, style(example));
          if ('thousandths' in declared) expect(declared).toEqual(free);
        }
      }),
    );
  });
});

describe('the text of a quantity', () => {
  it.each([
    [0, '0'],
    [5, '0.005'],
    [50, '0.05'],
    [500, '0.5'],
    [12_500, '12.5'],
    [12_000, '12'],
    [-250, '-0.25'],
    [9_999_999_999, '9999999.999'],
  ])('%i thousandths are written %s', (thousandths, text) => {
    expect(quantityText(thousandths)).toBe(text);
  });

  it('is a JSON number with the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (thousandths) => {
        const text = quantityText(thousandths);
        expect(Math.round(JSON.parse(text) * 1000)).toBe(thousandths);
        expect(text).not.toMatch(/\.$|\.\d*0$/);
      }),
    );
  });
});

describe('a minus behind the digits', () => {
  it.each([
    ['1.234,56', '5,00-', -5_000],
    ['1.234,56', '1.234,50-', -1_234_500],
    ['1,234.56', '1,234.50-', -1_234_500],
    ['1234.56', '5-', -5_000],
    ['1234,56', '12,5 -', -12_500],
    ['1 234,56', '1 234,5-', -1_234_500],
    ['1234.56', '0.000-', 0],
  ])('quirk 31: is one in front: %s reads %s', (example, text, thousandths) => {
    expect(parseQuantity(text, style(example))).toEqual({ thousandths });
  });

  it('leaves in doubt what is in doubt without it', () => {
    expect(parseQuantity('5,5-', undefined)).toEqual({ thousandths: -5_500 });
    expect(parseQuantity('1.000-', undefined)).toEqual({ fault: 'ambiguous' });
  });

  it.each(['-5-', '+5-', '-', '5--', '5,-', 'a-', '5-kg'])('makes no number of %j', (text) => {
    expect(parseQuantity(text, style('1.234,56'))).toEqual({ fault: 'notANumber' });
  });
});

describe('a number as formats write it', () => {
  it.each([
    ['1.125', 1_125],
    ['90.750', 90_750],
    ['-1.000', -1_000],
    ['.5', 500],
    ['5.', 5_000],
    ['1.5e3', 1_500_000],
    ['1.5E+03', 1_500_000],
    ['12500e-3', 12_500],
    ['1e-3', 1],
    ['-2.5E1', -25_000],
    ['0E0', 0],
  ])('reads %s', (text, thousandths) => {
    expect(parseQuantity(text, formatNumbers)).toEqual({ thousandths });
  });

  it.each([
    ['1e-4', 'tooManyDecimals'],
    ['1e12', 'tooLarge'],
    ['1e999', 'tooLarge'],
    ['1e9999', 'notANumber'],
    ['1,5', 'notANumber'],
    ['.', 'notANumber'],
    ['e5', 'notANumber'],
    ['NaN', 'notANumber'],
  ])('refuses %s', (text, fault) => {
    expect(parseQuantity(text, formatNumbers)).toEqual({ fault });
  });

  it('reads back whatever a program writes of a number of thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: -largest, max: largest }), (thousandths) => {
        const text = quantityText(thousandths);
        const power = `${thousandths}e-3`;
        expect([text, power].every(isFormatNumber)).toBe(true);
        const read = [text, power].map((one) => parseQuantity(one, formatNumbers));
        expect(read).toEqual([{ thousandths }, { thousandths }]);
      }),
    );
  });
});
