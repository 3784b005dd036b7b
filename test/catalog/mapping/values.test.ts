import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flag } from '../../../src/catalog/mapping/flag.ts';
import {
  cutText,
  keyText,
  leadTimeDays,
  type Origin,
  orderQuantity,
  plainText,
  quantity,
  stockQuantity,
  type Value,
} from '../../../src/catalog/mapping/values.ts';
import { numberExamples } from '../../../src/domain/quantity.ts';

const german = numberExamples['1.234,56'];
const origin: Origin = { column: 'Menge', style: german, rounding: 'none' };
const rounded: Origin = { ...origin, rounding: 'down' };
const undeclared: Origin = { ...origin, style: undefined };
const faultOf = (value: Value<unknown>) => {
  if (!('complaint' in value)) throw new Error(`no complaint, but ${JSON.stringify(value)}`);
  const { code, column, rule, remedy } = value.complaint;
  return [code, column, rule, remedy];
};

describe('an article number or barcode', () => {
  it.each([
    '0000101209159',
    'ZB 6:UNBEDRUCKT',
    "'101",
    'ART-ß_004',
    'a/b',
    '..',
    'E5',
    '1E',
    'x'.repeat(255),
    ...['12E3', '4711E5', '00E12', '1E10', '5e3', '1E+5', '12E+10'],
  ])('like %s goes through as it is', (text) =>
    expect(keyText(text, 'ArtNr', 255)).toEqual({ value: text }),
  );

  it.each(['7.67E+11', '7,67E+11', '1E+10', '7.67e+11', '1,2E-05', '7.67E11'])(
    'that a spreadsheet has cut to %s is rejected',
    (text) => {
      expect(faultOf(keyText(text, 'EAN', 100))).toEqual([
        'ROW_KEY_INVALID',
        'EAN',
        'is a number that a spreadsheet has cut.',
        'Format the column as text and export again.',
      ]);
    },
  );

  it.each(['a\u0000b', 'a\nb', 'a\tb', '\u0085', 'x\ud800'])(
    'fault 9: with characters that no number may hold (%j) is rejected',
    (text) => expect(faultOf(keyText(text, 'ArtNr', 255))[0]).toBe('ROW_KEY_INVALID'),
  );

  it('that is too long is rejected with both lengths', () => {
    expect(faultOf(keyText('x'.repeat(256), 'ArtNr', 255))).toEqual([
      'ROW_TOO_LONG',
      'ArtNr',
      'has 256 characters; the marketplace accepts 255.',
      'Shorten it in the ERP, or map a shorter column; article numbers and barcodes are never cut.',
    ]);
  });
});

describe('a text', () => {
  it('fault 6: with characters that could not be decoded is rejected', () => {
    expect(faultOf(plainText('M\ufffdller', 'Name', 500))).toEqual([
      'ROW_CHARACTER',
      'Name',
      'holds characters that could not be decoded.',
      'Correct encoding: of the source, or the text in the ERP.',
    ]);
  });

  it('may have line breaks and as many characters as the marketplace takes', () => {
    expect(plainText(`a\nb${'x'.repeat(7_997)}`, 'Text', 8_000)).toHaveProperty('value');
    expect(plainText('x'.repeat(8_001), 'Text', 8_000)).toHaveProperty('complaint');
  });

  it('is cut on the border of a character', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('ab😀c', 3)).toBe('ab');
    expect(cutText('ab😀c', 4)).toBe('ab😀');
  });

  const characters = fc
    .array(fc.constantFrom('a', 'é', '€', '😀', '\u{10ffff}'))
    .map((list) => list.join(''));

  it('is never longer, never broken and always a beginning after it was cut', () => {
    fc.assert(
      fc.property(characters, fc.integer({ min: 1, max: 20 }), (text, longest) => {
        const cut = cutText(text, longest);
        expect(cut.length).toBeLessThanOrEqual(longest);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.length - cut.length).toBeLessThanOrEqual(
          Math.max(0, text.length - longest) + 1,
        );
      }),
    );
  });
});

describe('a number', () => {
  it('is read in thousandths', () => {
    expect(quantity('1.234,5', origin)).toEqual({ value: 1_234_500 });
    expect(quantity('1,2345', rounded)).toEqual({ value: 1_234 });
  });

  it.each([
    [
      '1.000',
      undeclared,
      'ROW_NUMBER_AMBIGUOUS',
      'can be read in two ways.',
      'Declare the style with numbers: in the source, such as numbers: "1.234,56".',
    ],
    [
      '1,2345',
      origin,
      'ROW_NUMBER',
      'has more than three decimal places.',
      'Round it in the ERP, or set rounding: down on the field.',
    ],
    ['1000000000000', origin, 'ROW_NUMBER_RANGE', 'is too large.', 'Correct the value in the ERP.'],
    [
      '12 St.',
      origin,
      'ROW_NUMBER',
      'is not a number.',
      'Export only the number, without the unit.',
    ],
    [
      '-3,5kg',
      origin,
      'ROW_NUMBER',
      'is not a number.',
      'Export only the number, without the unit.',
    ],
    [
      'viel',
      origin,
      'ROW_NUMBER',
      'is not a number.',
      'Export a number in the style that numbers: of the source declares.',
    ],
    [
      '., ?',
      origin,
      'ROW_NUMBER',
      'is not a number.',
      'Export a number in the style that numbers: of the source declares.',
    ],
    [
      'viel',
      undeclared,
      'ROW_NUMBER',
      'is not a number.',
      'Export a number; declare its style with numbers: in the source.',
    ],
  ])('fault 7: %s is rejected with what to do', (...[text, from, code, rule, remedy]) => {
    expect(faultOf(quantity(text, from))).toEqual([code, 'Menge', rule, remedy]);
  });

  it.each(['12 m²', '50%', '3"', '7 €', '+3 шт.'])('%s is told to leave its unit out', (text) => {
    expect(faultOf(quantity(text, origin))[3]).toBe('Export only the number, without the unit.');
  });

  it.each(['10+', '5--', '>5', '*****', '1,2,3', '10-12'])('%s is not, having none', (text) => {
    expect(faultOf(quantity(text, origin))[3]).not.toMatch('unit');
  });
});

