import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Clock } from '../../src/domain/clock.ts';
import type { Mutation } from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { type Auth, createKeyAuth, createTokenAuth } from '../../src/marketplace/auth.ts';
import { stockOutcomes, upsertOutcomes } from '../../src/marketplace/batch.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { createTransport } from '../../src/marketplace/transport.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { batchStock, batchUpsert } from '../marketplace/batches.ts';
import { fastClock } from '../support/fast-clock.ts';
import { type Market, openMarket } from '../support/market.ts';
import { forever, sendOn } from './service.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function market(options: Parameters<typeof openMarket>[0] = {}): Promise<Market> {
  const opened = await openMarket(options);
  open.push(opened);
  return opened;
}

const fast = fastClock(100);

function doorTo(url: string, options: { clock?: Clock; auth?: Auth } = {}) {
  const { clock = fast, auth = createKeyAuth(new Secret('sandbox-key')) } = options;
  const wire = { baseUrl: url, timeoutMs: 5_000, maxInFlight: 4, clock: systemClock };
  const transport = createTransport({ ...wire, credential: auth });
  const pace = createPace({ maxInFlight: 4, clock });
  const exchange = createExchange({ transport, pace, auth, clock });
  open.push(transport);
  return { exchange, reads: createReads(exchange), sender: createSender({ exchange, clock }) };
}

const products = ['A', 'B', 'Ü/1'].map((externalId) => ({
  externalId,
  name: externalId,
  availableQty: 12_500,
}));
const ids = products.map(({ externalId }) => externalId);
const upsert: Mutation = { ...batchUpsert(products), lane: 'products', key: 'key-1' };

