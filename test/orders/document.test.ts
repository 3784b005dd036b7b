import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOrderFileName } from '../../src/files/names.ts';
import {
  type DocumentSource,
  orderChange,
  orderDocument,
  orderFileName,
} from '../../src/orders/document.ts';

const source: DocumentSource = {
  sequence: 412,
  orderId: '10231',
  orderNumber: 'N-1',
  version: 'v2',
  status: 'ACCEPTED',
  origin: 'buyer',
  writtenAt: '2026-11-20T08:00:00.000Z',
  summary: { id: 10231, version: 'v2' },
  detail: { order: { version: 'v2', status: 'ACCEPTED' } },
};
const content = { summary: { id: 10231 }, detail: { order: { status: 'PLACED' } } };

describe('the order document', () => {
  it('fault 76: is named by sequence, id and digest, whatever the version is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n }),
        fc.string({ unit: 'binary' }),
        (sequence, id, version) => {
          const name = orderFileName({ sequence, orderId: String(id), version }, 'json');
          expect(isOrderFileName(name)).toBe(true);
          const digest = createHash('sha256').update(version).digest('hex');
          expect(name.split(/[-.]/).slice(1, 3)).toEqual([String(id), digest.slice(0, 8)]);
        },
      ),
    );
  });

  it.each([
    ['PLACED', false, 'new'],
    ['DELIVERED', false, 'new'],
    ['ACCEPTED', true, 'changed'],
    ['REJECTED', true, 'ended'],
    ['CANCELLED', true, 'ended'],
    ['CANCELLED', false, 'ended'],
    ['ON_HOLD', true, 'changed'],
  ] as const)('%s with an earlier file %s is %s', (status, hasPrevious, change) => {
    expect(orderChange(status, hasPrevious)).toBe(change);
  });

  it('names the file before it and what changed since', () => {
    expect(orderDocument({ ...source, previous: { sequence: 400, content } })).toMatchObject({
      change: 'changed',
      previousSequence: 400,
      changed: [{ field: 'status', from: 'PLACED', to: 'ACCEPTED' }],
    });
  });

  it('says that it changed, though not what, once the earlier details are dropped', () => {
    expect(orderDocument({ ...source, previous: { sequence: 400 } })).toMatchObject({
      change: 'changed',
      previousSequence: 400,
      changed: [],
    });
  });

  it('repeats the change of the file that it reissues', () => {
    const reissueOf = { sequence: 400, change: 'new' } as const;
    const again = orderDocument({ ...source, previous: { sequence: 401 }, reissueOf });
    expect(again).toMatchObject({ change: 'new', reissueOf: 400, previousSequence: 401 });
  });

  it('takes the order number of the feed item where the journal has none', () => {
    const summary = { ...source.summary, orderNumber: 'N-9' };
    expect(orderDocument({ ...source, orderNumber: '', summary }).orderNumber).toBe('N-9');
  });
});
