import { expect, it } from 'vitest';
import { numbersIn } from '../../src/setup/file-numbers.ts';
import { fitOf } from '../../src/setup/fit.ts';
import { byBlanksIn, numbersOf } from '../../src/setup/number-style.ts';
import { table } from './table.ts';

it.each([
  [['12,5'], '1234,56'],
  [['+12.5'], '1234.56'],
  [['+1234,5'], '1234,56'],
  [['12345,67'], '1234,56'],
  [['1.23456'], '1234.56'],
  [['0,125'], '1234,56'],
  [['7-', '0.05-'], '1234.56'],
  [["+1'234'567"], "1'234.56"],
  [['+1.234.567'], '1.234,56'],
  [['1.234.567,89'], '1.234,56'],
  [['1,234,567.89', '0.5'], '1,234.56'],
  [['1 234 567,5', '12'], '1 234,56'],
  [['A1,5', '1.5 kg', '3,25'], '1234,56'],
])('the numbers %j are written like %s', (cells, example) => {
  expect(numbersOf(cells)?.example).toBe(example);
});

it.each([[['1.234']], [['1,5', '1.5']], [['12.05.2024']], [['A1,5', '1.5 kg']], [['1 234']]])(
  'the texts %j do not tell how numbers are written',
  (cells) => {
    expect(numbersOf(cells)).toBeUndefined();
  },
);

it('what shows it is a number with groups where the style has them', () => {
  expect(numbersOf(['0,5', '1.234,5'])?.shownBy).toBe('1.234,5');
  expect(numbersOf(['0,5', '7,25'])?.shownBy).toBe('0,5');
});

it('groups of blanks alone take the decimal mark of the other columns, or a comma', () => {
  const others = numbersOf(['0.5']);
  for (const cells of [['+1 234 567'], ['1 234-']]) {
    expect(byBlanksIn(cells, undefined)?.example).toBe('1 234,56');
    expect(byBlanksIn(cells, others)?.example).toBe('1 234.56');
  }
  for (const cells of [['1 234', '1.5,2'], ['A 1 234'], ['12 34']])
    expect(byBlanksIn(cells, undefined)).toBeUndefined();
});

it('1.250 is a thousand beside 870, and may be anything beside 4500', () => {
  const told = (cells: string) => numbersIn(table({ ArtNr: 'A1 A2 A3', Bestand: cells }));
  expect(told('1.250 870 12')).toMatchObject({
    ...{ example: '1.234,56', shownBy: '1.250' },
    doubt: expect.stringContaining('beside 870'),
  });
  expect(told('1,250 870 12')?.example).toBe('1,234.56');
  for (const cells of ['1.250 870 4500', '1.250 2.000 0', '1.250 A870 12000', 'X1.250 870 12'])
    expect(told(cells)).toBeUndefined();
});

it('0 asks for no minimum and no step of orders, and is a stock', () => {
  const steps = (field: 'availableQty' | 'minOrderQty' | 'stepQty') => {
    const fit = fitOf(field, table({ N: '0 10 5 0,0' })[0]!, undefined);
    return 'steps' in fit ? fit.steps : fit.rule;
  };
  expect(steps('minOrderQty')).toEqual({ translate: { 0: '', '0,0': '' } });
  expect(steps('stepQty')).toEqual({ translate: { 0: '', '0,0': '' } });
  expect(steps('availableQty')).toEqual({});
});
