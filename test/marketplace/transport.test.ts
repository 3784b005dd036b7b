import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { HttpRequest } from '../../src/domain/exchange.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { httpAnswer } from './raw-server.ts';
import { forever, openRealDoor, openTransport, secretKey } from './real-door.ts';
import { bodyOf, get, outcomeOf, serve, useServers } from './served.ts';

useServers();
const post: HttpRequest = { ...get, method: 'POST', body: Buffer.from('{"a":1}') };

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

  it('fault 119: a key that a refusal repeats stands in none of its words', async () => {
    const body = JSON.stringify({
      title: `no ${secretKey}`,
      detail: `Bearer ${secretKey} lacks it`,
    });
    expect(await outcomeOf(httpAnswer('403 Forbidden', body))).toMatchObject({
      problem: { title: 'no ***', detail: 'Bearer *** lacks it' },
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
