import { describe, expect, it } from 'vitest';
import type { HttpRequest, Mutation } from '../../src/domain/exchange.ts';
import {
  commitImage,
  deleteProduct,
  orderAction,
  presign,
  startSync,
} from '../../src/marketplace/mutations.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { batchStock, batchUpsert } from './batches.ts';
import { nock, useNock } from './nocked.ts';
import { forever, openRealDoor, openTransport, portalSession, secretKey } from './real-door.ts';

const base = 'https://market.example';
const bearer = `Bearer ${secretKey}`;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly body?: nock.Body;
  readonly headers?: Record<string, string>;
  readonly host?: string;
}

/** Answers the requests to a host until the test ends and keeps each as it came. */
function answerWith({ status = 200, body = '{}', headers = {}, host = base }: Answer = {}): Sent[] {
  const sent: Sent[] = [];
  const scope = nock(host).persist();
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    scope.intercept(/.*/, method).reply(function reply(path, raw) {
      const lower = Object.entries(this.req.headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]);
      const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
      sent.push({ method, path, headers: Object.fromEntries(lower), body: text });
      return [status, body, headers];
    });
  }
  return sent;
}

useNock();

describe('what goes over the wire for a mutation', () => {
  const sha256 = 'b'.repeat(64);
  const calls: [string, Omit<Mutation, 'lane' | 'key'>][] = [
    ['product batch', batchUpsert([{ externalId: 'Ä', name: 'Ä', availableQty: 12_500 }])],
    ['stock batch', batchStock([{ externalId: 'A', availableQty: 500 }])],
    ['product deletion', deleteProduct('A/1') as Mutation],
    ['picture commit', commitImage('A', { mediaId: 'm', sha256 }) as Mutation],
    ['accept', orderAction('accept', '7') as Mutation],
    ['reject', orderAction('reject', '7', { reason: 'x' }) as Mutation],
  ];

  it.each(calls)('%s: credential, key, check, type and the very bytes', async (_name, call) => {
    const sent = answerWith();
    const { sender } = openRealDoor(base);
    const verdict = await sender.send(
      { ...call, lane: 'orders', key: 'key-ö', ifMatch: 'W/"é"' },
      forever,
    );
    expect(verdict).toMatchObject({ kind: 'answered', answer: { status: 200 } });
    expect(sent).toHaveLength(1);
    const [request] = sent;
    expect(request).toMatchObject({ method: call.method, path: call.path });
    expect(request?.body ?? '').toBe(
      call.body === undefined ? '' : Buffer.from(call.body).toString(),
    );
    expect(request?.headers).toMatchObject({
      authorization: bearer,
      'user-agent': 'stockhand',
      accept: 'application/json, application/problem+json',
    });
    // Header values are the UTF-8 bytes of the text.
    expect(Buffer.from(request?.headers['if-match'] ?? '', 'latin1').toString()).toBe('W/"é"');
    expect(Buffer.from(request?.headers['idempotency-key'] ?? '', 'latin1').toString()).toBe(
      'key-ö',
    );
    expect(request?.headers['content-type']).toBe(
      call.body === undefined ? undefined : 'application/json',
    );
    expect(request?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['presign', presign('A', { contentType: 'image/png', sha256, byteSize: 9 })],
    ['session start', startSync({ integrationType: 'ERP', direction: 'INBOUND', totalItems: 3 })],
  ])('%s has neither key nor check', async (_name, call) => {
    const sent = answerWith({ status: 201 });
    const { sender } = openRealDoor(base);
    await sender.send({ ...(call as Mutation), lane: 'pictures' }, forever);
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(sent[0]?.headers).not.toHaveProperty('if-match');
  });
});

describe('what goes over the wire for a read', () => {
  const asking = { lane: 'orders', signal: forever } as const;

  it('fault 70: a cursor comes back byte for byte, encoded once', async () => {
    for (const cursor of ['a+b/c==%2F&x=1', "it's", 'é☃', '"', ' ', 'x'.repeat(8_000)]) {
      const sent = answerWith({ body: { items: [], nextCursor: cursor, hasMore: false } });
      const { exchange } = openRealDoor(base);
      const page = await createReads(exchange).orderPage({ cursor }, 100, asking);
      expect(page).toMatchObject({ ok: { nextCursor: cursor } });
      const url = new URL(sent[0]?.path ?? '', base);
      expect([...url.searchParams.entries()]).toEqual([
        ['cursor', cursor],
        ['limit', '100'],
      ]);
      nock.cleanAll();
    }
  });

  it('fault 71: the feed is asked with a cursor or an instant, never with neither', async () => {
    const sent = answerWith({ body: { items: [], nextCursor: 'c' } });
    const { exchange } = openRealDoor(base);
    const reads = createReads(exchange);
    await reads.orderPage({ updatedAfter: '1970-01-01T00:00:00Z' }, 50, asking);
    expect(sent[0]).toMatchObject({
      method: 'GET',
      path: '/connect/v1/supplier/orders?updatedAfter=1970-01-01T00%3A00%3A00Z&limit=50',
      body: '',
    });
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    // @ts-expect-error browse mode has neither
    expect(() => reads.orderPage({}, 50, asking)).toThrow('without a position');
    expect(() => reads.orderPage({ cursor: '' }, 50, asking)).toThrow('without a position');
    // @ts-expect-error both at once is no mode
    const both: Parameters<typeof reads.orderPage>[0] = { cursor: 'c', updatedAfter: 'x' };
    expect(both).toBeDefined();
  });

  it('gives the Date of the answer with what was read', async () => {
    const date = 'Fri, 20 Nov 2026 08:00:00 GMT';
    answerWith({ body: '{"order":{"version":"v","status":"PLACED"}}', headers: { Date: date } });
    const { exchange } = openRealDoor(base);
    const read = await createReads(exchange).order('9007199254740993', asking);
    expect(read).toMatchObject({ ok: { version: 'v' }, answer: { headers: { date } } });
  });

  it('asks for no order whose id is not in plain digits', async () => {
    const { exchange } = openRealDoor(base);
    expect(await createReads(exchange).order('..', asking)).toMatchObject({
      failed: { cause: 'unreadable' },
    });
  });

  it.each([
    [
      'a refusal',
      { status: 404, body: '{"type":"ORDER_NOT_FOUND"}' },
      { status: 404, problem: { type: 'ORDER_NOT_FOUND' } },
    ],
    [
      'a shape that is wrong',
      { body: '{"items":5}' },
      {
        cause: 'unreadable',
        detail: 'the answer could not be read: 200, which has no array "items"',
      },
    ],
    ['HTML with 200', { body: '<html>' }, { status: 200, problem: { type: 'UNREADABLE' } }],
  ])('fault 54: tells %s as it is', async (_name, answer, failed) => {
    answerWith(answer);
    const { exchange } = openRealDoor(base);
    expect(await createReads(exchange).productPage(undefined, 100, asking)).toMatchObject({
      failed,
    });
  });

  it('asks for the first page without a cursor, and for the history', async () => {
    const sent = answerWith({ body: { items: [] } });
    const { exchange } = openRealDoor(base);
    expect(await createReads(exchange).productPage(undefined, 100, asking)).toMatchObject({
      ok: { items: [] },
    });
    expect(sent[0]?.path).toBe('/connect/v1/supplier/catalog/products?limit=100');
    expect(await createReads(exchange).syncHistory(asking)).toMatchObject({ ok: [] });
  });
});

describe('credentials', () => {
  const none = {
    method: 'PUT',
    path: 'https://storage.example/u?sig=s',
    credential: 'none',
    headers: { 'content-type': 'image/png' },
    body: Buffer.from('png'),
  } as const;

  it('fault 56: an upload carries its type and nothing that names us to the storage', async () => {
    const sent = answerWith({ body: '', host: 'https://storage.example' });
    expect(await openTransport(base).send(none, forever)).toMatchObject({ status: 200 });
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      path: '/u?sig=s',
      headers: { 'content-type': 'image/png' },
      body: 'png',
    });
    for (const name of ['authorization', 'cookie', 'idempotency-key', 'proxy-authorization']) {
      expect(sent[0]?.headers).not.toHaveProperty(name);
    }
    expect(JSON.stringify(sent)).not.toContain('canary');
  });

  it('the portal session goes to webhook management and the key does not', async () => {
    const sent = answerWith({ body: '[]' });
    const request: HttpRequest = {
      method: 'GET',
      path: '/api/v1/connect/webhooks',
      credential: 'portal',
    };
    await openTransport(base).send(request, forever);
    expect(sent[0]?.headers).toMatchObject({ cookie: `session=${portalSession}` });
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a whole address never gets a credential', async () => {
    for (const credential of ['bearer', 'portal'] as const) {
      const outcome = await openTransport(base).send({ ...none, credential }, forever);
      expect(outcome).toMatchObject({ kind: 'none', cause: 'refused' });
    }
  });
});

