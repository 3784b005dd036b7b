import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openPoints } from '../../src/sandbox/base/options.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { endpoints } from '../../src/sandbox/service/endpoints.ts';
import { findRoute } from '../../src/sandbox/service/router.ts';
import { place, placeOne, send } from './supplier.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } };
  responses: Record<string, unknown>;
  'x-not-shown'?: string[];
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

let sandbox: Sandbox;
let document: Document;
beforeAll(async () => {
  sandbox = await createSandbox();
  document = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Document;
});
afterAll(() => sandbox.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      line: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

test('the document is OpenAPI 3.1 with every endpoint of the spec', () => {
  expect(document.openapi).toBe('3.1.0');
  const declared = endpoints.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(
    operations()
      .map(({ line }) => line)
      .sort(),
  ).toEqual(declared.sort());
  expect(declared).toHaveLength(26);
});

test('an OpenAPI validator that is not ours accepts the document', async (context) => {
  const name = '@seriousme/openapi-schema-validator';
  const found = (await import(/* @vite-ignore */ name).catch(() => undefined)) as
    | { Validator: new () => { validate(document: object): Promise<{ valid: boolean }> } }
    | undefined;
  if (!found) return context.skip(`${name} is not installed`);
  expect(await new found.Validator().validate(document)).toEqual({ valid: true });
});

test('requests are validated with the declarations that the document shows', async () => {
  const schema = document.paths['/connect/v1/supplier/catalog/products']!['post']!.requestBody!
    .content['application/json'].schema as {
    required: string[];
    properties: Record<string, Record<string, unknown>>;
  };
  expect(schema.required).toEqual(['externalId', 'name']);
  expect(schema.properties['description']!['maxLength']).toBe(8000);
  expect(schema.properties['availableQty']).toMatchObject({ minimum: 0, maximum: 9999999.999 });
  expect(schema.properties['attributes']!['maxProperties']).toBe(100);
  expect(Object.keys(schema.properties)).toHaveLength(13);
});

test('the document marks what the specification leaves open', () => {
  const marked = operations().flatMap(({ operation }) => operation['x-not-shown'] ?? []);
  const perEndpoint = Object.keys(openPoints).filter((point) => marked.includes(point));
  expect(perEndpoint).toEqual(
    expect.arrayContaining([
      'orderActionBody',
      'batchDispatchBody',
      'failedUpsertItem',
      'tokenBody',
    ]),
  );
});

test('every answer of a life of products and orders fits its declared schema', async () => {
  const checked: string[] = [];
  const check = async (line: string, sent: object = {}) => {
    const answer = await send(sandbox, line, sent);
    const [method = '', path = ''] = line.split(' ');
    const target = `/connect/v1/supplier${path}`.split('?')[0]!;
    const endpoint = findRoute(endpoints, method, target).route;
    const declared = endpoint.answers[answer.status];
    expect([line, declared !== undefined]).toEqual([line, true]);
    const fits = (declared!.schema ?? z.undefined()).safeParse(answer.body);
    expect([line, fits.error?.issues]).toEqual([line, undefined]);
    checked.push(line);
    return answer.body;
  };
  const apple = { externalId: 'A', name: 'Apple', availableQty: 100, brand: 'B', barcode: '1' };
  await check('POST /catalog/products', { body: apple });
  await check('PUT /catalog/products/A/stock', { body: { availableQty: 99.5 } });
  await check('POST /catalog/products/batch', { body: [apple, {}] });
  await check('PUT /catalog/products/batch/stock', { body: { items: [{ externalId: 'x' }] } });
  await check('GET /catalog/products');
  const presigned = { contentType: 'image/png', sha256: 'a'.repeat(64), byteSize: 1 };
  await check('POST /catalog/products/A/images/presign', { body: presigned });
  await check('DELETE /catalog/products/A/images');
  const { sessionId } = await check('POST /catalog/sync/start', { body: {} });
  await check(`POST /catalog/sync/${sessionId}/end`);
  await place(sandbox, { count: 5, origin: 'operator' });
  await place(sandbox, { count: 5, hostile: true });
  await place(sandbox, { count: 2, origin: 'counterSale' });
  const { id } = await placeOne(sandbox, { lines: [{ externalId: 'A', quantity: 1 }] });
  await check(`POST /orders/${id}/accept`);
  await check(`POST /orders/${id}/cancel`);
  await check('POST /orders/batch/accept', { body: { orderIds: [id, 1] } });
  await check('POST /orders/batch/dispatch', { body: { orders: [{ orderId: id }] } });
  const { items } = await check('GET /orders?updatedAfter=1970-01-01T00:00:00Z');
  for (const item of items) await check(`GET /orders/${item.id}`);
  await check('DELETE /catalog/products/A');
  expect(checked).toHaveLength(15 + items.length);
});
