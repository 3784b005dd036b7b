import { gzipSync } from 'node:zlib';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { HttpOutcome, HttpRequest } from '../../src/domain/exchange.ts';
import { answerBytesMax } from '../../src/marketplace/body.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import type { RawServer } from './raw-server.ts';
import { httpAnswer, rawServer } from './raw-server.ts';
import { forever, openRealDoor, openTransport, secretKey } from './real-door.ts';

// Under nock the dispatcher is passed by: sockets are tested without it.
beforeAll(() => nock.restore());
afterAll(() => nock.activate());

const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(...given: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...given);
  open.push(server);
  return server;
}

const get: HttpRequest = { method: 'GET', path: '/x', credential: 'bearer' };
const post: HttpRequest = { ...get, method: 'POST', body: Buffer.from('{"a":1}') };

/** One request to a server that answers with these bytes and leaves the connection open. */
async function outcomeOf(answer: Buffer | string, timeoutMs = 5_000): Promise<HttpOutcome> {
  const server = await serve((socket) => socket.write(answer));
  const transport = openTransport(server.url, { timeoutMs });
  const outcome = await transport.send(get, forever);
  await transport.close();
  return outcome;
}

const bodyOf = (outcome: HttpOutcome) =>
  outcome.kind === 'answer' ? Buffer.from(outcome.body).toString() : outcome.cause;

describe('an answer over a real socket', () => {
  it('is status, lower-case headers and bytes', async () => {
    const outcome = await outcomeOf(httpAnswer('200 OK', '{"ok":true}', ['X-RateLimit-Limit: 5']));
    expect(outcome).toMatchObject({
      kind: 'answer',
      status: 200,
      headers: { 'x-ratelimit-limit': '5' },
    });
    expect(bodyOf(outcome)).toBe('{"ok":true}');
  });

  it('may be gzipped', async () => {
    expect(
      bodyOf(
        await outcomeOf(httpAnswer('200 OK', gzipSync('{"ok":1}'), ['content-encoding: gzip'])),
      ),
    ).toBe('{"ok":1}');
  });

  it('may end with the connection', async () => {
    const server = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"ok":1}'));
    expect(bodyOf(await openTransport(server.url).send(get, forever))).toBe('{"ok":1}');
  });

  it('fault 54: a 204 with a body is a 204', async () => {
    const outcome = await outcomeOf('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}');
    expect(outcome).toMatchObject({ status: 204 });
    expect(bodyOf(outcome)).toBe('');
  });

  it('fault 54: a 502 in HTML is an open failure with the status as type', async () => {
    expect(
      await outcomeOf(
        httpAnswer('502 Bad Gateway', '<html>502</html>', ['content-type: text/html']),
      ),
    ).toMatchObject({
      status: 502,
      problem: { type: 'HTTP_502', status: 502 },
    });
  });

  it('fault 54: ids above 2^53 come through digit by digit', async () => {
    const page =
      '{"items":[{"id":9007199254740993,"version":"v"}],"nextCursor":"c","hasMore":false}';
    const server = await serve((socket) => socket.write(httpAnswer('200 OK', page)));
    const { exchange } = openRealDoor(server.url);
    const read = await createReads(exchange).orderPage({ cursor: 'c' }, 100, {
      lane: 'orders',
      signal: forever,
    });
    expect(read).toMatchObject({ ok: { items: [{ id: '9007199254740993' }] } });
  });
});

describe('fault 54: a 2xx that cannot be read', () => {
  const catalog = '/connect/v1/supplier/catalog/products';
  const action = '/connect/v1/supplier/orders/7/accept';
  const answerTo = async (request: Pick<HttpRequest, 'method' | 'path'>, body: string) => {
    const server = await serve((socket) => socket.write(httpAnswer('200 OK', body)));
    return openTransport(server.url).send({ ...request, credential: 'bearer' }, forever);
  };
  const batch = { method: 'POST', path: `${catalog}/batch` } as const;
  const stock = { method: 'PUT', path: `${catalog}/batch/stock` } as const;

  it.each([
    ['a batch answered with HTML', batch, '<html>'],
    ['a batch answered with half a JSON', stock, '{"succeeded":1,'],
    ['a batch answered with nothing', batch, ''],
  ])('is an open outcome: %s', async (_name, request, body) => {
    expect(await answerTo(request, body)).toMatchObject({
      status: 200,
      problem: { type: 'UNREADABLE', status: 200 },
    });
  });

  it.each([
    ['a batch of another shape', batch, '[]'],
    ['a deletion with nothing', { method: 'DELETE', path: `${catalog}/A` } as const, ''],
    ['an order action with HTML', { method: 'POST', path: action } as const, '<html>'],
    ['an order action with nothing', { method: 'POST', path: action } as const, ''],
  ])('fault 130: is none where the status alone counts: %s', async (_name, request, body) => {
    const outcome = await answerTo(request, body);
    expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
    expect(outcome).not.toHaveProperty('problem');
  });
});