describe('refusals', () => {
  const send = (answer: Answer) => {
    answerWith(answer);
    const request = { method: 'GET', path: '/x', credential: 'bearer' } as const;
    return openTransport(base).send(request, forever);
  };

  it('are read from problem+json', async () => {
    const problem = {
      type: 'VALIDATION_ERROR',
      title: 'Invalid',
      status: 422,
      detail: 'name',
      instance: '/x',
    };
    expect(
      await send({
        status: 422,
        body: problem,
        headers: { 'content-type': 'application/problem+json' },
      }),
    ).toMatchObject({
      status: 422,
      problem,
    });
  });

  it('fault 118: are on one line each, which steers no terminal', async () => {
    const hostile = { type: 'A\nB', title: 'c\rd', detail: 'e\n  next: f\u001b[2J\u2028' };
    const problem = { type: 'A␣B', title: 'c␣d', detail: 'e␣  next: f␣[2J␣' };
    expect(await send({ status: 422, body: hostile })).toMatchObject({ problem });
  });

  it.each([
    ['HTML', '<html>Bad gateway</html>', 'HTTP_502'],
    ['nothing', '', 'HTTP_502'],
    ['a list', '[]', 'HTTP_502'],
    ['an object without a type', '{"message":"x"}', 'HTTP_502'],
    ['a type that is no text', '{"type":{}}', 'HTTP_502'],
    ['a type that says no more than the status', '{"type":"about:blank"}', 'HTTP_502'],
    [
      'a section of an RFC as its type',
      '{"type":"https://tools.ietf.org/html/rfc9110#section-15.6.3"}',
      'HTTP_502',
    ],
    ['only a type', '{"type":"INTERNAL_ERROR"}', 'INTERNAL_ERROR'],
    ['another status inside', '{"type":"INTERNAL_ERROR","status":200}', 'INTERNAL_ERROR'],
  ])('fault 54: are made from the status when the body is %s', async (_name, body, type) => {
    expect(await send({ status: 502, body })).toMatchObject({
      kind: 'answer',
      status: 502,
      problem: { type, title: 'HTTP status 502', status: 502, detail: '', instance: '' },
    });
  });
});
