import http from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookListener, type WebhookListener } from '../../src/web/webhook-listener.ts';
import { request, sendRaw } from './raw-client.ts';
import { envelope, secrets, secretText, sign } from './signing.ts';
import { TestClock } from './test-clock.ts';

const path = '/webhooks/marketplace';
const body = envelope('order.placed');

let clock: TestClock;
let listener: WebhookListener;
let port: number;
let hints: string[];
let notes: string[];

beforeEach(async () => {
  clock = new TestClock();
  hints = [];
  notes = [];
  listener = await openWebhookListener(
    {
      clock,
      onHint: (event) => hints.push(event),
      note: (text) => notes.push(text),
      told: () => {},
    },
    { listen: { host: '127.0.0.1', port: 0 }, path, secrets, trustedProxies: [] },
  );
  port = Number(new URL(listener.facts().listening ?? '').port);
});

afterEach(() => listener.close());

const seconds = () => Math.floor(clock.now() / 1000);

function delivery(content: string | Buffer, headers: readonly string[] = []): Buffer {
  return request(
    `POST ${path}`,
    ['Host: erp.example', `X-Service-Signature: ${sign(content, seconds())}`, ...headers],
    content,
  );
}

async function status(bytes: Buffer): Promise<number | undefined> {
  return (await sendRaw(port, bytes)).statuses[0];
}

