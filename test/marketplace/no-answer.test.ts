import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/domain/exchange.ts';
import { answerBytesMax } from '../../src/marketplace/body.ts';
import { httpAnswer, rawServer } from './raw-server.ts';
import { forever, openTransport } from './real-door.ts';
import { get, outcomeOf, serve, useServers } from './served.ts';

useServers();

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
    ['a deletion with HTML', { method: 'DELETE', path: `${catalog}/A` } as const, '<html>'],
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
