import { expect, test } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { send } from './supplier.ts';

useSandbox();

const start = (body: object = { integrationType: 'ERP', direction: 'INBOUND', totalItems: 3 }) =>
  send(sandbox, 'POST /catalog/sync/start', { body });
const end = (id: string) => send(sandbox, `POST /catalog/sync/${id}/end`);

test('a sync session starts RUNNING with 201 and a UUID', async () => {
  const { status, body } = await start();
  expect([status, body.status]).toEqual([201, 'RUNNING']);
  expect(body.sessionId).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
});

test('a sync session ends COMPLETED and counts what was processed and what failed', async () => {
  const { sessionId } = (await start()).body;
  await send(sandbox, 'POST /catalog/products/batch', {
    body: [{ externalId: 'A', name: 'A' }, { externalId: 'B', name: 'B' }, { name: 'C' }],
  });
  const { status, body } = await end(sessionId);
  expect(status).toBe(200);
  expect(body).toEqual({ sessionId, status: 'COMPLETED', processedItems: 2, failedItems: 1 });
  expect((await end(sessionId)).body).toEqual(body);
});

test('an unknown sync session is 404 and one that is no UUID 400', async () => {
  const unknown = await end('00000000-0000-4000-8000-000000000000');
  expect([unknown.status, unknown.body.type]).toEqual([404, 'NOT_FOUND']);
  expect((await end('seven')).body.type).toBe('TYPE_MISMATCH');
});

test('the sync history holds the last 20 sessions, newest first', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 22; at += 1) {
    const { sessionId } = (await start()).body;
    ids.push(sessionId);
    await end(sessionId);
  }
  const { body } = await send(sandbox, 'GET /catalog/sync/history');
  const shown = body.items.map((item) => item.sessionId);
  expect(shown).toEqual(ids.slice(2).reverse());
  expect(body.items[0]).toMatchObject({
    status: 'COMPLETED',
    integrationType: 'ERP',
    totalItems: 3,
  });
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { syncHistoryBody: 'list' } });
  expect((await send(sandbox, 'GET /catalog/sync/history')).body).toHaveLength(20);
});
