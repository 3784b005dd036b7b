import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/sandbox/base/problem.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { type Answered, placeOne, send, weather } from './supplier.ts';

useSandbox();

const products = '/catalog/products';
const good = { externalId: 'A', name: 'Apple' };
const upsert = (body: unknown, sent: object = {}) =>
  send(sandbox, `POST ${products}`, { body, ...sent });

async function accept(wanted: object, sent: object = {}) {
  const { id } = await placeOne(sandbox, wanted);
  return await send(sandbox, `POST /orders/${id}/accept`, sent);
}

/** How each error type of the spec is provoked over real HTTP, without weather. */
const provoked: [type: string, status: number, provoke: () => Promise<Answered>][] = [
  ['VALIDATION_ERROR', 422, () => upsert({ externalId: 'A' })],
  ['MALFORMED_REQUEST', 400, () => send(sandbox, `POST ${products}`, { raw: '{"externalId":' })],
  ['MISSING_PARAMETER', 400, () => send(sandbox, `DELETE ${products}/`)],
  ['TYPE_MISMATCH', 400, () => send(sandbox, 'GET /orders/seven')],
  ['INVALID_ARGUMENT', 400, () => send(sandbox, 'GET /orders?status=SHIPPED')],
  ['UNAUTHENTICATED', 401, () => send(sandbox, `GET ${products}`, { bearer: null })],
  ['ERROR', 400, () => send(sandbox, `GET ${products}?cursor=made-up`)],
  ['NOT_FOUND', 404, () => send(sandbox, 'GET /nowhere')],
  ['METHOD_NOT_ALLOWED', 405, () => send(sandbox, `PUT ${products}`, { body: good })],
  [
    'UNSUPPORTED_MEDIA_TYPE',
    415,
    () => upsert(good, { headers: { 'content-type': 'text/plain' } }),
  ],
  ['PAYLOAD_TOO_LARGE', 413, () => upsert({ ...good, description: 'x'.repeat(2_097_152) })],
  ['ORDER_NOT_FOUND', 404, () => send(sandbox, 'GET /orders/999')],
  ['PRODUCT_NOT_FOUND', 404, () => send(sandbox, `DELETE ${products}/none`)],
  [
    'FORBIDDEN',
    403,
    async () => {
      await sandbox.control('POST', '/sandbox/keys', { key: 'reader', scopes: ['catalog:read'] });
      return await upsert(good, { bearer: 'reader' });
    },
  ],
  [
    'STOCK_INSUFFICIENT',
    422,
    async () => {
      await upsert({ ...good, availableQty: 1 });
      return await accept({ lines: [{ externalId: 'A', quantity: 2 }] });
    },
  ],
  [
    'ORDER_CANNOT_CANCEL',
    422,
    async () => {
      const { id } = await placeOne(sandbox, { origin: 'counterSale' });
      return await send(sandbox, `POST /orders/${id}/cancel`);
    },
  ],
  ['MEDIA_TYPE_NOT_SUPPORTED', 422, () => presign({ contentType: 'image/gif' })],
  ['MEDIA_TOO_LARGE', 422, () => presign({ byteSize: 5_242_881 })],
  [
    'MEDIA_HANDLE_INVALID',
    422,
    async () => {
      await upsert(good);
      const body = { mediaId: 'made up', sha256: 'a'.repeat(64) };
      return await send(sandbox, `POST ${products}/A/images/commit`, { body });
    },
  ],
  [
    'AMENDMENT_IN_FLIGHT',
    422,
    async () => {
      const { id } = await placeOne(sandbox);
      await sandbox.control('POST', `/sandbox/orders/${id}/amend`);
      return await send(sandbox, `POST /orders/${id}/cancel`);
    },
  ],
  [
    'CREDIT_LIMIT_EXCEEDED',
    422,
    async () => {
      await sandbox.control('PUT', '/sandbox/buyers/7', { creditLimit: 0.01 });
      return await accept({ buyerId: 7 });
    },
  ],
  [
    'CREDIT_HOLD',
    422,
    async () => {
      await sandbox.control('PUT', '/sandbox/buyers/7', { creditHold: true });
      return await accept({ buyerId: 7 });
    },
  ],
  [
    'DUPLICATE_EXTERNAL_ID',
    422,
    async () => {
      await sandbox.control('PATCH', '/sandbox/settings', { afterDelete: 'refuses' });
      await upsert(good);
      await send(sandbox, `DELETE ${products}/A`);
      return await upsert(good);
    },
  ],
  ['PRICE_NOT_SUPPORTED_VIA_CONNECT', 422, () => upsert({ ...good, unitPrice: 1 })],
  ['ORDER_VERSION_CONFLICT', 409, () => accept({}, { ifMatch: 'old' })],
  [
    'IDEMPOTENCY_KEY_REUSED',
    409,
    async () => {
      await upsert(good, { key: 'k' });
      return await upsert({ ...good, name: 'Other' }, { key: 'k' });
    },
  ],
  [
    'RATE_LIMIT_EXCEEDED',
    429,
    async () => {
      await sandbox.control('PATCH', '/sandbox/settings', {
        rateLimit: { limit: 1, windowSeconds: 3600 },
      });
      await send(sandbox, `GET ${products}`);
      return await send(sandbox, `GET ${products}`);
    },
  ],
];