describe('a stock', () => {
  it('goes as it is from nothing to the most that the marketplace takes', () => {
    expect(stockQuantity(0, 'Menge', 'clamp')).toEqual({ value: 0 });
    expect(stockQuantity(9_999_999_999, 'Menge', 'refuse')).toEqual({ value: 9_999_999_999 });
  });

  it('above that is rejected', () => {
    expect(faultOf(stockQuantity(10_000_000_000, 'Menge', 'clamp'))).toEqual([
      'ROW_NUMBER_RANGE',
      'Menge',
      'is more than 9999999.999, the most that the marketplace accepts.',
      'Correct the stock in the ERP.',
    ]);
  });

  it('below zero goes as 0 with a note, or is rejected where that is declared', () => {
    const clamped = stockQuantity(-22_990, 'Menge', 'clamp');
    expect(clamped).toMatchObject({
      value: 0,
      note: { code: 'ROW_NEGATIVE', column: 'Menge', value: '-22.99' },
    });
    expect(faultOf(stockQuantity(-1, 'Menge', 'refuse')).slice(0, 3)).toEqual([
      'ROW_NUMBER_RANGE',
      'Menge',
      'is below zero.',
    ]);
  });
});

describe('a lead time', () => {
  it.each([
    ['0', 0],
    ['10', 10],
    ['10,0', 10],
    ['3.650', 3_650],
  ])('of %s is %i days', (text, days) => {
    expect(leadTimeDays(text, origin)).toEqual({ value: days });
  });

  it.each(['10,5', '-1', '3651'])('of %s is rejected', (text) => {
    expect(faultOf(leadTimeDays(text, origin)).slice(0, 3)).toEqual([
      'ROW_NUMBER_RANGE',
      'Menge',
      'is not a whole number of days from 0 to 3650.',
    ]);
  });

  it.each([
    ['10,5', origin, 'Correct it in the ERP, or set rounding: up on the field.'],
    ['3999', origin, 'Correct it in the ERP.'],
    ['3999,5', origin, 'Correct it in the ERP.'],
    ['-1', origin, 'Correct it in the ERP.'],
    ['3999', { ...origin, rounding: 'up' as const }, 'Correct it in the ERP.'],
  ])('of %s is told to be rounded only where that helps', (text, from, remedy) => {
    expect(faultOf(leadTimeDays(text, from))[3]).toBe(remedy);
  });

  it('of 10,9 is 10 days where it may be rounded down', () => {
    expect(leadTimeDays('10,9', rounded)).toEqual({ value: 10 });
    expect(leadTimeDays('-0,5', rounded)).toHaveProperty('complaint');
  });

  it('of soon is no number', () => {
    expect(faultOf(leadTimeDays('bald', origin))[0]).toBe('ROW_NUMBER');
  });
});

describe('a quantity per order', () => {
  it('is more than zero', () => {
    expect(orderQuantity('0,001', origin)).toEqual({ value: 1 });
    expect(faultOf(orderQuantity('0', origin))[2]).toBe('is not more than zero.');
    expect(faultOf(orderQuantity('-1', origin))[3]).toBe(
      'Leave the cell empty, or give the quantity per order.',
    );
    expect(faultOf(orderQuantity('x', origin))[0]).toBe('ROW_NUMBER');
  });

  it('of zero is reported with the translation that makes it none', () => {
    expect(faultOf(orderQuantity('0,00', origin))[3]).toBe(
      'If it means that there is none, set translate: {"0,00": ""} on the field; otherwise give the quantity per order.',
    );
  });
});

describe('yes or no', () => {
  it.each([
    'true',
    'TRUE',
    '1',
    't',
    'Yes',
    'J',
    'ja',
    'x',
    '+',
    'aktiv',
    'ДА',
    'Tak',
    'TAK',
    'так',
  ])('%s is yes', (text) => {
    expect(flag(text, 'Aktiv')).toEqual({ value: true });
  });
  it.each(['false', '0', 'F', 'no', 'Nein', '-', 'Inactive', 'нет', 'Nie', 'nie'])(
    '%s is no',
    (text) => {
      expect(flag(text, 'Aktiv')).toEqual({ value: false });
    },
  );
  it.each(['vielleicht', 'constructor'])('%s is neither', (text) => {
    expect(faultOf(flag(text, 'Aktiv'))).toEqual([
      'ROW_FLAG',
      'Aktiv',
      'is neither yes nor no.',
      'Add it to translate: of the field with true or false.',
    ]);
  });
});
