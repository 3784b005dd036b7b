import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDate, isInstant, momentOf } from '../../../adapters/order/moment.ts';
import { lengthOf, piecesOf, upTo } from '../../../adapters/order/text.ts';
import { unitCode } from '../../../adapters/order/unit.ts';

describe('pieces of a text', () => {
  it('hold all of it but outer blanks, none is too long, and none ends in a blank beside blanks alone', () => {
    const texts = fc
      .array(fc.constantFrom('a', ' ', '😀', 'word', '  '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, length) => {
        const pieces = piecesOf(text, length);
        expect(pieces.join('')).toBe(text.trim());
        for (const piece of pieces) {
          expect(lengthOf(piece)).toBeLessThanOrEqual(length);
          expect(piece === ' ' || !piece.endsWith(' ')).toBe(true);
        }
      }),
    );
  });

  it('count an emoji as one character', () => {
    expect(upTo(2)('😀😀')).toBe(true);
    expect(upTo(2)('😀😀😀')).toBe(false);
    expect(piecesOf('😀😀😀', 2)).toEqual(['😀😀', '😀']);
  });
});

describe('moments', () => {
  it('have date, time and zone', () => {
    expect(momentOf('2026-01-31T08:02:11.120Z')).toEqual({
      date: '2026-01-31',
      time: '08:02:11.120',
      zone: 'Z',
    });
    expect(momentOf('2026-01-31T08:02:11+05:30')?.zone).toBe('+05:30');
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31',
    'now',
    '2026-01-31T08:02Z',
    '2026-01-31T08:02:11',
  ])('%s is none', (text) => {
    expect(isInstant(text)).toBe(false);
  });

  it('days are days of the calendar', () => {
    expect(isDate('2024-02-29')).toBe(true);
    expect(isDate('2026-02-29')).toBe(false);
    expect(isDate('0000-01-01')).toBe(false);
    expect(isDate('31.01.2026')).toBe(false);
  });
});

describe('units', () => {
  it('of the specification have a code in every format', () => {
    expect(['pcs', 'kg', 'Liter ', 'BOX'].map((word) => unitCode(word, 'ubl'))).toEqual([
      'C62',
      'KGM',
      'LTR',
      'XBX',
    ]);
    expect(['pcs', 'box'].map((word) => unitCode(word, 'edifact'))).toEqual(['PCE', 'BX']);
    expect(unitCode('Karton', 'opentrans')).toBeUndefined();
  });
});
