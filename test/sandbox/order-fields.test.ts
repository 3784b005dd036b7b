import { expect, test } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { placeOne, send, summaryOf } from './supplier.ts';

useSandbox();

const lines = [
  { externalId: 'A', quantity: 2.5, unitPrice: 3.33 },
  { quantity: 1, unitPrice: 10, name: 'Made in the portal' },
];
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/;

/** summary field and what it must be on a buyer's order of `lines`, 4.90 delivery and 1.00 off. */
const summaryFields: [field: string, expected: unknown][] = [
  ['id', expect.any(Number)],
  ['uuid', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['orderNumber', expect.stringMatching(/^ORD-\d{4}-\d{6}$/)],
  ['status', 'PLACED'],
  ['customerKind', 'BUYER_TENANT'],
  ['customerName', 'Corner Shop'],
  ['buyerId', expect.any(Number)],
  ['buyerName', 'Corner Shop'],
  ['saleChannel', 'ORDER'],
  ['supplierName', expect.any(String)],
  ['totalAmount', 22.23],
  ['grossTotal', 26.08],
  ['amountPaid', 0],
  ['currency', 'EUR'],
  ['paymentStatus', 'UNPAID'],
  ['createdAt', expect.stringMatching(instant)],
  ['updatedAt', expect.stringMatching(instant)],
  ['version', expect.any(String)],
];

test.each(summaryFields)('order summary field %s', async (field, expected) => {
  const { id } = await placeOne(sandbox, {
    lines,
    buyerName: 'Corner Shop',
    deliveryFee: 4.9,
    discount: 1,
  });
  expect(await summaryOf(sandbox, id)).toHaveProperty([field], expected);
});

test('an order summary leaves out what has no value', async () => {
  const { id } = await placeOne(sandbox);
  const summary = await summaryOf(sandbox, id);
  for (const field of [
    'deliveredAt',
    'cancelledAt',
    'rejectedAt',
    'cancelReason',
    'voidReason',
    'customerInternalPartnerId',
    'customerInternalPartnerExternalId',
    'placedOnBehalfByUserId',
    'amendmentStatus',
  ]) {
    expect(summary).not.toHaveProperty(field);
  }
  expect(Object.values(summary)).not.toContain(null);
});

test('a self-service order is of a BUYER_TENANT and starts at PLACED', async () => {
  const { id } = await placeOne(sandbox, { buyerName: 'Corner Shop' });
  expect(await summaryOf(sandbox, id)).toMatchObject({
    status: 'PLACED',
    customerKind: 'BUYER_TENANT',
    saleChannel: 'ORDER',
  });
  const { body } = await send(sandbox, `GET /orders/${id}`);
  expect(body.customer).toEqual({
    kind: 'BUYER_TENANT',
    buyerTenantId: expect.any(Number),
    name: 'Corner Shop',
  });
});

test('an operator-keyed order is of an INTERNAL_PARTNER without buyerId and may be edited in place', async () => {
  const { id, version } = await placeOne(sandbox, { origin: 'operator', lines });
  const before = await summaryOf(sandbox, id);
  expect(before).toMatchObject({
    status: 'PLACED',
    customerKind: 'INTERNAL_PARTNER',
    customerInternalPartnerId: expect.any(Number),
    placedOnBehalfByUserId: expect.any(Number),
  });
  expect(before).not.toHaveProperty('buyerId');
  await sandbox.control('POST', `/sandbox/orders/${id}/edit`, {
    lines: [{ externalId: 'A', quantity: 1, unitPrice: 1 }],
  });
  const after = await summaryOf(sandbox, id);
  expect(after).toMatchObject({ id, status: 'PLACED' });
  expect(after.version).not.toBe(version);
  expect(after.totalAmount).not.toBe(before.totalAmount);
});

test('an in-place edit of a buyer’s order is refused unless it is forced', async () => {
  const { id, version } = await placeOne(sandbox);
  const edit = (body: object) => sandbox.control('POST', `/sandbox/orders/${id}/edit`, body);
  await expect(edit({})).rejects.toThrow('operator-keyed');
  expect(((await edit({ force: true })) as { version: string }).version).not.toBe(version);
});

test('the customer block of an INTERNAL_PARTNER holds the supplier’s own data', async () => {
  let known: Record<string, unknown> | undefined;
  let walkIn: Record<string, unknown> | undefined;
  for (let seed = 1; known === undefined || walkIn === undefined; seed += 1) {
    const { id } = await placeOne(sandbox, { origin: 'operator', seed });
    const { customer } = (await send(sandbox, `GET /orders/${id}`)).body;
    if (customer.externalId === undefined) walkIn = customer;
    else known = customer;
  }
  expect(Object.keys(known).sort()).toEqual(
    [
      'address',
      'category',
      'contactEmail',
      'contactPhone',
      'deliveryAddress',
      'externalId',
      'internalPartnerId',
      'kind',
      'legalName',
      'name',
      'route',
      'taxId',
    ].sort(),
  );
  expect(Object.keys(walkIn).sort()).toEqual(['internalPartnerId', 'kind', 'name']);
});

test('a counter sale is first seen DELIVERED and may be edited, annulled and corrected', async () => {
  const { id } = await placeOne(sandbox, { origin: 'counterSale', lines });
  expect(await summaryOf(sandbox, id)).toMatchObject({
    status: 'DELIVERED',
    saleChannel: 'DIRECT_SALE',
    deliveredAt: expect.stringMatching(instant),
  });
  await sandbox.control('POST', `/sandbox/orders/${id}/edit`);
  const fixed = (await sandbox.control('POST', `/sandbox/orders/${id}/correct`)) as { id: number };
  expect(await summaryOf(sandbox, id)).toMatchObject({
    status: 'CANCELLED',
    voidReason: 'Corrected',
  });
  expect(await summaryOf(sandbox, fixed.id)).toMatchObject({
    status: 'DELIVERED',
    saleChannel: 'DIRECT_SALE',
  });
});

test('an annulled counter sale comes back CANCELLED with voidReason and cancelledAt', async () => {
  const { id } = await placeOne(sandbox, { origin: 'counterSale' });
  await sandbox.control('POST', `/sandbox/orders/${id}/annul`, { voidReason: 'Wrong till' });
  expect(await summaryOf(sandbox, id)).toMatchObject({
    status: 'CANCELLED',
    voidReason: 'Wrong till',
    cancelledAt: expect.stringMatching(instant),
  });
});

test('deliveredAt, cancelledAt and rejectedAt appear once the event has happened', async () => {
  const delivered = await placeOne(sandbox);
  await send(sandbox, `POST /orders/${delivered.id}/accept`);
  await send(sandbox, `POST /orders/${delivered.id}/dispatch`);
  await sandbox.control('POST', `/sandbox/orders/${delivered.id}/deliver`);
  expect((await summaryOf(sandbox, delivered.id)).deliveredAt).toMatch(instant);
  const cancelled = await placeOne(sandbox);
  await send(sandbox, `POST /orders/${cancelled.id}/cancel`);
  expect((await summaryOf(sandbox, cancelled.id)).cancelledAt).toMatch(instant);
  const rejected = await placeOne(sandbox);
  await send(sandbox, `POST /orders/${rejected.id}/reject`, { body: { reason: 'No' } });
  expect((await summaryOf(sandbox, rejected.id)).rejectedAt).toMatch(instant);
});

test('the order detail holds the fields of the spec and no more', async () => {
  const { id } = await placeOne(sandbox, { lines, deliveryFee: 4.9, discount: 1 });
  const { body } = await send(sandbox, `GET /orders/${id}`);
  expect(Object.keys(body.order).sort()).toEqual(
    [
      'amountDue',
      'amountPaid',
      'buyerName',
      'createdAt',
      'currency',
      'deliveryCity',
      'deliveryCountry',
      'deliveryFee',
      'deliveryFeeSource',
      'lines',
      'orderNumber',
      'paymentStatus',
      'requestedDeliveryDate',
      'saleChannel',
      'status',
      'subtotal',
      'supplierName',
      'totalAmount',
      'vatTotal',
      'version',
    ].sort(),
  );
  expect(body.order.requestedDeliveryDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(body.order.deliveryFeeSource).toBe('AUTO_RATE');
});

test('amounts follow the amount rules to the cent', async () => {
  const { id } = await placeOne(sandbox, { lines, deliveryFee: 4.9, discount: 1 });
  const { order } = (await send(sandbox, `GET /orders/${id}`)).body;
  expect(order).toMatchObject({
    subtotal: 18.33,
    deliveryFee: 4.9,
    totalAmount: 22.23,
    vatTotal: 3.85,
    amountPaid: 0,
    amountDue: 26.08,
  });
});

test('order lines carry externalId, amounts and VAT; a portal product has no sellerExternalId', async () => {
  const { id } = await placeOne(sandbox, { lines });
  const [first, second] = (await send(sandbox, `GET /orders/${id}`)).body.order.lines;
  expect(first).toEqual({
    id: 1,
    productId: expect.any(Number),
    sellerExternalId: 'A',
    productName: expect.any(String),
    unitOfMeasure: 'pcs',
    quantity: 2.5,
    unitPrice: 3.33,
    vatRate: 21,
    vatAmount: 1.75,
    lineTotal: 8.33,
    lineTotalInclVat: 10.08,
    currency: 'EUR',
  });
  expect(second).not.toHaveProperty('sellerExternalId');
});

test('sellerExternalId is the externalId at the time of the order', async () => {
  await send(sandbox, 'POST /catalog/products', { body: { externalId: 'A', name: 'Apple' } });
  const { id } = await placeOne(sandbox, { lines: [{ externalId: 'A', quantity: 1 }] });
  await send(sandbox, 'DELETE /catalog/products/A');
  const { order } = (await send(sandbox, `GET /orders/${id}`)).body;
  expect(order.lines[0]).toMatchObject({ sellerExternalId: 'A', productName: 'Apple' });
});

test('internalPartner is there only for a buyer in the client book', async () => {
  const seen = new Set<boolean>();
  for (let seed = 1; seen.size < 2; seed += 1) {
    const { id } = await placeOne(sandbox, { seed });
    const { internalPartner } = (await send(sandbox, `GET /orders/${id}`)).body;
    seen.add(internalPartner !== undefined);
    if (internalPartner) {
      expect(Object.keys(internalPartner).sort()).toEqual([
        'category',
        'externalId',
        'name',
        'route',
      ]);
    }
  }
});

test('placed orders choose from the catalog and keep its quantity rules', async () => {
  const body = { externalId: 'S', name: 'Step', stepQty: 0.25, minOrderQty: 0.6, availableQty: 9 };
  await send(sandbox, 'POST /catalog/products', { body });
  for (let seed = 1; seed < 10; seed += 1) {
    const { id } = await placeOne(sandbox, { seed });
    const line = (await send(sandbox, `GET /orders/${id}`)).body.order.lines[0]!;
    expect(line.sellerExternalId).toBe('S');
    expect((line.quantity * 4) % 1).toBe(0);
    expect(line.quantity).toBeGreaterThanOrEqual(0.75);
    expect(line.quantity).toBeLessThanOrEqual(9);
  }
});

test('the same seed places the same order', async () => {
  const details = [];
  for (let at = 0; at < 2; at += 1) {
    const { id } = await placeOne(sandbox, { seed: 7, hostile: true });
    const { order } = (await send(sandbox, `GET /orders/${id}`)).body;
    details.push([order.buyerName, order.lines, order.subtotal]);
  }
  expect(details[0]).toEqual(details[1]);
});

test('hostile orders carry texts that break importers', async () => {
  const texts = new Set<string>();
  for (let seed = 1; seed <= 30; seed += 1) {
    const { id } = await placeOne(sandbox, { seed, hostile: true });
    texts.add((await send(sandbox, `GET /orders/${id}`)).body.order.buyerName);
  }
  expect([...texts].some((text) => text.startsWith('='))).toBe(true);
  expect([...texts].some((text) => text.includes('\n'))).toBe(true);
});
