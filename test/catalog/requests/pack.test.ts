import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, createPacker, type PackRules } from '../../../src/catalog/requests/pack.ts';

const rules: PackRules = { itemsMax: 3, bytesMax: 40, before: '{"items":[', after: ']}' };

function packAll(texts: readonly string[], by: PackRules = rules): Batch<number>[] {
  const packer = createPacker<number>(by);
  const closed = texts.map((text, index) =>
    packer.add({ text: JSON.stringify(text), wish: index }),
  );
  return [...closed, packer.flush()].filter((batch) => batch !== undefined);
}
const itemsOf = (batch: Batch<number>): string[] =>
  JSON.parse(Buffer.from(batch.body).toString()).items;

describe('packing', () => {
  it('gives no batch for no items', () => {
    expect(packAll([])).toEqual([]);
    expect(createPacker(rules).flush()).toBeUndefined();
  });

  it('closes a batch by count', () => {
    expect(packAll(['a', 'b', 'c', 'd', 'e', 'f', 'g']).map(itemsOf)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
      ['g'],
    ]);
  });

  it('fault 48: closes a batch by its UTF-8 bytes, not by its characters', () => {
    const batches = packAll(['€'.repeat(4), '€'.repeat(4), 'x']);
    expect(batches.map(itemsOf)).toEqual([['€€€€'], ['€€€€', 'x']]);
  });

  it('fills a batch to the very last byte', () => {
    // 12 bytes stand around the items; four items of two digits and their quotes and three commas are 19.
    const by = { ...rules, itemsMax: 100, bytesMax: 31 };
    expect(packAll(['11', '22', '33', '44'], by).map(itemsOf)).toEqual([['11', '22', '33', '44']]);
    expect(packAll(['11', '22', '33', '444'], by).map(itemsOf)).toEqual([
      ['11', '22', '33'],
      ['444'],
    ]);
  });

  it('lets one item that is too large travel alone instead of losing it', () => {
    expect(packAll(['a', 'x'.repeat(60), 'b']).map(itemsOf)).toEqual([
      ['a'],
      ['x'.repeat(60)],
      ['b'],
    ]);
  });

  it('starts anew after a flush', () => {
    const packer = createPacker<number>(rules);
    for (const wish of [1, 2, 3]) expect(packer.add({ text: '1', wish })).toBeUndefined();
    expect(packer.flush()?.wishes).toEqual([1, 2, 3]);
    expect(packer.add({ text: '1', wish: 4 })).toBeUndefined();
    expect(packer.flush()?.wishes).toEqual([4]);
  });

  const anyTexts = fc.array(fc.string({ maxLength: 12, unit: 'grapheme' }), { maxLength: 60 });
  const anyRules = fc.record({
    itemsMax: fc.integer({ min: 1, max: 8 }),
    bytesMax: fc.integer({ min: 100, max: 400 }),
    before: fc.constant('{"items":['),
    after: fc.constant(']}'),
  });

  it('keeps every item once, in order, within count and bytes', () => {
    fc.assert(
      fc.property(anyTexts, anyRules, (texts, by) => {
        const batches = packAll(texts, by);
        expect(batches.flatMap(itemsOf)).toEqual(texts);
        expect(batches.flatMap(({ wishes }) => wishes)).toEqual(texts.map((_, index) => index));
        for (const batch of batches) {
          expect(batch.wishes.length).toBeLessThanOrEqual(by.itemsMax);
          if (batch.wishes.length > 1) expect(batch.body.length).toBeLessThanOrEqual(by.bytesMax);
        }
      }),
    );
  });

  it('needs the fewest batches: no batch could have taken the first item of the next one', () => {
    fc.assert(
      fc.property(anyTexts, anyRules, (texts, by) => {
        const batches = packAll(texts, by);
        batches.slice(1).forEach((next, index) => {
          const before = batches[index];
          const more = Buffer.byteLength(JSON.stringify(itemsOf(next)[0])) + 1;
          const isFull =
            before?.wishes.length === by.itemsMax ||
            (before?.body.length ?? 0) + more > by.bytesMax;
          expect(isFull).toBe(true);
        });
      }),
    );
  });

  it('needs no more batches than the count asks where bytes never matter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (count, itemsMax) => {
          const by = { ...rules, itemsMax, bytesMax: 1_000_000 };
          expect(packAll(Array.from({ length: count }, String), by)).toHaveLength(
            Math.ceil(count / itemsMax),
          );
        },
      ),
    );
  });
});
