import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../src/domain/order.ts';
import { type AdmissionOptions, skipReason } from '../../src/orders/admission.ts';
import { originOf } from '../../src/orders/summary.ts';

const all: AdmissionOptions = {
  goLive: 'all',
  statuses: 'all',
  origins: ['buyer', 'operator', 'counterSale'],
};
const fresh = { origin: 'buyer', fromBefore: false, known: false };

/** What goLive writes of the orders from before the first start, for every state of the specification. */
const fromBefore: Record<OrderState, Record<AdmissionOptions['goLive'], boolean>> = {
  PLACED: { open: true, all: true, none: false },
  ACCEPTED: { open: true, all: true, none: false },
  PREPARING: { open: true, all: true, none: false },
  DISPATCHED: { open: false, all: true, none: false },
  DELIVERED: { open: false, all: true, none: false },
  REJECTED: { open: false, all: true, none: false },
  CANCELLED: { open: false, all: true, none: false },
};
const cases = Object.entries(fromBefore).flatMap(([status, by]) =>
  Object.entries(by).map(([goLive, written]) => ({ status, goLive, written })),
);

describe('which versions are written', () => {
  it.each(cases)(
    'goLive $goLive: $status from before is written: $written',
    ({ status, goLive, written }) => {
      const options = { ...all, goLive: goLive as AdmissionOptions['goLive'] };
      const reason = skipReason({ ...fresh, status, fromBefore: true }, options);
      expect(reason === undefined).toBe(written);
      expect(skipReason({ ...fresh, status }, options)).toBeUndefined();
    },
  );

  it('goes on with an order that was written, whatever goLive says of the old ones', () => {
    const options: AdmissionOptions = { ...all, goLive: 'none' };
    const known = { ...fresh, status: 'DELIVERED', fromBefore: true, known: true };
    expect(skipReason(known, options)).toBeUndefined();
  });

  it('filters by status, but always writes what ends a written order', () => {
    const options: AdmissionOptions = { ...all, statuses: ['PLACED'] };
    expect(skipReason({ ...fresh, status: 'ACCEPTED' }, options)).toContain('statuses');
    expect(skipReason({ ...fresh, status: 'CANCELLED' }, options)).toContain('statuses');
    for (const status of ['CANCELLED', 'REJECTED']) {
      expect(skipReason({ ...fresh, status, known: true }, options)).toBeUndefined();
    }
  });

  it('filters by origin, also what ends an order', () => {
    const options: AdmissionOptions = { ...all, origins: ['buyer'] };
    const sale = { ...fresh, origin: 'counterSale', status: 'CANCELLED', known: true };
    expect(skipReason(sale, options)).toContain('origins');
  });

  it('fault 72: a state that nobody knows passes every filter', () => {
    const options: AdmissionOptions = { goLive: 'open', statuses: ['PLACED'], origins: ['buyer'] };
    expect(skipReason({ ...fresh, status: 'ON_HOLD', fromBefore: true }, options)).toBeUndefined();
  });
});

describe('the three origins', () => {
  it.each([
    ['buyer', { customerKind: 'BUYER_TENANT', buyerId: 7, saleChannel: 'ORDER' }],
    ['operator', { customerKind: 'INTERNAL_PARTNER', saleChannel: 'ORDER' }],
    ['counterSale', { customerKind: 'INTERNAL_PARTNER', saleChannel: 'DIRECT_SALE' }],
    ['counterSale', { customerKind: 'BUYER_TENANT', buyerId: 7, saleChannel: 'DIRECT_SALE' }],
    ['buyer', { customerKind: 'INTERNAL_PARTNER', buyerId: 7 }],
    ['buyer', {}],
  ] as const)('%s is told by %j', (origin, summary) => {
    expect(originOf(summary)).toBe(origin);
  });
});
