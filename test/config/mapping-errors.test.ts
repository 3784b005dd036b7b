import { describe, expect, it } from 'vitest';
import { errorsIn, marketplace, withMapping, withSource } from './judged.ts';

const orders = 'orders: { outbox: { folder: ./orders } }\n';

describe('errors of a source, its rows and its mapping', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a condition without a test',
      withSource('where: { column: A }'),
      [
        '8:14 catalog.sources[0].where must have a column and one of equals, notEquals, in, notIn, matches, notMatches, empty and notEmpty, or an expression alone',
      ],
    ],
    [
      'a condition in a list',
      withSource('where: [{ column: A, equal: x }]'),
      ['8:28 unknown key "equal" in catalog.sources[0].where[0] - did you mean "equals"?'],
    ],
    [
      'a row number that is none',
      withSource('headerRow: first'),
      ['8:18 catalog.sources[0].headerRow must be a row number, a list of row numbers or none'],
    ],
    [
      'a row number in a list',
      withSource('headerRow: [9, x]'),
      ['8:22 catalog.sources[0].headerRow[1] must be a whole number from 1 to 1000000'],
    ],
    [
      'a value that is of none of the forms',
      withSource('where: J'),
      ['8:14 catalog.sources[0].where must be a group of keys or a list'],
    ],
    [
      'a state that does not exist',
      `${marketplace}orders: { outbox: { folder: o, statuses: [PLACED, SHIPPED] } }\n`,
      [
        '2:51 orders.outbox.statuses[1] must be one of PLACED, ACCEPTED, PREPARING, DISPATCHED, DELIVERED, REJECTED, CANCELLED',
      ],
    ],
    [
      'an encoding of order files that only exports may have',
      `${marketplace}orders: { outbox: { folder: o, encoding: auto } }\n`,
      [
        '2:42 orders.outbox.encoding must be utf-8, utf-16le, utf-16be, windows-1250 to 1258, iso-8859-1 to 16, koi8-r, koi8-u, macintosh or a code page of DOS such as cp437, cp850 or cp866',
      ],
    ],
    [
      'a first moment that is none',
      `${marketplace}${orders.replace('{ outbox', '{ startFrom: 2026-13-01T00:00:00Z, outbox')}`,
      ['2:22 orders.startFrom must be now, or a moment such as 2026-01-31T00:00:00Z'],
    ],
    [
      'a day that its month does not have',
      `${marketplace}webhooks: { secrets: [{ value: a, until: 2026-02-30 }] }\n`,
      [
        '2:42 webhooks.secrets[0].until must be a day or a moment, such as 2026-12-31 or 2026-12-31T18:00:00Z',
      ],
    ],
    [
      'a field without an origin',
      withMapping('brand: { trim: true }'),
      [
        '10:16 catalog.sources[0].mapping.brand must say where the value comes from, such as column: or constant:',
      ],
    ],
    [
      'a field with two origins',
      withMapping('brand: { column: A, constant: B }'),
      ['10:16 catalog.sources[0].mapping.brand has column and constant: keep one of them'],
    ],
    [
      'a sum that names a column twice',
      withMapping('availableQty: { sum: [A, B, A] }'),
      [
        '10:23 catalog.sources[0].mapping.availableQty has sum: with the column "A" twice: name it once',
      ],
    ],
    [
      'a sum that takes off what it adds',
      withMapping('availableQty: { sum: [A, B], minus: [B] }'),
      [
        '10:23 catalog.sources[0].mapping.availableQty has sum: with the column "B" twice: name it once',
      ],
    ],
    [
      'a misspelt key of a field',
      withMapping('brand: { colum: A }'),
      ['10:18 unknown key "colum" in catalog.sources[0].mapping.brand - did you mean "column"?'],
    ],
    [
      'a sum for a text',
      withMapping('brand: { sum: [A] }'),
      [
        '10:18 unknown key "sum" in catalog.sources[0].mapping.brand - known here: column, columns, join, template, expression, trim, replace, constant, default, translate, otherwise, strict, prepend, append, stripHtml, cut',
      ],
    ],
    [
      'a template without a column',
      withMapping('brand: { template: "Acme}" }'),
      [
        '10:16 catalog.sources[0].mapping.brand has a template: that must name columns in braces, such as "{ArtNr}-{Farbe}"',
      ],
    ],
    [
      'minus without sum',
      withMapping('availableQty: { column: A, minus: [B] }'),
      ['10:23 catalog.sources[0].mapping.availableQty has minus: without sum:'],
    ],
    [
      'two answers for what has no translation',
      withMapping('brand: { column: A, otherwise: B, strict: true }'),
      ['10:16 catalog.sources[0].mapping.brand has otherwise: and strict: keep one of them'],
    ],
    [
      'a switch that becomes neither true nor false',
      withMapping('isActive: { column: A, translate: { J: nein } }'),
      ['10:48 catalog.sources[0].mapping.isActive.translate.J must be true or false'],
    ],
    [
      'a buffer below zero',
      withMapping('availableQty: { column: A, buffer: -1 }'),
      ['10:44 catalog.sources[0].mapping.availableQty.buffer must be a number such as 2 or 2.5'],
    ],
  ];

  it.each(table)('fault 121: names %s', async (_, text, expected) => {
    expect(await errorsIn(text)).toEqual(expected);
  });
});
