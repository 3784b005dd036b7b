import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookListener, type WebhookListener } from '../../src/web/webhook-listener.ts';
import { request, sendRaw } from './raw-client.ts';
import { envelope, secrets, sign } from './signing.ts';
import { TestClock } from './test-clock.ts';

const path = '/webhooks/marketplace';
const body = envelope('order.placed');

let clock: TestClock;
let open: WebhookListener[];
let hints: number;
let notes: string[];

beforeEach(() => {
  clock = new TestClock();
  open = [];
  hints = 0;
  notes = [];
});

afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()));
});

async function start(trustedProxies: readonly string[] = []) {
  const listener = await openWebhookListener(
    {
      clock,
      onHint: () => {
        hints += 1;
      },
      note: (text) => notes.push(text),
      told: () => undefined,
    },
    { listen: { host: '0.0.0.0', port: 0 }, path, secrets, trustedProxies },
  );
  open.push(listener);
  return { listener, port: Number(new URL(listener.facts().listening ?? '').port) };
}

const good = (headers: readonly string[] = []) =>
  request(
    `POST ${path}`,
    ['Host: a', `X-Service-Signature: ${sign(body, clock.now() / 1000)}`, ...headers],
    body,
  );

/** Connects, sends `first` and then a byte a second for as long as the other side lets it. */
function drip(port: number, localAddress: string, first: string) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  let closed = false;
  let answer = '';
  let dripping: NodeJS.Timeout | undefined;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('close', () => {
    closed = true;
    clearInterval(dripping);
  });
  socket.on('connect', () => {
    socket.write(first);
    dripping = setInterval(() => socket.write('x'), 1_000);
  });
  return { isClosed: () => closed, answer: () => answer };
}

