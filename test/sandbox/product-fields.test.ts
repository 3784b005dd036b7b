import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { send } from './supplier.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

const good = { externalId: 'P-1', name: 'Pear' };
const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

/** field, values that are accepted, values that are refused. */
const constraints: [field: string, accepted: unknown[], refused: unknown[]][] = [
  ['externalId', ['x', 'x'.repeat(255), 'A/B ü%'], ['', '   ', 'x'.repeat(256), 7, null]],
  ['name', ['x', 'x'.repeat(500)], ['', ' \t', 'x'.repeat(501), false, null]],
  ['description', ['', 'x'.repeat(8000), null], ['x'.repeat(8001), 3]],
  ['categorySlug', ['fruit', 'x'.repeat(200)], ['x'.repeat(201), 3]],
  ['unitOfMeasure', ['pcs', 'x'.repeat(50)], ['x'.repeat(51), 3]],
  ['availableQty', [0, 9999999.999, 0.001], [-0.001, 10000000, '5', 0.0001]],
  ['minOrderQty', [1, 0.5], [-1, 0, '1', 1.0001]],
  ['stepQty', [1, 0.25], [-1, 0, '1', 1.0001]],
  ['leadTimeDays', [0, 3650], [-1, 3651, 1.5, '3']],
  ['brand', ['x'.repeat(255)], ['x'.repeat(256), 1]],
  ['barcode', ['4006381333931', 'x'.repeat(100)], ['x'.repeat(101), 4006381333931]],
  [
    'attributes',
    [{}, { colour: 'red', nested: { a: [1] } }, entries(100)],
    [entries(101), [], 'x'],
  ],
  ['isActive', [true, false], ['true', 1]],
];

describe('upsert', () => {
  test.each(constraints)(
    'product field %s accepts what the spec allows',
    async (field, accepted) => {
      for (const value of accepted) {
        const answer = await send(sandbox, 'POST /catalog/products', {
          body: { ...good, [field]: value },
        });
        expect([value, answer.status]).toEqual([value, 200]);
      }
    },
  );

  test.each(constraints)(
    'product field %s refuses what breaks its constraint',
    async (field, _, refused) => {
      for (const value of refused) {
        const answer = await send(sandbox, 'POST /catalog/products', {
          body: { ...good, [field]: value },
        });
        expect([value, answer.status, answer.body.type]).toEqual([value, 422, 'VALIDATION_ERROR']);
        expect(answer.body.detail).toContain(field);
      }
    },
  );
});

const whole = {
  externalId: 'W-1',
  name: 'Whole',
  description: 'All of it',
  unitOfMeasure: 'kg',
  availableQty: 12.345,
  minOrderQty: 0.5,
  stepQty: 0.25,
  leadTimeDays: 3,
  brand: 'Brand',
  barcode: '4006381333931',
  attributes: { colour: 'red' },
};

/** response field and what it must be after upserting `whole`. */
const shown: [field: string, value: unknown][] = [
  ['externalId', 'W-1'],
  ['name', 'Whole'],
  ['unitOfMeasure', 'kg'],
  ['minOrderQty', 0.5],
  ['availableQty', 12.345],
  ['brandName', 'Brand'],
  ['barcode', '4006381333931'],
  ['description', 'All of it'],
  ['status', 'ACTIVE'],
];

test.each(shown)('product response field %s comes back as it was sent', async (field, value) => {
  const { body } = await send(sandbox, 'POST /catalog/products', { body: whole });
  expect(body).toHaveProperty([field], value);
});

test('product response field createdAt is an ISO 8601 instant that an update leaves alone', async () => {
  const first = await send(sandbox, 'POST /catalog/products', { body: whole });
  const second = await send(sandbox, 'POST /catalog/products', { body: { ...whole, name: 'New' } });
  expect(first.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(second.body.createdAt).toBe(first.body.createdAt);
});

test('product response field categoryName is set in the portal and never by an upsert', async () => {
  await send(sandbox, 'POST /catalog/products', { body: { ...whole, categorySlug: 'fruit' } });
  await sandbox.control('PATCH', '/sandbox/products/W-1', { categoryName: 'Vegetables' });
  const { body } = await send(sandbox, 'POST /catalog/products', {
    body: { ...whole, categorySlug: 'fruit' },
  });
  expect(body.categoryName).toBe('Vegetables');
});

test('a product answer has no prices, no internal ids and no null', async () => {
  const { body } = await send(sandbox, 'POST /catalog/products', { body: good });
  expect(Object.keys(body).sort()).toEqual([
    'availableQty',
    'createdAt',
    'externalId',
    'minOrderQty',
    'name',
    'status',
  ]);
});

test('minOrderQty and stepQty are 1 when they are left out', async () => {
  await send(sandbox, 'POST /catalog/products', { body: { externalId: 'D-1', name: 'Default' } });
  expect(await sandbox.control('GET', '/sandbox/products/D-1')).toMatchObject({
    minOrderQty: 1,
    stepQty: 1,
    isActive: true,
  });
});

test('stepQty, leadTimeDays and attributes are kept although no answer shows them', async () => {
  await send(sandbox, 'POST /catalog/products', { body: whole });
  expect(await sandbox.control('GET', '/sandbox/products/W-1')).toMatchObject({
    stepQty: 0.25,
    leadTimeDays: 3,
    attributes: { colour: 'red' },
  });
});
