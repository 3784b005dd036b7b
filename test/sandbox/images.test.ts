import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { lastEntry, ledger, send, weather } from './supplier.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox();
  await send(sandbox, 'POST /catalog/products', { body: { externalId: 'A', name: 'Apple' } });
  await send(sandbox, 'POST /catalog/products', { body: { externalId: 'B', name: 'Bean' } });
});
afterEach(() => sandbox.close());

const bytes = Buffer.from('a picture, as far as the storage can tell');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const wanted = { contentType: 'image/png', sha256, byteSize: bytes.length };

const presign = (body: object = wanted, id = 'A') =>
  send(sandbox, `POST /catalog/products/${id}/images/presign`, { body });
const commit = (body: object, more: { id?: string; key?: string } = {}) =>
  send(sandbox, `POST /catalog/products/${more.id ?? 'A'}/images/commit`, {
    body,
    ...(more.key === undefined ? {} : { key: more.key }),
  });

async function put(
  url: string,
  more: { body?: Uint8Array; headers?: Record<string, string> } = {},
) {
  const headers = { 'content-type': 'image/png', ...more.headers };
  const answer = await fetch(url, {
    method: 'PUT',
    headers,
    body: (more.body ?? bytes) as NonNullable<RequestInit['body']>,
  });
  return { status: answer.status, text: await answer.text() };
}

async function uploaded(): Promise<string> {
  const { body } = await presign();
  await put(body.uploadUrl);
  return body.mediaId;
}

test('presign, upload on another address and commit put the picture on the product', async () => {
  const { status, body } = await presign();
  expect(status).toBe(200);
  expect(new URL(body.uploadUrl).origin).not.toBe(sandbox.url);
  expect((await put(body.uploadUrl)).status).toBe(200);
  const done = await commit({ mediaId: body.mediaId, sha256 });
  expect(done.body.externalId).toBe('A');
  const list = await send(sandbox, 'GET /catalog/products?limit=1');
  expect(JSON.parse(list.body.items[0]!.images)).toEqual(done.body.images);
  const picture = await fetch(done.body.images[0]!);
  expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
  const kinds = (await ledger(sandbox)).flatMap(({ effects }) => effects.map(({ kind }) => kind));
  expect(kinds.slice(2)).toEqual(['imagePresigned', 'imageUploaded', 'imageCommitted']);
});

test('product response field images is a JSON string holding an array', async () => {
  await commit({ mediaId: await uploaded(), sha256 });
  const { body } = await send(sandbox, 'GET /catalog/products?limit=1');
  expect(typeof body.items[0]!.images).toBe('string');
  expect(JSON.parse(body.items[0]!.images)).toHaveLength(1);
});

test('a second commit replaces the image and does not append', async () => {
  await commit({ mediaId: await uploaded(), sha256 });
  const other = Buffer.from('another picture');
  const digest = createHash('sha256').update(other).digest('hex');
  const { body } = await presign({ ...wanted, sha256: digest, byteSize: other.length });
  await put(body.uploadUrl, { body: other });
  const done = await commit({ mediaId: body.mediaId, sha256: digest });
  expect(done.body.images).toHaveLength(1);
  expect(done.body.images[0]!).toContain(digest);
});

test('each presign gives a fresh address and takes no Idempotency-Key', async () => {
  const once = { body: wanted, key: 'k' };
  const first = await send(sandbox, 'POST /catalog/products/A/images/presign', once);
  const second = await send(sandbox, 'POST /catalog/products/A/images/presign', once);
  expect(second.body.mediaId).not.toBe(first.body.mediaId);
  expect((await lastEntry(sandbox)).warnings.join()).toContain('Idempotency-Key is not supported');
});

test('the storage refuses a bearer token', async () => {
  const { body } = await presign();
  const answer = await put(body.uploadUrl, { headers: { authorization: 'Bearer sandbox-key' } });
  expect(answer.status).toBe(400);
});

test('the storage refuses another content type, another size and a changed address', async () => {
  const { body } = await presign();
  const jpeg = await put(body.uploadUrl, { headers: { 'content-type': 'image/jpeg' } });
  expect(jpeg.status).toBe(403);
  expect((await put(body.uploadUrl, { body: Buffer.from('short') })).status).toBe(400);
  expect((await put(body.uploadUrl.replace(/expires=\d/, 'expires=9'))).status).toBe(403);
});