describe('the bounds of the webhook listener', () => {
  it('fault 100: ends 2,000 dripping sockets in time while others are answered', async () => {
    const { port } = await start();
    const started = performance.now();
    const hosts = Array.from({ length: 5 }, (_, index) => `127.0.0.${10 + index}`);
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `;
    const slow = hosts.flatMap((host) => Array.from({ length: 400 }, () => drip(port, host, head)));
    const silent = drip(port, '127.0.0.20', '');
    const slowBody = drip(port, '127.0.0.21', `${head}1\r\nContent-Length: 5000\r\n\r\n{`);
    const tooLarge = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 70000000\r\n\r\n`;
    const refusedBody = drip(port, '127.0.0.22', tooLarge);
    // 50 of each address are heard, the others are ended at once.
    await expect
      .poll(() => slow.filter((each) => each.isClosed()).length, { timeout: 5_000 })
      .toBeGreaterThanOrEqual(5 * (400 - 50));
    const before = performance.now();
    const valid = await sendRaw(port, good(), { localAddress: '127.0.0.99' });
    expect(valid.statuses).toEqual([204]);
    expect(performance.now() - before).toBeLessThan(1_000);
    await expect.poll(() => slow.every((each) => each.isClosed()), { timeout: 12_000 }).toBe(true);
    expect(slow.some((each) => each.answer().startsWith('HTTP/1.1 408 '))).toBe(true);
    await expect.poll(() => silent.isClosed(), { timeout: 12_000 }).toBe(true);
    const bodies = [slowBody, refusedBody];
    await expect
      .poll(() => bodies.every((each) => each.isClosed()), { timeout: 15_000 })
      .toBe(true);
    expect(refusedBody.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(refusedBody.answer().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(25_000);
  });

  it('fault 100: refuses more than 32 headers and more than 8 KB of them with 431', async () => {
    const { port } = await start();
    const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: y`);
    // good() brings four headers of its own: Connection, Host, the signature, Content-Length.
    expect((await sendRaw(port, good(many(28)))).statuses).toEqual([204]);
    expect((await sendRaw(port, good(many(29)))).statuses).toEqual([431]);
    expect((await sendRaw(port, good([`X-Long: ${'y'.repeat(8_192)}`]))).statuses).toEqual([431]);
  });

  it('fault 100: takes the 50 events of one batch at once, no more connections of one address, and all that a trusted proxy opens', async () => {
    const capped = await start();
    const proxied = await start(['127.0.0.0/8']);
    const counts = await Promise.all(
      [capped, proxied].map(async ({ port }) => {
        const sockets = Array.from({ length: 78 }, () => net.connect(port, '127.0.0.1'));
        let ended = 0;
        for (const socket of sockets) {
          socket.on('error', () => {});
          socket.on('close', () => {
            ended += 1;
          });
        }
        const valid = await sendRaw(port, good(), { localAddress: '127.0.0.9' });
        expect(valid.statuses).toEqual([204]);
        if (port === capped.port) await expect.poll(() => ended).toBe(28);
        const seen = ended;
        for (const socket of sockets) socket.destroy();
        return seen;
      }),
    );
    expect(counts).toEqual([28, 0]);
  });

  it('fault 100: gives a place back when a connection ends', async () => {
    const { port } = await start();
    for (let index = 0; index < 50; index += 1) {
      expect((await sendRaw(port, good())).statuses).toEqual([204]);
    }
  });

  it('fault 105: believes X-Forwarded-For of a trusted proxy only', async () => {
    const forged = request(
      `POST ${path}`,
      ['Host: a', 'X-Service-Signature: t=1', 'X-Forwarded-For: 203.0.113.9'],
      body,
    );
    await sendRaw((await start()).port, forged);
    await sendRaw((await start(['127.0.0.1'])).port, forged);
    expect(notes.map((note) => /from (\S+):/.exec(note)?.[1])).toEqual([
      '127.0.0.1',
      '203.0.113.9',
    ]);
  });

  const signedHead = () =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Service-Signature: ${sign(body, clock.now() / 1000)}\r\n`;
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`;
  const attempts: readonly (readonly [string, () => string])[] = [
    [
      'Content-Length and Transfer-Encoding',
      () =>
        `${signedHead()}Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${smuggled}`,
    ],
    [
      'Transfer-Encoding and Content-Length',
      () =>
        `${signedHead()}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked}${smuggled}`,
    ],
    [
      'two Content-Length',
      () =>
        `${signedHead()}Content-Length: ${body.length}\r\nContent-Length: 0\r\n\r\n${body}${smuggled}`,
    ],
    [
      'a signed Content-Length',
      () => `${signedHead()}Content-Length: +${body.length}\r\n\r\n${body}`,
    ],
    ['a hexadecimal Content-Length', () => `${signedHead()}Content-Length: 0x20\r\n\r\n${body}`],
    [
      'chunked that is not last',
      () => `${signedHead()}Transfer-Encoding: chunked, identity\r\n\r\n${chunked}${smuggled}`,
    ],
    [
      'a blank before the colon',
      () =>
        `${signedHead()}Transfer-Encoding : chunked\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'a folded header',
      () => `${signedHead()}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n${chunked}`,
    ],
    [
      'a bare line feed',
      () =>
        `${signedHead()}X: y\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${chunked}`,
    ],
    [
      'a chunk size that overflows',
      () => `${signedHead()}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${body}`,
    ],
    [
      'a NUL in a header',
      () => `${signedHead()}X: a\0b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    ['no Host', () => `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`],
    ['another protocol', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ];
  it.each(attempts)('fault 105: refuses %s and ends the connection', async (_, bytes) => {
    const { port, listener } = await start();
    const answer = await sendRaw(port, bytes());
    expect(answer.statuses).toEqual([400]);
    expect(answer.body).toBe('');
    expect(listener.facts().accepted).toBe(0);
    expect(hints).toBe(0);
  });

  it('fault 95: refuses with 415 a body that only its transfer encodes', async () => {
    const { port } = await start();
    const bytes = `${signedHead()}Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n${chunked}`;
    expect((await sendRaw(port, bytes)).statuses).toEqual([415]);
    expect(hints).toBe(0);
  });

  it('fault 105: random bytes get a refusal or nothing, and the listener lives', async () => {
    const { port, listener } = await start();
    const alphabet = [
      'POST ',
      path,
      ' HTTP/1.1',
      '\r\n',
      'Host: a',
      ':',
      '\0',
      'chunked',
      '\xff',
      '0',
      ' ',
    ];
    let seed = 1;
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    for (let round = 0; round < 300; round += 1) {
      const parts = Array.from({ length: next() % 40 }, () => alphabet[next() % alphabet.length]);
      const sent = Buffer.from(`${parts.join('')}\r\n\r\n\0`, 'latin1');
      const { statuses } = await sendRaw(port, sent);
      expect(statuses.every((status) => status >= 400)).toBe(true);
    }
    expect((await sendRaw(port, good())).statuses).toEqual([204]);
    expect(listener.facts().accepted).toBe(1);
  });
});
