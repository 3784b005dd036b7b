import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { webhookEvents } from '../../src/domain/webhook.ts';
import { webhookCalls } from '../../src/marketplace/webhook-calls.ts';
import { nock, useNock } from './nocked.ts';
import { type RawServer, rawServer } from './raw-server.ts';
import { forever, openTransport, portalSession } from './real-door.ts';

const base = 'https://market.example';
const place = '/api/v1/connect/webhooks';
const url = 'https://erp.supplier.example/webhooks/marketplace';
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

useNock();

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request looks like on the wire; fails where method or path differ. */
async function wireOf(
  request: HttpRequest,
  path: string,
  options: Parameters<typeof openTransport>[1] = {},
): Promise<Sent> {
  let sent: Sent | undefined;
  nock(base)
    .intercept(path, request.method)
    .reply(function reply(_path, body) {
      const lower = Object.entries(this.req.headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]);
      sent = {
        headers: Object.fromEntries(lower),
        body: body === '' ? '' : JSON.stringify(body),
      };
      return [200, '{}'];
    });
  const outcome = await openTransport(base, options).send(request, forever);
  expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
  return sent!;
}

describe('what goes over the wire for webhook management (spec "Webhook management")', () => {
  it.each([
    ['list', webhookCalls.list(), place],
    ['delete', webhookCalls.remove('7'), `${place}/7`],
    ['test', webhookCalls.test('7'), `${place}/7/test`],
    ['deliveries', webhookCalls.deliveries('a b/c'), `${place}/a%20b%2Fc/deliveries`],
  ])(
    '%s: the portal session, no API key, no Idempotency-Key and no body',
    async (_name, request, path) => {
      const { headers, body } = await wireOf(request, path);
      expect(headers).toMatchObject({
        cookie: `session=${portalSession}`,
        accept: 'application/json, application/problem+json',
      });
      for (const name of ['authorization', 'idempotency-key', 'content-type'])
        expect(headers).not.toHaveProperty(name);
      expect(body).toBe('');
    },
  );

  it('register: url, events and side, as JSON', async () => {
    const request = webhookCalls.register({ url, events: webhookEvents });
    const { headers, body } = await wireOf(request, place);
    expect(headers).toMatchObject({
      cookie: `session=${portalSession}`,
      'content-type': 'application/json',
    });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('idempotency-key');
    const events =
      '["order.placed","order.accepted","order.rejected","order.dispatched","order.delivered","order.cancelled","order.amended","payment.confirmed","order.payment_status_changed"]';
    expect(body).toBe(`{"url":"${url}","events":${events},"side":"SUPPLIER"}`);
  });

  it('the session goes in another header where the portal uses one', async () => {
    const portal = { header: 'X-Portal-Session', value: new Secret('mine') };
    const credential = { bearer: () => new Secret('key'), portal };
    const { headers } = await wireOf(webhookCalls.list(), place, { credential });
    expect(headers).toMatchObject({ 'x-portal-session': 'mine' });
    expect(headers).not.toHaveProperty('cookie');
  });

  it('a test may take as long as a delivery, beyond the time of other requests', async () => {
    nock.restore();
    const ended = new AbortController();
    const server: RawServer = await rawServer((socket, request) => {
      const answer = () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      if (!request.includes('/test ')) return;
      if (ended.signal.aborted) answer();
      else ended.signal.addEventListener('abort', answer);
    });
    const transport = openTransport(server.url, { timeoutMs: 150 });
    try {
      const [tested, listed] = [webhookCalls.test('7'), webhookCalls.list()];
      const testing = transport.send(tested, forever);
      // The other request's time is over, and the test still waits.
      expect(await transport.send(listed, forever)).toMatchObject({ cause: 'timeout' });
      ended.abort();
      expect(await testing).toMatchObject({ kind: 'answer', status: 200 });
    } finally {
      await transport.close();
      await server.close();
      nock.activate();
    }
  });
});

describe('what is read from an answer whose shape the specification does not show', () => {
  const endpoint = { id: 7, url };

  it.each([
    ['a list', [endpoint]],
    ['items', { items: [endpoint], total: 1 }],
    ['endpoints', { endpoints: [endpoint] }],
  ])('endpoints as %s', (_name, body) => {
    expect(webhookCalls.listed(bytes(body))).toEqual({ value: [endpoint] });
  });

  it('an answer without a list is no empty list', () => {
    expect(webhookCalls.listed(bytes({ ok: true }))).toEqual({ fault: 'has no list of endpoints' });
    expect(webhookCalls.delivered(Buffer.from('<html>'))).toEqual({ fault: 'is not valid JSON' });
  });

  it.each([
    ['beside the endpoint', { endpoint, secret: 'whsec_x' }],
    ['within it', { ...endpoint, secret: 'whsec_x' }],
    ['under another name', { data: { ...endpoint, signingSecret: 'whsec_x' } }],
  ])('the secret %s is found, and is not told with the endpoint', (_name, body) => {
    const made = webhookCalls.registered(bytes(body));
    expect('value' in made && made.value.secret.reveal()).toBe('whsec_x');
    expect('value' in made && made.value.endpoint).toMatchObject(endpoint);
    expect(JSON.stringify(made)).not.toContain('whsec_x');
  });

  it('an answer without a secret is one that cannot be read', () => {
    expect(webhookCalls.registered(bytes(endpoint))).toEqual({
      fault: 'holds no secret that begins with whsec_',
    });
    expect(webhookCalls.tested(bytes({ statusCode: 204 }))).toEqual({
      fault: 'does not say success',
    });
  });
});