test('an upload address is valid for 15 minutes', async () => {
  const { body } = await presign();
  const validMs = Date.parse(body.expiresAt) - Date.now();
  expect(validMs).toBeGreaterThan(14.9 * 60_000);
  expect(validMs).toBeLessThanOrEqual(15 * 60_000);
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 15 * 60 + 1 });
  expect((await put(body.uploadUrl)).status).toBe(403);
});

test('presign refuses types and sizes outside the limits and an unknown product', async () => {
  const type = async (body: object, id = 'A') => (await presign(body, id)).body.type;
  expect(await type({ ...wanted, contentType: 'image/gif' })).toBe('MEDIA_TYPE_NOT_SUPPORTED');
  expect(await type({ ...wanted, byteSize: 5_242_881 })).toBe('MEDIA_TOO_LARGE');
  expect(await type({ ...wanted, byteSize: 5_242_880 })).toBeUndefined();
  expect(await type({ ...wanted, byteSize: 0 })).toBe('VALIDATION_ERROR');
  expect(await type({ ...wanted, sha256: sha256.toUpperCase() })).toBe('VALIDATION_ERROR');
  expect(await type({ contentType: 'image/png', sha256 })).toBe('VALIDATION_ERROR');
  expect(await type(wanted, 'nowhere')).toBe('PRODUCT_NOT_FOUND');
});

test.each(['image/jpeg', 'image/png', 'image/webp'])('presign allows %s', async (contentType) => {
  expect((await presign({ ...wanted, contentType })).status).toBe(200);
});

test('commit refuses a handle of another product or digest, and bytes with another digest', async () => {
  const mediaId = await uploaded();
  const other = 'a'.repeat(64);
  expect((await commit({ mediaId, sha256 }, { id: 'B' })).body.type).toBe('MEDIA_HANDLE_INVALID');
  expect((await commit({ mediaId, sha256: other })).body.type).toBe('MEDIA_HANDLE_INVALID');
  expect((await commit({ mediaId: 'made up', sha256 })).body.type).toBe('MEDIA_HANDLE_INVALID');
  const wrong = await presign({ ...wanted, sha256: other });
  expect((await put(wrong.body.uploadUrl)).status).toBe(200);
  const answer = await commit({ mediaId: wrong.body.mediaId, sha256: other });
  expect(answer.body.type).toBe('MEDIA_HANDLE_INVALID');
});

test('commit before the upload is refused', async () => {
  const { body } = await presign();
  const answer = await commit({ mediaId: body.mediaId, sha256 });
  expect(answer.body.type).toBe('MEDIA_HANDLE_INVALID');
});

test('a commit whose answer was lost is repeated with its key', async () => {
  const mediaId = await uploaded();
  await weather(sandbox, { kind: 'reset', when: 'after', path: '^.*/commit$', count: 1 });
  await expect(commit({ mediaId, sha256 }, { key: 'once' })).rejects.toThrow();
  expect((await commit({ mediaId, sha256 }, { key: 'once' })).status).toBe(200);
  expect(await lastEntry(sandbox)).toMatchObject({ replayed: true, effects: [] });
});

test('deleting the image answers the now empty list', async () => {
  await commit({ mediaId: await uploaded(), sha256 });
  const remove = () => send(sandbox, 'DELETE /catalog/products/A/images');
  expect((await remove()).body).toEqual({ externalId: 'A', images: [] });
  const list = await send(sandbox, 'GET /catalog/products?limit=1');
  expect(list.body.items[0]).not.toHaveProperty('images');
  await sandbox.control('PATCH', '/sandbox/settings', {
    notShown: { imageDeleteBody: 'list', noImages: 'emptyList' },
  });
  expect((await remove()).body).toEqual([]);
  const shown = await send(sandbox, 'GET /catalog/products?limit=1');
  expect(shown.body.items[0]!.images).toBe('[]');
});

test('an upload may be refused by the weather', async () => {
  const { body } = await presign();
  await weather(sandbox, { kind: 'uploadRefused', path: '/upload/', count: 1 });
  expect((await put(body.uploadUrl)).status).toBe(403);
  expect((await put(body.uploadUrl)).status).toBe(200);
});

test('a commit may meet MEDIA_HANDLE_INVALID in bad weather', async () => {
  const mediaId = await uploaded();
  await weather(sandbox, { kind: 'mediaHandleInvalid', count: 1 });
  expect((await commit({ mediaId, sha256 })).body.type).toBe('MEDIA_HANDLE_INVALID');
  expect((await commit({ mediaId, sha256 })).status).toBe(200);
});