describe('against the sandbox', () => {
  it.each([
    ['an answer that is lost', { kind: 'reset', when: 'after' }],
    ['a connection that is lost before', { kind: 'reset', when: 'before' }],
    ['an answer that is cut', { kind: 'cut' }],
    ['a 500 before', { kind: 'status', status: 500, when: 'before' }],
    ['a 500 after the effect', { kind: 'status', status: 500, when: 'after' }],
    ['a page of HTML', { kind: 'html' }],
    ['maintenance', { kind: 'maintenance' }],
  ])('faults 40, 41, 50 and 54: %s leaves one effect for each product', async (_name, weather) => {
    const { url, sandbox, mutations, products: stored } = await market();
    const { sender } = doorTo(url);
    await sandbox.control('POST', '/sandbox/weather', { ...weather, method: 'POST', count: 2 });
    const verdict = await sender.send(upsert, forever);
    expect(verdict).toMatchObject({ kind: 'answered', attempts: 3, answer: { status: 200 } });
    const body = verdict.kind === 'answered' ? verdict.answer.body : Buffer.from('');
    expect(upsertOutcomes(body, ids).map(({ kind }) => kind)).toEqual(ids.map(() => 'succeeded'));
    const effects = (await mutations()).flatMap(({ effects }) => effects);
    const warnings = (await mutations()).flatMap(({ warnings }) => warnings);
    // A store that forgets failures does the absolute upsert again; it never doubles a product.
    expect(effects.filter(({ kind }) => kind === 'productCreated')).toHaveLength(3);
    expect((await stored()).map(({ externalId }) => externalId).sort()).toEqual([...ids].sort());
    expect(warnings.filter((warning) => /key/i.test(warning))).toEqual([]);
  });

  it('fault 46: a half failed batch names its items, and stock of an unknown product is NOT_FOUND', async () => {
    const { url, sandbox } = await market();
    const { sender } = doorTo(url);
    await sandbox.control('POST', '/sandbox/weather', { kind: 'halfBatch', count: 1 });
    const verdict = await sender.send(upsert, forever);
    const body = verdict.kind === 'answered' ? verdict.answer.body : Buffer.from('');
    expect(upsertOutcomes(body, ids).map(({ kind }) => kind)).toEqual([
      'succeeded',
      'failed',
      'succeeded',
    ]);
    const stock = batchStock([
      { externalId: 'A', availableQty: 1_000 },
      { externalId: 'X', availableQty: 0 },
    ]);
    const second = await sender.send({ ...stock, lane: 'stock', key: 'key-2' }, forever);
    const answer = second.kind === 'answered' ? second.answer.body : Buffer.from('');
    expect(stockOutcomes(answer, ['A', 'X'])).toMatchObject([
      { kind: 'succeeded' },
      { kind: 'failed', code: 'NOT_FOUND' },
    ]);
  });

  it('fault 49: a rate limit costs few refusals and loses nothing', async () => {
    const { url, ledger } = await market({ rateLimit: { limit: 6, windowSeconds: 1 } });
    const { sender } = doorTo(url, { clock: systemClock });
    const work = Array.from({ length: 14 }, (_, at) =>
      sender.send(
        { ...batchUpsert([{ externalId: `P${at}`, name: 'n' }]), lane: 'products', key: `k${at}` },
        forever,
      ),
    );
    const verdicts = await Promise.all(work);
    expect(
      verdicts.every((verdict) => verdict.kind === 'answered' && verdict.answer.status === 200),
    ).toBe(true);
    const refused = (await ledger()).filter(({ status }) => status === 429);
    expect(refused.length).toBeLessThanOrEqual(2 * 4);
  });

  it('faults 52 and 133: a token is exchanged, and renewed after one 401', async () => {
    const { url, sandbox, mutations } = await market();
    const auth = createTokenAuth({
      key: new Secret('sandbox-key'),
      requestField: 'apiKey',
      responseField: 'accessToken',
    });
    const { sender } = doorTo(url, { auth });
    expect(await sender.send(upsert, forever)).toMatchObject({ kind: 'answered', attempts: 1 });
    await sandbox.control('POST', '/sandbox/weather', {
      kind: 'tokenExpired',
      path: '/connect/v1/supplier',
      count: 1,
    });
    expect(await sender.send({ ...upsert, key: 'key-9' }, forever)).toMatchObject({
      kind: 'answered',
      attempts: 1,
    });
    const tokens = (await mutations()).filter(({ path }) => path === '/connect/v1/auth/token');
    expect(tokens).toHaveLength(2);
  });

  it('fault 52: a key without the right stops that kind of request and names the right', async () => {
    const { url } = await market({
      apiKeys: [{ key: 'sandbox-key', scopes: ['catalog:read'], side: 'SUPPLIER' }],
    });
    const { sender, reads } = doorTo(url);
    const stop = new AbortController();
    const work = sendOn(sender, upsert, stop.signal);
    await expect
      .poll(() => sender.facts().lanes[2]?.stopped)
      .toMatchObject({
        code: 'FORBIDDEN',
        sentence: expect.stringContaining('catalog:write'),
      });
    expect(
      await reads.productPage(undefined, 10, { lane: 'background', signal: forever }),
    ).toMatchObject({ ok: { items: [] } });
    stop.abort();
    expect(await work).toMatchObject({ kind: 'stopped' });
  });

  it('reads the list, the feed and an order in full', async () => {
    const { url, sandbox } = await market();
    const { sender, reads } = doorTo(url);
    await sender.send(upsert, forever);
    await sandbox.control('POST', '/sandbox/orders', {
      count: 3,
      lines: [{ externalId: 'A', quantity: 1 }],
    });
    const asking = { lane: 'orders', signal: forever } as const;
    const first = await reads.orderPage({ updatedAfter: '1970-01-01T00:00:00Z' }, 2, asking);
    expect(first).toMatchObject({ ok: { hasMore: true, undecodable: [] } });
    const { nextCursor, items } = 'ok' in first ? first.ok : { nextCursor: '', items: [] };
    const second = await reads.orderPage({ cursor: nextCursor }, 2, asking);
    expect('ok' in second && second.ok.items).toHaveLength(1);
    const detail = await reads.order(items[0]?.id ?? '', asking);
    expect(detail).toMatchObject({ ok: { status: 'PLACED', version: items[0]?.version } });
    const list = await reads.productPage(undefined, 100, asking);
    expect('ok' in list && list.ok.items.map(({ externalId }) => externalId).sort()).toEqual(
      [...ids].sort(),
    );
    const cursorRefused = await reads.orderPage({ cursor: 'no-cursor' }, 2, asking);
    expect(cursorRefused).toMatchObject({
      failed: { kind: 'answer', status: 400, problem: { type: 'ERROR' } },
    });
  });
});