describe('no whole answer', () => {
  it.each([
    ['the line of another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreadable'],
    [
      'headers without an end',
      `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(100)}`,
      'tooLarge',
    ],
    [
      'gzip that is none',
      httpAnswer('200 OK', 'not gzip', ['content-encoding: gzip']),
      'unreadable',
    ],
    [
      'a chunk without a length',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'unreadable',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', 'reset'],
  ])('fault 54: %s cannot be read', async (_name, answer, cause) => {
    expect(await outcomeOf(answer)).toMatchObject({ kind: 'none', cause });
  });

  it('fault 54: a server that says nothing ends at the deadline', async () => {
    const server = await serve(() => undefined);
    const outcome = await openTransport(server.url, { timeoutMs: 100 }).send(get, forever);
    expect(outcome).toEqual({
      kind: 'none',
      cause: 'timeout',
      detail: 'no whole answer in time: 100 ms',
    });
  });

  it('fault 54: a body that drips ends at the same deadline, not after each byte', async () => {
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const start = performance.now();
    expect(await openTransport(server.url, { timeoutMs: 200 }).send(get, forever)).toMatchObject({
      cause: 'timeout',
    });
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('fault 54: a body above the limit ends the connection and is not kept', async () => {
    let written = 0;
    let isClosed = false;
    const server = await serve((socket) => {
      socket.on('close', () => {
        isClosed = true;
      });
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const chunk = Buffer.alloc(1_000_000);
      const flow = (): void => {
        while (written < 1_000_000_000 && !socket.destroyed) {
          written += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', flow);
        }
      };
      flow();
    });
    expect(await openTransport(server.url).send(get, forever)).toMatchObject({
      kind: 'none',
      cause: 'tooLarge',
    });
    await expect.poll(() => isClosed).toBe(true);
    expect(written).toBeLessThan(10 * answerBytesMax);
  });

  it('fault 54: a gzip bomb is counted as it comes out', async () => {
    const bomb = gzipSync(Buffer.alloc(answerBytesMax * 4));
    expect(bomb.length).toBeLessThan(answerBytesMax / 100);
    expect(await outcomeOf(httpAnswer('200 OK', bomb, ['content-encoding: gzip']))).toMatchObject({
      cause: 'tooLarge',
    });
  });

  it('a port where nobody listens is a refused connection', async () => {
    const server = await rawServer(() => undefined);
    await server.close();
    expect(await openTransport(server.url).send(get, forever)).toEqual({
      kind: 'none',
      cause: 'refused',
      detail: 'no connection could be made: ECONNREFUSED',
    });
  });

  it('a request that is given up ends at once, before it left and under way', async () => {
    const server = await serve(() => undefined);
    const transport = openTransport(server.url);
    expect(await transport.send(get, AbortSignal.abort())).toMatchObject({ cause: 'aborted' });
    expect(server.received).toEqual([]);
    const stop = new AbortController();
    const sending = transport.send(get, stop.signal);
    await expect.poll(() => server.received.length).toBe(1);
    stop.abort();
    expect(await sending).toMatchObject({ cause: 'aborted' });
  });

  it('a closed transport gives requests up', async () => {
    const server = await serve(() => undefined);
    const transport = openTransport(server.url);
    const sending = transport.send(get, forever);
    await expect.poll(() => server.received.length).toBe(1);
    await transport.close();
    expect(await sending).toMatchObject({ kind: 'none', cause: 'aborted' });
    expect(await transport.send(get, forever)).toMatchObject({ kind: 'none', cause: 'aborted' });
  });
});

describe('addresses', () => {
  it.each([301, 302, 303, 307, 308])('fault 55: the bearer never follows a %d', async (status) => {
    const elsewhere = await serve((socket) => socket.write(httpAnswer('200 OK', '{}')));
    const server = await serve((socket) =>
      socket.write(httpAnswer(`${status} Moved`, 'see there', [`location: ${elsewhere.url}/x`])),
    );
    for (const request of [get, post]) {
      expect(await openTransport(server.url).send(request, forever)).toMatchObject({
        kind: 'none',
        cause: 'redirect',
      });
    }
    expect(elsewhere.received).toEqual([]);
    expect(server.received.join()).toContain(`Bearer ${secretKey}`);
  });

  it('fault 56: an upload follows no redirect and carries no header that names us', async () => {
    const server = await serve((socket) =>
      socket.write(httpAnswer('307 Moved', '', ['location: http://127.0.0.1:1/'])),
    );
    const upload = {
      method: 'PUT',
      path: `${server.url}/u?sig=1`,
      credential: 'none',
      headers: { 'content-type': 'image/webp' },
      body: Buffer.from('webp'),
    } as const;
    expect(await openTransport('http://127.0.0.1:9').send(upload, forever)).toMatchObject({
      cause: 'redirect',
    });
    const [sent = ''] = server.received;
    expect(sent).toMatch(/^PUT \/u\?sig=1 HTTP\/1\.1\r\n/);
    expect(sent).toMatch(/content-type: image\/webp\r\n/i);
    expect(sent).not.toMatch(/authorization|cookie|canary/i);
    expect(sent.endsWith('\r\n\r\nwebp')).toBe(true);
  });

  it('finding 4: a path that would be folded into another is not sent', async () => {
    const server = await serve((socket) => socket.write(httpAnswer('200 OK', '{}')));
    const paths = ['/a/../b', '/a/./b', '/a/%2e%2E/b', 'a', '/a\\..\\b', '/a b', '//elsewhere/x'];
    for (const path of paths) {
      const outcome = await openTransport(`${server.url}/base`).send({ ...get, path }, forever);
      if (path !== '//elsewhere/x')
        expect(outcome, path).toMatchObject({ kind: 'none', cause: 'refused' });
    }
    expect(server.received.join()).not.toContain('GET /b ');
    expect(server.received.map((bytes) => bytes.split('\r\n')[0])).toEqual([
      'GET /base//elsewhere/x HTTP/1.1',
    ]);
  });
});

it('an upload has as much longer as its bytes need on a slow line', async () => {
  const waits: number[] = [];
  const clock = {
    ...systemClock,
    sleep: (waitMs: number, signal?: AbortSignal) => {
      waits.push(waitMs);
      return systemClock.sleep(waitMs, signal);
    },
  };
  const server = await serve((socket) => socket.write(httpAnswer('200 OK', '{}')));
  const transport = openTransport(server.url, { clock, timeoutMs: 1_000 });
  const body = Buffer.alloc(320_000);
  await transport.send({ ...post, body }, forever);
  await transport.send(
    { method: 'PUT', path: `${server.url}/u`, credential: 'none', body },
    forever,
  );
  expect(waits).toEqual([1_000, 11_000]);
});

describe('connections', () => {
  it('fault 62: a connection that the other side closed while idle costs no request', async () => {
    let closed = 0;
    const server = await serve((socket) => {
      socket.on('close', () => {
        closed += 1;
      });
      socket.end(httpAnswer('200 OK', '{}', ['connection: keep-alive']));
    });
    const { sender } = openRealDoor(server.url);
    for (let at = 1; at <= 5; at += 1) {
      const stock = { lane: 'stock', method: 'PUT', path: '/s', body: Buffer.from('{}') } as const;
      expect(await sender.send({ ...stock, key: `k${at}` }, forever)).toMatchObject({
        kind: 'answered',
      });
      await expect.poll(() => closed).toBeGreaterThanOrEqual(at);
    }
    expect(sender.facts().sent.stock).toBeLessThanOrEqual(10);
  });

  it('fault 62: a reset on a kept connection is an open outcome, repeated with the same key only', async () => {
    const keys: string[] = [];
    const server = await serve((socket, request) => {
      const key = /idempotency-key: (\S+)/i.exec(request)?.[1] ?? '';
      keys.push(key);
      if (keys.length === 2) socket.resetAndDestroy();
      else socket.write(httpAnswer('200 OK', '{}'));
    });
    const { sender } = openRealDoor(server.url);
    for (const key of ['a', 'b']) {
      const verdict = await sender.send(
        { lane: 'stock', method: 'PUT', path: '/s', key, body: Buffer.from('{}') },
        forever,
      );
      expect(verdict).toMatchObject({ kind: 'answered' });
    }
    expect(keys).toEqual(['a', 'b', 'b']);
  });

  it('keeps as many connections as requests are allowed at once, and reuses them', async () => {
    const server = await serve((socket) => socket.write(httpAnswer('200 OK', '{}')));
    const transport = openTransport(server.url, { maxInFlight: 2 });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 6 }, () => transport.send(get, forever)));
    }
    expect(server.received).toHaveLength(2);
    await transport.close();
  });
});
