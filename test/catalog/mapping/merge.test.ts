import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields, MappedRow } from '../../../src/catalog/mapping/mapped-row.ts';
import { ownFields, wholeProduct } from '../../../src/catalog/mapping/merge.ts';
import { contentHash, sourceFingerprint } from '../../../src/catalog/terms/fingerprint.ts';
import { declaredSource } from '../declared.ts';

const row = (values: Partial<MappedRow>): MappedRow => ({
  kind: 'row',
  externalId: 'A',
  fields: { name: 'Nagel' },
  empty: [],
  emptyAttributes: [],
  quantity: undefined,
  picture: undefined,
  notes: [],
  ...values,
});
const last: Fields = {
  name: 'Alt',
  brand: 'Marke',
  leadTimeDays: 3,
  isActive: false,
  attributes: { Farbe: 'rot', Alt: 'x' },
};

describe('an empty cell', () => {
  const empty = ['brand', 'description', 'leadTimeDays', 'isActive', 'availableQty'] as const;

  it('repeats the last value where values are kept', () => {
    expect(ownFields(row({ empty }), last, 'keep')).toEqual({
      name: 'Nagel',
      brand: 'Marke',
      leadTimeDays: 3,
      isActive: false,
    });
  });

  it('is left out where values are kept and there was none', () => {
    expect(ownFields(row({ empty }), undefined, 'keep')).toEqual({ name: 'Nagel' });
  });

  it('is sent as "" for a text, and left to its default for a number or switch, where values are cleared', () => {
    expect(ownFields(row({ empty }), last, 'clear')).toEqual({
      name: 'Nagel',
      brand: '',
      description: '',
    });
  });

  it.each(['description', 'categorySlug', 'unitOfMeasure', 'brand', 'barcode'] as const)(
    'of %s is cleared by ""',
    (field) => {
      expect(ownFields(row({ empty: [field] }), last, 'clear')).toEqual({
        name: 'Nagel',
        [field]: '',
      });
    },
  );

  it('changes nothing of the row that was read', () => {
    const read = row({ empty });
    ownFields(read, last, 'keep');
    expect(read.fields).toEqual({ name: 'Nagel' });
  });
});

describe('empty attributes', () => {
  const read = row({
    fields: { name: 'Nagel', attributes: { Gewicht: '5' } },
    emptyAttributes: ['Farbe', 'Neu', 'constructor'],
  });

  it('repeat their last values where values are kept; what is no longer mapped goes', () => {
    expect(ownFields(read, last, 'keep').attributes).toEqual({ Farbe: 'rot', Gewicht: '5' });
    expect(ownFields(read, { name: 'Alt' }, 'keep').attributes).toEqual({ Gewicht: '5' });
    expect(ownFields(read, undefined, 'keep').attributes).toEqual({ Gewicht: '5' });
  });

  it('are {} where values are cleared and none is left', () => {
    const none = row({ fields: { name: 'Nagel', attributes: {} }, emptyAttributes: ['Farbe'] });
    expect(ownFields(none, last, 'clear').attributes).toEqual({});
    expect(ownFields(read, last, 'clear').attributes).toEqual({ Gewicht: '5' });
  });
});

describe('a whole product', () => {
  it('is made of the fields of all sources', () => {
    expect(wholeProduct('A', [{ brand: 'Marke' }, { name: 'Nagel' }, {}])).toEqual({
      externalId: 'A',
      name: 'Nagel',
      brand: 'Marke',
    });
  });

  it('is none while no source gives it a name', () => {
    expect(wholeProduct('A', [{ brand: 'Marke' }, {}])).toBeUndefined();
    expect(wholeProduct('A', [])).toBeUndefined();
  });
});

describe('what is remembered of a content', () => {
  const product = { externalId: 'A', name: 'Nagel', brand: 'M', attributes: { b: '1', a: '2' } };

  it('is the same for the same content, whatever the key, the stock and the order of attributes', () => {
    const other = {
      externalId: 'B',
      brand: 'M',
      name: 'Nagel',
      availableQty: 5,
      attributes: { a: '2', b: '1' },
    };
    expect(contentHash(other)).toBe(contentHash(product));
    expect(Number.isSafeInteger(contentHash(product))).toBe(true);
  });

  it.each([
    [{ ...product, name: 'nagel' }],
    [{ ...product, brand: '' }],
    [{ externalId: 'A', name: 'Nagel', attributes: product.attributes }],
    [{ ...product, attributes: {} }],
    [{ ...product, attributes: { a: '1', b: '2' } }],
    [{ ...product, isActive: true }],
    [{ ...product, isActive: false }],
    [{ ...product, leadTimeDays: 0 }],
  ])('is another one for %j', (other) => {
    expect(contentHash(other)).not.toBe(contentHash(product));
  });

  it('moves no text from one field to the next', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        const hash = contentHash({ externalId: 'A', name: 'N', description: one, brand: other });
        expect(hash).not.toBe(
          contentHash({ externalId: 'A', name: 'N', description: other, brand: one }),
        );
      }),
    );
  });

  it('is void for another mapping or another header, not for another place of the same file', async () => {
    const named = (column: string, keys = '') =>
      declaredSource(`{ externalId: A, name: ${column} }`, keys);
    const source = sourceFingerprint(await named('N'), ['A', 'N']);
    expect(sourceFingerprint(await named('N'), ['A', 'N'])).toBe(source);
    expect(sourceFingerprint(await named('M'), ['A', 'N'])).not.toBe(source);
    expect(sourceFingerprint(await named('N'), ['N', 'A'])).not.toBe(source);
    expect(sourceFingerprint(await named('N', 'empty: clear'), ['A', 'N'])).not.toBe(source);
    const moved = await named('N', 'afterImport: move, stable: { quiet: 1s }');
    expect(sourceFingerprint({ ...moved, folder: '/elsewhere' }, ['A', 'N'])).toBe(source);
  });
});

it('kept attributes leave room for those of the row: together they are at most 100', () => {
  const named = (start: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${start}${at}`, 'x']));
  const before = { name: 'Nagel', attributes: named('old', 80) };
  const now = row({
    fields: { name: 'Nagel', attributes: named('new', 60) },
    emptyAttributes: Object.keys(before.attributes),
  });
  for (const merged of [now, { ...now, attributesAreOpen: true }]) {
    const { attributes = {} } = ownFields(merged, before, 'keep');
    expect(attributes).toMatchObject({ ...named('new', 60), ...named('old', 40) });
    expect(Object.keys(attributes)).toHaveLength(100);
  }
});
