import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { codes } from '../../src/domain/codes.ts';
import { complaintText, shownValue } from '../../src/domain/complaint.ts';
import { StockhandError } from '../../src/domain/error.ts';
import { lanes } from '../../src/domain/exchange.ts';
import { isJsonObject, isNumberText, jsonText, jsonWithDigits } from '../../src/domain/json.ts';
import * as limits from '../../src/domain/limits.ts';
import { isAddressable, isPrice, productFields } from '../../src/domain/product.ts';
import { productText, stockText } from '../../src/domain/product-text.ts';
import { Secret } from '../../src/domain/secret.ts';

describe('a complaint', () => {
  const bare = { code: 'ROW_NUMBER', rule: 'is not a number.', remedy: 'Correct it.' } as const;

  it.each([
    [{}, 'is not a number. Correct it.'],
    [{ file: 'a.csv' }, 'a.csv: is not a number. Correct it.'],
    [{ file: 'a.csv', row: 8 }, 'a.csv, row 8: is not a number. Correct it.'],
    [{ row: 8, column: 'Bestand' }, 'row 8, column "Bestand": is not a number. Correct it.'],
    [
      { file: 'a.csv', row: 8, column: 'Bestand', value: '12 St.' },
      'a.csv, row 8, column "Bestand", "12 St.": is not a number. Correct it.',
    ],
  ])('with the place %j reads: %s', (place, text) => {
    expect(complaintText({ ...bare, ...place })).toBe(text);
  });

  it('fault 118: shows no control characters and no more than 120 characters of a value', () => {
    expect(shownValue('a\r\nb\u001b[31mc\u2028d')).toBe('a␣␣b␣[31mc␣d');
    expect(shownValue('\u202eNS-1\u202c \u2067x\u2069')).toBe('␣NS-1␣ ␣x␣');
    expect(shownValue('x'.repeat(120))).toBe('x'.repeat(120));
    expect(shownValue('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`);
  });
});

describe('an error', () => {
  it('has the remedy of its code, or a better one, and the cause where there is one', () => {
    const cause = new Error('disk');
    const plain = new StockhandError('DISK', 'catalog.db: no space.');
    expect(plain).toMatchObject({
      code: 'DISK',
      remedy: codes.DISK.remedy,
      name: 'StockhandError',
    });
    expect(plain).not.toHaveProperty('cause');
    const told = new StockhandError('DISK', 'catalog.db: no space.', { cause, remedy: 'Buy one.' });
    expect(told).toMatchObject({ remedy: 'Buy one.', cause });
  });

  it.each(Object.entries(codes))('%s says what it means and what to do', (code, entry) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(entry.means).toMatch(/^\S.*\.$/);
    expect(entry.remedy).toMatch(/^\S.*\S$/);
  });
});

describe('JSON of the service', () => {
  const number = { isLosslessNumber: true, value: '12.50' } as const;

  it.each([
    ['a text', 'a text'],
    [12, '12'],
    [number, '12.50'],
    [true, undefined],
    [null, undefined],
    [[], undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j is compared as the text %j', (value, text) => {
    expect(jsonText(value)).toBe(text);
  });

  it('is written on with every digit, and a text that looks like a number of ours stays a text', () => {
    const id = { isLosslessNumber: true, value: '9007199254740993' } as const;
    const text = JSON.stringify(number);
    expect(jsonWithDigits({ total: number, ids: [id, 7], text, none: null })).toBe(
      `{"total":12.50,"ids":[9007199254740993,7],"text":${JSON.stringify(text)},"none":null}`,
    );
    const forged = { isLosslessNumber: true, value: '1; DROP' };
    expect(JSON.parse(jsonWithDigits(forged))).toEqual(forged);
  });

  it('tells objects from lists, numbers and nothing', () => {
    expect(isJsonObject({ a: 1 })).toBe(true);
    expect([[], null, 'a', 1, number, undefined].some(isJsonObject)).toBe(false);
    expect(isNumberText(number)).toBe(true);
    expect([{}, null, 'a', 1, [], undefined].some(isNumberText)).toBe(false);
  });
});

describe('a product as it is sent', () => {
  it('carries only the fields of the specification, key and stock first, and leaves absent ones out', () => {
    const product = {
      isActive: false,
      name: 'Schraube "M4"',
      externalId: 'A 1',
      availableQty: 12_500,
      stepQty: 1,
      leadTimeDays: 3,
      attributes: { Farbe: 'rot' },
      unitPrice: 5,
    };
    expect(productText(product)).toBe(
      '{"externalId":"A 1","availableQty":12.5,"name":"Schraube \\"M4\\"","stepQty":0.001,"leadTimeDays":3,"attributes":{"Farbe":"rot"},"isActive":false}',
    );
  });

  it('keeps cleared texts and attributes apart from absent ones', () => {
    const product = { externalId: 'A', name: 'B', brand: '', attributes: {} };
    expect(productText(product)).toBe('{"externalId":"A","name":"B","brand":"","attributes":{}}');
  });

  it('fault 10: sends an attribute called __proto__ like any other', () => {
    const attributes: Record<string, string> = JSON.parse('{"__proto__":"x"}');
    expect(productText({ externalId: 'A', name: 'B', attributes })).toContain(
      '"attributes":{"__proto__":"x"}',
    );
  });

  it('is a stock item of two fields in the stock batch', () => {
    expect(stockText('ZB 6:"x"', 9_999_999_999)).toBe(
      '{"externalId":"ZB 6:\\"x\\"","availableQty":9999999.999}',
    );
    expect(stockText('A', 0)).toBe('{"externalId":"A","availableQty":0}');
  });

  it('fault 22: has no price among its fields', () => {
    expect(productFields.filter(isPrice)).toEqual([]);
  });

  it.each([
    ['A1', true],
    ['a/b', true],
    ['ü%2e', true],
    ['...', true],
    ['.', false],
    ['..', false],
    ['batch', false],
    ['\ud800', false],
  ])('fault 9: the article number %j can be in an address: %s', (externalId, can) => {
    expect(isAddressable(externalId)).toBe(can);
  });
});

describe('a secret', () => {
  it('fault 119: prints as *** in every way but one', () => {
    const secret = new Secret('canary-4711');
    const printed = [
      String(secret),
      secret.toString(),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ secret }),
      inspect(secret, { showHidden: true, depth: 9 }),
      `${secret as unknown as string}x`,
      Object.values(secret).join(),
      String(new Error(`key ${secret}`)),
    ];
    expect(printed.join()).not.toContain('canary');
    expect(printed[0]).toBe('***');
    expect(secret.reveal()).toBe('canary-4711');
  });
});

describe('what is fixed', () => {
  it('packs below the size that the service refuses', () => {
    expect(limits.packedBodyBytesMax).toBeLessThan(limits.requestBodyBytesMax);
  });

  it('sends orders before stock and stock before products', () => {
    expect(lanes.slice(0, 3)).toEqual(['orders', 'stock', 'products']);
  });
});
