import { describe, expect, it } from 'vitest';
import { complaintsOf, fieldsOf, mapOne } from '../mapped.ts';

describe('a stock over several columns', () => {
  const sum = '{ externalId: K, name: K, availableQty: { sum: [W1, W2], minus: [R], buffer: 2 } }';
  it.each([
    ['5,3,1', 5_000],
    ['5,,', 3_000],
    [',,', undefined],
    [' , ,', undefined],
    ['1,,0.5', 0],
    ['0.1,0.2,', 0],
  ])('of %s is %s', async (cells, quantity) => {
    const mapped = await mapOne(`K,W1,W2,R\nA1,${cells}\n`, sum);
    expect((mapped as { quantity?: number }).quantity).toBe(quantity);
    expect(mapped).toHaveProperty('notes', []);
  });

  it('below zero is noted as the ERP has it, without our buffer', async () => {
    const mapped = await mapOne('K,W1,W2,R\nA1,1,,9\n', sum);
    expect(mapped).toMatchObject({
      quantity: 0,
      notes: [{ code: 'ROW_NEGATIVE', column: 'W1 + W2 - R', value: '-8' }],
    });
  });

  it('that the ERP says to be below zero is refused by that number', async () => {
    const refused = await mapOne('K,W1,W2,R\nA1,1,,4\n', sum, 'negative: refuse');
    expect(refused).toMatchObject({
      complaints: [{ column: 'W1 + W2 - R', value: '-3', rule: 'is below zero.' }],
    });
  });

  it('that only the buffer takes below zero is 0, also where negative ones are refused', async () => {
    const mapped = await mapOne('K,W1,W2,R\nA1,1,,0\n', sum, 'negative: refuse');
    expect(mapped).toMatchObject({ kind: 'row', quantity: 0, notes: [] });
  });

  it('is never more by what is taken off: below zero that rejects its row', async () => {
    const refused = await mapOne('K,W1,W2,R\nA1,120,,-20\n', sum);
    expect(complaintsOf(refused)).toEqual(['ROW_NUMBER_RANGE R']);
    const added = '{ externalId: K, name: K, availableQty: { sum: [W1, R] } }';
    expect(await mapOne('K,W1,R\nA1,120,-20\n', added)).toMatchObject({ quantity: 100_000 });
    expect(await mapOne('K,W1,W2,R\nA1,5,,-0\n', sum)).toMatchObject({ quantity: 3_000 });
  });

  it('with a bad cell is rejected by that column', async () => {
    expect(complaintsOf(await mapOne('K,W1,W2,R\nA1,1,viel,\n', sum))).toEqual(['ROW_NUMBER W2']);
  });

  it.each(['-5', '-0.5', '5-'])('is rejected where minus: would add %s to it', async (reserved) => {
    const rejected = await mapOne(`K,W1,W2,R\nA1,1,,${reserved}\n`, sum);
    const rule = 'is below zero, so that minus: would add it to the stock.';
    const complaint = { code: 'ROW_NUMBER_RANGE', column: 'R', value: reserved, rule };
    expect(rejected).toMatchObject({ complaints: [complaint] });
  });

  it.each(['-0', '0-', '0'])('has nothing to take off for %s', async (reserved) => {
    expect(await mapOne(`K,W1,W2,R\nA1,3,,${reserved}\n`, sum)).toMatchObject({ quantity: 1_000 });
  });

  const steps =
    '{ sum: [W1], minus: [R], default: 0, replace: [{ from: " Stk", to: "" }], translate: { viel: 100 } }';
  it.each([
    [',', 0],
    ['7 Stk,', 7_000],
    ['viel,2 Stk', 98_000],
  ])(
    'takes the steps of its field for each cell, and its default for all: %s',
    async (cells, quantity) => {
      const mapping = `{ externalId: K, name: K, availableQty: ${steps} }`;
      expect(await mapOne(`K,W1,R\nA1,${cells}\n`, mapping)).toMatchObject({ quantity });
    },
  );

  it('whose cells must have a translation is rejected by the column that has none', async () => {
    const strict = '{ sum: [W1, W2], translate: { viel: 100 }, strict: true }';
    const mapped = await mapOne(
      'K,W1,W2\nA1,viel,9\n',
      `{ externalId: K, name: K, availableQty: ${strict} }`,
    );
    expect(complaintsOf(mapped)).toEqual(['ROW_TRANSLATION W2']);
  });
});

describe('quirk 37: a table that turns a usual word round', () => {
  const blocked = (more = '') =>
    `{ externalId: K, name: K, isActive: { column: G, translate: { J: false, N: true }${more} } }`;
  it.each(['Ja', 'j', 'X', '1', 'true', '0'])(
    'stands alone: %s is rejected until it is listed',
    async (word) => {
      expect(complaintsOf(await mapOne(`K,G\nA1,${word}\n`, blocked()))).toEqual([
        'ROW_TRANSLATION G',
      ]);
    },
  );

  it('stands alone beside words of its own, too', async () => {
    const words = '{ J: false, N: true, Auslauf: false }';
    const mapping = `{ externalId: K, name: K, isActive: { column: G, translate: ${words} } }`;
    const mapped = await mapOne('K,G\nA1,Ja\n', mapping);
    expect(complaintsOf(mapped)).toEqual(['ROW_TRANSLATION G']);
  });

  it.each([
    ['J', '', false],
    ['N', '', true],
    ['', ', default: true', true],
    ['Ja', ', otherwise: false', false],
    ['', ', otherwise: false, default: true', true],
    ['', ', strict: true, default: true', true],
  ])('says what %s is%s', async (word, more, isActive) => {
    expect(fieldsOf(await mapOne(`K,G\nA1,${word}\n`, blocked(more)))).toMatchObject({ isActive });
  });

  it('translates a default that it lists', async () => {
    const mapping =
      '{ externalId: K, name: K, isActive: { column: G, translate: { "false": true, J: false }, otherwise: false, default: false } }';
    expect(fieldsOf(await mapOne('K,G\nA1,\n', mapping))).toMatchObject({ isActive: true });
  });

  it.each([
    ['true', ', default: true'],
    ['false', ', default: false'],
  ])('does not take the word of its default for a cell: %s%s', async (word, more) => {
    const mapped = await mapOne(`K,G\nA1,${word}\n`, blocked(more));
    expect(complaintsOf(mapped)).toEqual(['ROW_TRANSLATION G']);
  });

  it('that turns none leaves the others their usual meaning', async () => {
    const mapping =
      '{ externalId: K, name: K, isActive: { column: G, translate: { Auslauf: false } } }';
    expect(fieldsOf(await mapOne('K,G\nA1,Ja\n', mapping))).toMatchObject({ isActive: true });
  });
});