/** Races and outages inside the service: a client sees them, so the weather makes them. */
const byWeather: [type: string, status: number][] = [
  ['CONFLICT_OPTIMISTIC_LOCK', 409],
  ['DATA_INTEGRITY_VIOLATION', 409],
  ['MAINTENANCE', 503],
  ['INTERNAL_ERROR', 500],
];

/** The spec does not show which endpoints raise these; the weather can still send them. */
const endpointsNotShown: [type: string, status: number][] = [
  ['INVALID_LINK_CODE', 422],
  ['INSTANCE_ALREADY_LINKED', 409],
  ['INSTANCE_RECONCILE_REQUIRED', 409],
  ['INSTANCE_GONE', 410],
];

async function presign(change: object): Promise<Answered> {
  await upsert(good);
  const body = { contentType: 'image/png', sha256: 'a'.repeat(64), byteSize: 1, ...change };
  return await send(sandbox, `POST ${products}/A/images/presign`, { body });
}

function expectProblem(
  { status, body, headers }: Answered,
  wanted: [type: string, status: number],
) {
  expect([body.type, status]).toEqual(wanted);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(Object.keys(body).sort()).toEqual(['detail', 'instance', 'status', 'title', 'type']);
  expect(body.status).toBe(status);
  expect(body.instance).toMatch(/^\/connect\/v1\//);
  expect([typeof body.title, typeof body.detail]).toEqual(['string', 'string']);
}

describe('each error type, over HTTP', () => {
  test.each(provoked)('error type %s with status %i', async (type, status, provoke) => {
    expectProblem(await provoke(), [type, status]);
  });

  test.each([...byWeather, ...endpointsNotShown])(
    'error type %s with status %i from the weather',
    async (type, status) => {
      await weather(sandbox, { kind: 'status', type, count: 1 });
      expectProblem(await upsert(good), [type, status]);
      expect((await upsert(good)).status).toBe(200);
    },
  );

  test('no error type of the sandbox is left out', () => {
    const tested = [...provoked, ...byWeather, ...endpointsNotShown].map(([type]) => type);
    // An errorCode of the order batches, tested there.
    expect([...tested, 'CONFLICT'].sort()).toEqual(Object.keys(problemTypes).sort());
  });
});

test('an ERROR may be 401 from the token endpoint and 404 on If-Match', async () => {
  const token = await send(sandbox, 'POST //connect/v1/auth/token', { body: { apiKey: 'no' } });
  expect([token.status, token.body.type]).toEqual([401, 'ERROR']);
  const match = await send(sandbox, 'POST /orders/5/accept', { ifMatch: 'v' });
  expect([match.status, match.body.type]).toEqual([404, 'ERROR']);
});

test('the instance of an error is the path without its query', async () => {
  const { body } = await send(sandbox, `GET ${products}?limit=0`);
  expect(body.instance).toBe('/connect/v1/supplier/catalog/products');
});

test('405 names the methods that are allowed', async () => {
  const { headers } = await send(sandbox, `PATCH ${products}`, { body: good });
  expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
});

test('a body of exactly 2 MB is read, one byte more is 413', async () => {
  const frame = JSON.stringify({ ...good, description: '' }).length;
  const padding = ' '.repeat(2_097_152 - frame);
  const body = JSON.stringify({ ...good, description: '' });
  expect((await send(sandbox, `POST ${products}`, { raw: body + padding })).status).toBe(200);
  expect((await send(sandbox, `POST ${products}`, { raw: `${body + padding} ` })).status).toBe(413);
});

test('JSON endpoints take application/json with a charset and nothing else', async () => {
  const type = async (contentType: string) =>
    (await upsert(good, { headers: { 'content-type': contentType } })).status;
  expect(await type('application/json; charset=utf-8')).toBe(200);
  expect(await type('APPLICATION/JSON')).toBe(200);
  expect(await type('application/problem+json')).toBe(415);
  expect(await type('application/x-www-form-urlencoded')).toBe(415);
});

test('an empty body where one is required is 400 or 415, never a crash', async () => {
  const json = { 'content-type': 'application/json' };
  const empty = await send(sandbox, `POST ${products}`, { headers: json });
  expect([empty.status, empty.body.type]).toEqual([400, 'MALFORMED_REQUEST']);
  expect((await send(sandbox, `POST ${products}`)).status).toBe(415);
  const list = await send(sandbox, `POST ${products}`, { raw: '[]' });
  expect(list.body.type).toBe('VALIDATION_ERROR');
});

test('a body that is not UTF-8 is malformed', async () => {
  const raw = Buffer.from('{"externalId":"A","name":"M\xfcsli"}', 'latin1');
  expect((await send(sandbox, `POST ${products}`, { raw })).body.type).toBe('MALFORMED_REQUEST');
});

test.each([
  ['an array', (deep: string) => deep],
  ['attributes', (deep: string) => `{"externalId":"A","name":"a","attributes":{"a":${deep}}}`],
  ['an unknown field', (deep: string) => `{"externalId":"A","name":"a","other":${deep}}`],
])(
  '%s nested deeper than anybody can walk is malformed, not a broken connection',
  async (_, of) => {
    const raw = of(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const { status, body } = await send(sandbox, `POST ${products}`, { raw });
    expect([status, body.type]).toEqual([400, 'MALFORMED_REQUEST']);
    const text = `${'['.repeat(600)}"\\"`;
    expect((await upsert({ ...good, description: text })).body.description).toBe(text);
  },
);

test('half a character is malformed: no answer could give it back', async () => {
  const named = (name: string) =>
    send(sandbox, `POST ${products}`, { raw: `{"externalId":"A","name":"${name}"}` });
  expect((await named('\\ud83d')).body.type).toBe('MALFORMED_REQUEST');
  expect((await named('\\ud83d\\ude00')).body.name).toBe('😀');
  expect((await named('\\\\ud83d')).body.name).toBe('\\ud83d');
});

test('a request with a thousand unknown fields leaves a bounded number of warnings', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`u${at}`, 1]));
  await upsert({ ...good, ...unknown });
  const { entries } = (await sandbox.control('GET', '/sandbox/ledger?last=1')) as {
    entries: { warnings: string[] }[];
  };
  expect(entries[0]?.warnings).toHaveLength(51);
  expect(entries[0]?.warnings.at(-1)).toMatch(/^and \d+ more warnings$/);
});

test('a path that is not percent-encoded UTF-8 is INVALID_ARGUMENT', async () => {
  expect((await send(sandbox, `DELETE ${products}/%E0%A4`)).body.type).toBe('INVALID_ARGUMENT');
});

test('a missing availableQty is 400 INVALID_ARGUMENT', async () => {
  await upsert(good);
  const { status, body } = await send(sandbox, `PUT ${products}/A/stock`, { body: {} });
  expect([status, body.type]).toEqual([400, 'INVALID_ARGUMENT']);
});

test('a client that hangs up in the middle of its body harms nobody', async () => {
  const socket = connect(sandbox.port, '127.0.0.1');
  await new Promise((ready) => socket.once('connect', ready));
  socket.write(
    'POST /connect/v1/supplier/catalog/products HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"ex',
  );
  socket.destroy();
  expect((await upsert(good)).status).toBe(200);
});
