import { describe, expect, it } from 'vitest';
import { errorsIn, withMapping } from './judged.ts';

const mapping = 'catalog.sources[0].mapping';

describe('what only the stock takes', () => {
  it.each([
    ['stepQty: { sum: [A, B] }', '10:20', 'stepQty has sum:'],
    ['minOrderQty: { column: A, buffer: 2 }', '10:35', 'minOrderQty has buffer:'],
    ['leadTimeDays: { column: A, minus: [B] }', '10:36', 'leadTimeDays has minus:'],
  ])('is refused in %s', async (written, place, sentence) => {
    expect(await errorsIn(withMapping(written))).toEqual([
      `${place} ${mapping}.${sentence} but this is only for availableQty. Remove it. To compute with several columns, use expression:.`,
    ]);
  });
});

describe('a number of the configuration', () => {
  const form =
    'must be a number with a decimal point and nothing between thousands, such as 2.5 or 1000';

  it.each([
    [
      'availableQty: { column: A, translate: { viel: "1.000,5" } }',
      '10:55',
      '.translate.viel',
      form,
    ],
    ['availableQty: { column: A, default: "0,5" }', '10:45', '.default', form],
    ['availableQty: { column: A, otherwise: viel }', '10:47', '.otherwise', form],
    ['availableQty: { constant: "1 000" }', '10:35', '.constant', form],
    [
      'stepQty: { constant: 1.0005 }',
      '10:30',
      '.constant',
      'must have at most three decimal places',
    ],
    ['stepQty: { constant: 0 }', '10:30', '.constant', 'must be more than 0'],
    [
      'minOrderQty: { column: A, translate: { x: 0 } }',
      '10:51',
      '.translate.x',
      'must be more than 0',
    ],
    ['availableQty: { constant: -1 }', '10:35', '.constant', 'must be from 0 to 9999999.999'],
    [
      'leadTimeDays: { column: A, default: 1.5 }',
      '10:45',
      '.default',
      'must be a whole number of days from 0 to 3650',
    ],
  ])('is judged at its line: %s', async (...[written, place, key, sentence]) => {
    const [field = ''] = written.split(':');
    expect(await errorsIn(withMapping(written))).toEqual([
      `${place} ${mapping}.${field}${key} ${sentence}`,
    ]);
  });

  it.each([
    // A default that the table lists is a text of the ERP.
    'availableQty: { column: A, translate: { viel: 1000.5 }, default: viel }',
    // Nothing at all, and a part of a sum that takes something off.
    'minOrderQty: { column: A, translate: { "0": "" }, otherwise: "" }',
    'availableQty: { sum: [A, B], translate: { minus: -3 }, default: 0 }',
    'leadTimeDays: { column: A, default: 1.5, rounding: up }',
    'stepQty: { column: A, default: 0.001 }',
  ])('may be %s', async (written) => {
    expect(await errorsIn(withMapping(written))).toEqual([]);
  });
});
