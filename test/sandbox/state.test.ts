import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { lastEntry, place, placeOne, send, upsertApple } from './supplier.ts';

useSandbox();

test('a saved state brings back cursors, keys, tokens, orders and webhooks elsewhere', async () => {
  await place(sandbox, { count: 3 });
  await upsertApple(sandbox, { key: 'k' });
  const token = await send(sandbox, 'POST //connect/v1/auth/token', {
    body: { apiKey: 'sandbox-key' },
  });
  const feed = await send(sandbox, 'GET /orders?updatedAfter=1970-01-01T00:00:00Z&limit=1');
  const state = await sandbox.control('GET', '/sandbox/state');
  const other = await createSandbox({ seed: 99 });
  try {
    await other.control('PUT', '/sandbox/state', JSON.parse(JSON.stringify(state)));
    const bearer = token.body.accessToken;
    const rest = await send(other, `GET /orders?cursor=${feed.body.nextCursor}`, { bearer });
    expect(rest.body.items).toHaveLength(2);
    await upsertApple(other, { key: 'k' });
    expect((await lastEntry(other)).replayed).toBe(true);
    const accepted = await send(other, `POST /orders/${rest.body.items[0]!.id}/accept`, {
      ifMatch: rest.body.items[0]!.version,
    });
    expect(accepted.status).toBe(200);
  } finally {
    await other.close();
  }
});

test('with a state file everything is there again after a restart', async () => {
  const folder = temporaryFolder('sandbox');
  const stateFile = join(folder, 'state.db');
  const first = await createSandbox({ stateFile });
  const orders = await place(first, { count: 3 });
  await first.control('POST', '/sandbox/products', { count: 60 });
  await upsertApple(first, { key: 'k' });
  await first.control('POST', '/sandbox/clock', { advanceSeconds: 80_000 });
  const { nextCursor } = (await send(first, 'GET /catalog/products')).body;
  const feed = await send(first, 'GET /orders?updatedAfter=1970-01-01T00:00:00Z&limit=1');
  await first.close();
  const second = await createSandbox({ stateFile });
  try {
    expect(
      (await send(second, `GET /catalog/products?cursor=${nextCursor}`)).body.items,
    ).toHaveLength(11);
    const rest = await send(second, `GET /orders?cursor=${feed.body.nextCursor}`);
    expect(rest.body.items).toHaveLength(2);
    await upsertApple(second, { key: 'k' });
    expect((await lastEntry(second)).replayed).toBe(true);
    const accept = { ifMatch: orders[0]!.version };
    expect((await send(second, `POST /orders/${orders[0]!.id}/accept`, accept)).status).toBe(200);
    const { now } = (await second.control('GET', '/sandbox/clock')) as { now: string };
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(79_000_000);
  } finally {
    await second.close();
  }
});

test('a state that is none is refused and harms nothing', async () => {
  await placeOne(sandbox);
  await expect(sandbox.control('PUT', '/sandbox/state', { tables: {} })).rejects.toThrow(
    'not a sandbox state',
  );
  expect(await sandbox.control('GET', '/sandbox/facts')).toMatchObject({ orders: 1 });
});

test('a state file that is a database of another program, or none, is refused and stays as it is', async () => {
  const folder = temporaryFolder('sandbox');
  const [database, text] = [join(folder, 'other.db'), join(folder, 'notes.txt')];
  new Database(database).exec('CREATE TABLE customers (name TEXT)').close();
  writeFileSync(text, 'no database at all, and longer than its header would be'.repeat(4));
  const before = [readFileSync(database), readFileSync(text)];
  for (const stateFile of [database, text]) {
    const starting = createSandbox({ stateFile });
    await expect(starting).rejects.toMatchObject({ code: 'STATE_FILE_REFUSED' });
  }
  expect([readFileSync(database), readFileSync(text)]).toEqual(before);
});

test('the state can be emptied; keys stay valid', async () => {
  await place(sandbox, { count: 2 });
  await upsertApple(sandbox);
  await sandbox.control('DELETE', '/sandbox/state');
  expect(await sandbox.control('GET', '/sandbox/facts')).toMatchObject({ orders: 0, products: 0 });
  expect((await upsertApple(sandbox)).status).toBe(200);
});
