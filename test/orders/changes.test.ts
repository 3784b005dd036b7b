import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/domain/json.ts';
import { changedFields, sameButForStatus } from '../../src/orders/changes.ts';
import { line, number } from './fake-market.ts';

const content = (order: JsonObject, summary: JsonObject = {}, rest: JsonObject = {}) => ({
  summary,
  detail: { order, ...rest },
});

describe('what changed between two versions', () => {
  it('names fields by their path, with old and new value', () => {
    const before = content({ status: 'PLACED', totalAmount: number('12.50') });
    const after = content({ status: 'ACCEPTED', totalAmount: number('13.00') });
    expect(changedFields(before, after)).toEqual([
      { field: 'status', from: 'PLACED', to: 'ACCEPTED' },
      { field: 'totalAmount', from: '12.50', to: '13.00' },
    ]);
  });

  it('leaves out the marks of every version, and a number written with other zeros', () => {
    const before = content(
      { version: 'a', vat: number('12.50') },
      { updatedAt: '1', version: 'a' },
    );
    const after = content({ version: 'b', vat: number('12.5') }, { updatedAt: '2', version: 'b' });
    expect(changedFields(before, after)).toEqual([]);
  });

  it('tells texts apart that only look like numbers, and numbers that differ above 2^53', () => {
    const before = content({ a: '1e3', b: number('9007199254740992'), c: '007' });
    const after = content({ a: '1000', b: number('9007199254740993'), c: '7' });
    expect(changedFields(before, after).map(({ field }) => field)).toEqual(['a', 'b', 'c']);
  });

  it('matches lines by their id, so that an inserted line is one change', () => {
    const before = content({ lines: [line('1', 'A', '5'), line('2', 'B', '6')] });
    const after = content({
      lines: [line('3', 'C', '1'), line('1', 'A', '5'), line('2', 'B', '7')],
    });
    expect(changedFields(before, after)).toEqual([
      { field: 'lines[0]', from: null, to: 'C Bolt C: 1 pcs' },
      { field: 'lines[2].quantity', from: '6', to: '7' },
    ]);
  });

  it('tells a removed line by the place that it had', () => {
    const before = content({ lines: [line('1', 'A', '5'), line('2', 'B', '6')] });
    const after = content({ lines: [line('1', 'A', '5')] });
    expect(changedFields(before, after)).toEqual([
      { field: 'lines[1]', from: 'B Bolt B: 6 pcs', to: null },
    ]);
  });

  it('sees what only the summary or the customer block has, and what came or went', () => {
    const before = content({}, {}, { customer: { route: 'north' } });
    const after = content(
      {},
      { cancelReason: 'late', isUrgent: true },
      { customer: { route: 'south', tags: ['a', 'b'] } },
    );
    expect(changedFields(before, after)).toEqual([
      { field: 'cancelReason', from: null, to: 'late' },
      { field: 'isUrgent', from: null, to: 'true' },
      { field: 'customer.route', from: 'north', to: 'south' },
      { field: 'customer.tags[0]', from: null, to: 'a' },
      { field: 'customer.tags[1]', from: null, to: 'b' },
    ]);
  });
});

describe('whether only the status differs', () => {
  const order = { status: 'PLACED', version: 'a', lines: [line('1', 'A', '5')] };

  it('holds for what an action of ours changes itself', () => {
    const after = { order: { ...order, status: 'ACCEPTED', version: 'b' } };
    expect(sameButForStatus({ order }, after)).toBe(true);
  });

  it('does not hold for anything else', () => {
    const lines = [line('1', 'A', '6')];
    expect(sameButForStatus({ order }, { order: { ...order, lines } })).toBe(false);
    expect(sameButForStatus({ order }, { order, customer: { name: 'x' } })).toBe(false);
  });
});
