import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { endpoints } from '../../src/sandbox/service/endpoints.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { manage, send } from './supplier.ts';

useSandbox();

const scopes = ['catalog:read', 'catalog:write', 'orders:read', 'orders:write'];
const scoped = endpoints.flatMap(({ method, path, access }) =>
  typeof access === 'object' ? [{ line: `${method} //${fill(path)}`, scope: access.scope }] : [],
);

function fill(path: string): string {
  return path
    .slice(1)
    .replace(':sessionId', '00000000-0000-4000-8000-000000000000')
    .replace(/:\w+/, '1');
}

const token = (body: object) => send(sandbox, 'POST //connect/v1/auth/token', { body });

test.each(scoped)('$line asks for scope $scope and side SUPPLIER', async ({ line, scope }) => {
  const others = scopes.filter((name) => name !== scope);
  await sandbox.control('POST', '/sandbox/keys', { key: 'others', scopes: others });
  await sandbox.control('POST', '/sandbox/keys', { key: 'only', scopes: [scope] });
  await sandbox.control('POST', '/sandbox/keys', { key: 'buyer', side: 'BUYER' });
  const statusOf = async (bearer: string | null) => (await send(sandbox, line, { bearer })).status;
  expect(await statusOf('others')).toBe(403);
  expect(await statusOf('buyer')).toBe(403);
  expect(await statusOf(null)).toBe(401);
  expect([401, 403]).not.toContain(await statusOf('only'));
});

test('there are four scopes, and each is asked for somewhere', () => {
  expect([...new Set(scoped.map(({ scope }) => scope))].sort()).toEqual(scopes);
});

test.each([
  ['missing', undefined],
  ['of another scheme', 'Basic c2FuZGJveC1rZXk6'],
  ['without a key', 'Bearer'],
  ['unknown', 'Bearer nobody'],
  ['a token that was made up', 'Bearer aaa.bbb.ccc'],
])('a credential that is %s is 401 UNAUTHENTICATED', async (_, authorization) => {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await send(sandbox, 'GET /catalog/products', { bearer: null, headers });
  expect([answer.status, answer.body.type]).toEqual([401, 'UNAUTHENTICATED']);
});

test('an unknown /connect/v1 path is 401 without a credential and 404 with one', async () => {
  expect((await send(sandbox, 'GET /nowhere', { bearer: null })).status).toBe(401);
  expect((await send(sandbox, 'GET /nowhere')).status).toBe(404);
});

test('a key with two dots is a key, although a JWT has two as well', async () => {
  await sandbox.control('POST', '/sandbox/keys', { key: 'shop.north.1' });
  const { status } = await send(sandbox, 'GET /catalog/products', { bearer: 'shop.north.1' });
  expect(status).toBe(200);
});

test('a revoked key is 401', async () => {
  await sandbox.control('POST', '/sandbox/keys/revoke', { key: 'sandbox-key' });
  expect((await send(sandbox, 'GET /orders')).body.type).toBe('UNAUTHENTICATED');
});

test('the token endpoint gives a JWT that works until it expires', async () => {
  const { status, body } = await token({ apiKey: 'sandbox-key' });
  expect([status, body.tokenType, body.expiresIn]).toEqual([200, 'Bearer', 3600]);
  expect(body.accessToken.split('.')).toHaveLength(3);
  const list = () => send(sandbox, 'GET /orders', { bearer: body.accessToken });
  expect((await list()).status).toBe(200);
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 3601 });
  expect((await list()).body.type).toBe('UNAUTHENTICATED');
});

test('a token has the scopes of its key and ends with it', async () => {
  await sandbox.control('POST', '/sandbox/keys', { key: 'reader', scopes: ['orders:read'] });
  const { accessToken } = (await token({ apiKey: 'reader' })).body;
  const get = (path: string) => send(sandbox, `GET ${path}`, { bearer: accessToken });
  expect((await get('/orders')).status).toBe(200);
  expect((await get('/catalog/products')).body.type).toBe('FORBIDDEN');
  await sandbox.control('POST', '/sandbox/keys/revoke', { key: 'reader' });
  expect((await get('/orders')).status).toBe(401);
});

test('a key that the token endpoint does not accept is ERROR 401, no key ERROR 400', async () => {
  await sandbox.control('POST', '/sandbox/keys', { key: 'keyOnly', acceptedForToken: false });
  const refused = await token({ apiKey: 'keyOnly' });
  expect([refused.status, refused.body.type]).toEqual([401, 'ERROR']);
  expect((await send(sandbox, 'GET /orders', { bearer: 'keyOnly' })).status).toBe(200);
  const none = await token({});
  expect([none.status, none.body.type]).toEqual([400, 'ERROR']);
});

test('the token answer has the names that the switch chooses', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { tokenBody: 'snake_case' } });
  const { body } = await token({ apiKey: 'sandbox-key' });
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
});

test('a token that expires in bad weather is 401 and nothing is done', async () => {
  await sandbox.control('POST', '/sandbox/weather', { kind: 'tokenExpired', count: 1 });
  const body = { externalId: 'A', name: 'Apple' };
  const refused = await send(sandbox, 'POST /catalog/products', { body, key: 'k' });
  expect([refused.status, refused.body.type]).toEqual([401, 'UNAUTHENTICATED']);
  expect((await send(sandbox, 'POST /catalog/products', { body, key: 'k' })).status).toBe(200);
});

test('webhook management takes a portal session with CONNECT_MANAGE and no bearer credential', async () => {
  expect((await manage(sandbox, 'GET ')).status).toBe(200);
  const with_ = (sent: object) => manage(sandbox, 'GET ', sent);
  expect((await with_({ headers: { cookie: 'session=other' } })).status).toBe(401);
  expect((await with_({ headers: { cookie: 'session=sandbox-viewer' } })).status).toBe(403);
  const bearer = { headers: { cookie: '' }, bearer: 'sandbox-key' };
  expect((await with_(bearer)).status).toBe(401);
  const session = { cookie: 'session=sandbox-session' };
  expect((await send(sandbox, 'GET /orders', { bearer: null, headers: session })).status).toBe(401);
});

test('the supplier chooses keys, scopes and sessions when the sandbox starts', async () => {
  const own = await createSandbox({
    apiKeys: [{ key: 'mine', scopes: ['orders:read'], side: 'SUPPLIER' }],
    portalSession: 'mine-too',
  });
  try {
    expect((await send(own, 'GET /orders', { bearer: 'mine' })).status).toBe(200);
    expect((await send(own, 'GET /catalog/products', { bearer: 'mine' })).status).toBe(403);
    expect((await send(own, 'GET /orders')).status).toBe(401);
    expect((await manage(own, 'GET ', { headers: { cookie: 'session=mine-too' } })).status).toBe(
      200,
    );
  } finally {
    await own.close();
  }
});