describe('the webhook listener', () => {
  it('answers 204 to a signed delivery and then gives one hint', async () => {
    const answer = await sendRaw(port, delivery(body, ['Content-Type: application/json']));
    expect(answer.statuses).toEqual([204]);
    expect(answer.body).toBe('');
    expect(hints).toEqual(['order.placed']);
    expect(listener.facts()).toMatchObject({
      accepted: 1,
      refused: 0,
      lastAcceptedAt: clock.now(),
    });
  });

  it('fault 102: has sent the answer before the hint runs', async () => {
    const answered = new Int32Array(new SharedArrayBuffer(4));
    let seen = '';
    const onHint = () => {
      // Blocks this whole thread until the sender, in another one, has read the answer.
      seen = Atomics.wait(answered, 0, 0, 10_000);
    };
    const waiting = await openWebhookListener(
      { clock, note: () => {}, told: () => {}, onHint },
      { listen: { host: '127.0.0.1', port: 0 }, path, secrets, trustedProxies: [] },
    );
    const at = Number(new URL(waiting.facts().listening ?? '').port);
    const sender = new Worker(
      `const { workerData: { port, bytes, answered } } = require('node:worker_threads');
       const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(bytes));
       socket.once('data', () => { Atomics.store(answered, 0, 1); Atomics.notify(answered, 0); });`,
      { eval: true, workerData: { port: at, bytes: delivery(body), answered } },
    );
    await expect.poll(() => seen, { timeout: 15_000 }).not.toBe('');
    expect(['ok', 'not-equal']).toContain(seen);
    await sender.terminate();
    await waiting.close();
  });

  it('fault 98: takes an unknown event, extra fields and an envelope without an event', async () => {
    expect(await status(delivery(envelope('order.teleported', { orderId: 1, extra: {} })))).toBe(
      204,
    );
    expect(await status(delivery('{"no":"event"}'))).toBe(204);
    expect(await status(delivery('[1,2]'))).toBe(204);
    expect(await status(delivery('null'))).toBe(204);
    expect(hints).toEqual(['order.teleported', '', '', '']);
  });

  it('fault 98: believes the envelope where the header names another event, and notes it', async () => {
    expect(await status(delivery(body, ['X-Service-Event: order.cancelled']))).toBe(204);
    expect(hints).toEqual(['order.placed']);
    expect(notes).toEqual([
      'a webhook says order.cancelled in its header and order.placed in its body; the body counts',
    ]);
  });

  const wrongBodies: readonly (readonly [string, string | Buffer])[] = [
    ['text', 'hello'],
    ['nothing', ''],
    ['half a document', '{"event":'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['60,000 open brackets', '['.repeat(60_000)],
  ];
  it.each(wrongBodies)('answers 400 to %s under a valid signature', async (_, content) => {
    expect(await status(delivery(content))).toBe(400);
    expect(hints).toEqual([]);
  });

  it('fault 95: verifies a chunked delivery over the bytes received', async () => {
    const chunks = `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: erp.example',
      'Connection: close',
      `X-Service-Signature: ${sign(body, seconds())}`,
      'Transfer-Encoding: chunked',
    ];
    expect((await sendRaw(port, `${head.join('\r\n')}\r\n\r\n${chunks}`)).statuses).toEqual([204]);
  });

  it('fault 95: accepts a body with a byte order mark when its bytes are signed', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)]);
    expect(await status(delivery(marked))).toBe(204);
    expect(
      await status(
        request(
          `POST ${path}`,
          ['Host: a', `X-Service-Signature: ${sign(body, seconds())}`],
          marked,
        ),
      ),
    ).toBe(401);
  });

  it.each([
    ['Content-Encoding: gzip', 415],
    ['Content-Encoding: identity', 204],
    ['Content-Type: text/plain', 415],
    ['Content-Type: application/x-www-form-urlencoded', 415],
    ['Content-Type: application/jsonp', 415],
    ['Content-Type: application/json; charset=utf-8', 204],
    ['Content-Type: APPLICATION/JSON', 204],
    ['Content-Type: application/cloudevents+json', 204],
  ])('fault 95: a signed delivery with %s is answered %i', async (header, expected) => {
    expect(await status(delivery(body, [header]))).toBe(expected);
    expect(hints).toHaveLength(expected === 204 ? 1 : 0);
  });

  it('refuses a body over 64 KB with 413, announced or not', async () => {
    const large = JSON.stringify({ event: 'order.placed', filler: 'x'.repeat(65_536) });
    expect(await status(delivery(large))).toBe(413);
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(port, head + chunk)).statuses).toEqual([413]);
    const fitting = JSON.stringify({ event: 'order.placed', filler: 'x'.repeat(65_000) });
    expect(await status(delivery(fitting))).toBe(204);
    expect(listener.facts().lastRefusal?.reason).toBe('the body is over 65536 bytes');
  });

  it('answers 401 and a reason to a forged, stale or unsigned delivery', async () => {
    const headers = (value: string) => ['Host: a', `X-Service-Signature: ${value}`];
    const forged = sign(body, seconds(), 'whsec_guess');
    expect(await status(request(`POST ${path}`, headers(forged), body))).toBe(401);
    expect(listener.facts().lastRefusal?.reason).toBe('the signature fits no configured secret');
    expect(await status(request(`POST ${path}`, ['Host: a'], body))).toBe(401);
    expect(listener.facts().lastRefusal?.reason).toContain('is missing');
    expect(listener.facts()).toMatchObject({ accepted: 0, refused: 2 });
    expect(hints).toEqual([]);
  });

  it('fault 94: refuses a signature header that came twice, though Node would join or drop it', async () => {
    const good = sign(body, seconds());
    for (const values of [
      [good, good],
      [good, 't=1,v1=00'],
      ['t=1,v1=00', good],
    ]) {
      const headers = values.map((value) => `X-Service-Signature: ${value}`);
      expect(await status(request(`POST ${path}`, ['Host: a', ...headers], body))).toBe(401);
    }
  });

  it('fault 94: takes no signature from a trailer', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Service-Signature\r\nConnection: close\r\n\r\n`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Service-Signature: ${sign(body, seconds())}\r\n\r\n`;
    expect((await sendRaw(port, head + chunk)).statuses).toEqual([401]);
  });

  it('fault 103: says on the page that the clock is wrong until a delivery is accepted', async () => {
    const early = sign(body, seconds() + 412);
    await status(request(`POST ${path}`, ['Host: a', `X-Service-Signature: ${early}`], body));
    expect(listener.facts().needsYou).toMatchObject([
      {
        id: 'webhook-clock',
        cause: 'The signature is right, but your clock is 412 s behind the sender.',
      },
    ]);
    await status(delivery(body));
    expect(listener.facts().needsYou).toEqual([]);
  });

  it('fault 99: says on the page which form of the secret would fit, and accepts it not', async () => {
    const decoded = Buffer.from(secretText.slice(6), 'base64');
    const header = `X-Service-Signature: ${sign(body, seconds(), decoded)}`;
    expect(await status(request(`POST ${path}`, ['Host: a', header], body))).toBe(401);
    const [need] = listener.facts().needsYou;
    expect(need).toMatchObject({ id: 'webhook-secret' });
    expect(need?.cause).toContain('base64-decoded');
    expect(JSON.stringify(listener.facts())).not.toContain(secretText);
  });

  it('fault 101: writes a line for the first refusal and one a minute, not one each', async () => {
    const forged = request(`POST ${path}`, ['Host: a', 'X-Service-Signature: t=1'], body);
    for (let index = 0; index < 20; index += 1) await status(forged);
    expect(notes).toHaveLength(1);
    clock.advance(60_000);
    await status(forged);
    expect(notes).toHaveLength(2);
    expect(notes[1]).toMatch(/^refused 20 webhook posts, the last from 127\.0\.0\.1: /);
  });
});

describe('what is not a delivery', () => {
  it.each([
    '/',
    '/webhooks',
    `${path}/`,
    `${path}/x`,
    '/webhooks/%6darketplace',
    '/Webhooks/marketplace',
    '/webhooks//marketplace',
    '/webhooks/../webhooks/marketplace',
    '/%zz',
    '/%00',
    `http://evil.example${path}`,
    '*',
  ])('fault 105: answers 404 with an empty body to a signed POST to %s', async (target) => {
    const headers = ['Host: a', `X-Service-Signature: ${sign(body, seconds())}`];
    const answer = await sendRaw(port, request(`POST ${target}`, headers, body));
    expect(answer.statuses).toEqual([404]);
    expect(answer.body).toBe('');
    expect(hints).toEqual([]);
  });

  it('tells a delivery at a wrong path from a scan of the internet', async () => {
    await status(request('POST /hook', ['Host: a', 'X-Service-Signature: t=1,v1=0'], body));
    await status(request('POST /wp-login.php', ['Host: a'], 'log=admin'));
    await status(request('GET /.env', ['Host: a']));
    expect(listener.facts().refused).toBe(3);
    expect(listener.facts().lastRefusal?.reason).toBe(`the path is ${path}, not /hook`);
  });

  it('takes a query after the path', async () => {
    const headers = ['Host: a', `X-Service-Signature: ${sign(body, seconds())}`];
    expect(await status(request(`POST ${path}?tenant=7`, headers, body))).toBe(204);
  });

  it('fault 105: answers 405 with an empty body to every other method', async () => {
    const others = http.METHODS.filter((method) => method !== 'POST' && method !== 'CONNECT');
    for (const method of others) {
      const answer = await sendRaw(port, request(`${method} ${path}`, ['Host: a']));
      expect([method, ...answer.statuses]).toEqual([method, 405]);
      expect(answer.headers['allow']).toBe('POST');
      expect(answer.body).toBe('');
      expect((await sendRaw(port, request(`${method} /`, ['Host: a']))).statuses).toEqual([404]);
    }
  });

  it('fault 105: ends a CONNECT and does not follow an upgrade', async () => {
    expect((await sendRaw(port, request('CONNECT a:443', ['Host: a']))).statuses).not.toContain(
      200,
    );
    const upgrade = ['Host: a', 'Upgrade: websocket', 'Connection: Upgrade, close'];
    expect(await status(request(`GET ${path}`, upgrade))).toBe(405);
    expect(await status(delivery(body, ['Upgrade: h2c']))).toBe(204);
  });

  it('fault 105: answers HTTP/1.0 and ends the connection', async () => {
    const head = `POST ${path} HTTP/1.0\r\nX-Service-Signature: ${sign(body, seconds())}\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect((await sendRaw(port, head + body)).statuses).toEqual([204]);
  });

  it('fault 105: continues after Expect: 100-continue and refuses any other expectation', async () => {
    expect((await sendRaw(port, delivery(body, ['Expect: 100-continue']))).statuses).toEqual([
      100, 204,
    ]);
    expect(await status(delivery(body, ['Expect: miracles']))).toBe(417);
  });
});
