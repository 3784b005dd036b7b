import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import net, { type LookupFunction } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpRequest } from '../../src/domain/exchange.ts';
import { httpAnswer, type RawServer, rawServer } from './raw-server.ts';
import { forever, openTransport } from './real-door.ts';

const batch: HttpRequest = {
  method: 'POST',
  path: '/connect/v1/supplier/catalog/products/batch',
  credential: 'bearer',
  body: Buffer.from('[]'),
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

async function serve(answer: Buffer): Promise<RawServer> {
  const server = await rawServer((socket) => socket.write(answer));
  ends.push(() => server.close());
  return server;
}

function open(port: number, timeoutMs = 10_000) {
  const transport = openTransport(`http://localhost:${port}`, { timeoutMs });
  ends.push(() => transport.close());
  return transport;
}

/** What the machine's resolver says of every name. */
function resolveTo(...addresses: readonly string[] | readonly [Error]): void {
  const answer: LookupFunction = (_name, _options, callback) => {
    const [first] = addresses;
    if (first instanceof Error) callback(first, []);
    else
      callback(
        null,
        addresses.map((address) => ({ address: String(address), family: 4 })),
      );
  };
  vi.spyOn(dns, 'lookup').mockImplementation(answer as never);
}

/** An address that answers no knock, as a network does that swallows packets. */
async function blackHole(host: string, port: number): Promise<void> {
  const listen = `require('node:net').createServer().listen({ host: '${host}', port: ${port}, backlog: 1 }, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'ignore'] });
  ends.push(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const waiting = Array.from({ length: 4 }, () =>
    net.connect({ host, port }).on('error', () => undefined),
  );
  ends.push(() => waiting.map((socket) => socket.destroy()));
  // As many as the queue takes; whoever comes now hears nothing.
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
}

describe('fault 61: a network that does not lead to the marketplace', () => {
  it.each([
    ['ENOTFOUND', 'nobody knows the name'],
    ['EAI_AGAIN', 'no resolver answers'],
  ])('%s, %s: nothing was sent, and the name is what is reported', async (code) => {
    resolveTo(Object.assign(new Error(`getaddrinfo ${code} localhost`), { code }));
    expect(await open(45_678).send(batch, forever)).toMatchObject({
      kind: 'none',
      cause: 'dns',
      detail: expect.stringContaining('the host name could not be found'),
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'an address that swallows everything costs a moment where another one works',
    async () => {
      const server = await serve(httpAnswer('200 OK', '{"results":[],"succeeded":0,"failed":0}'));
      await blackHole('127.0.0.2', server.port);
      resolveTo('127.0.0.2', '127.0.0.1');
      expect(await open(server.port).send(batch, forever)).toMatchObject({ status: 200 });
      expect(server.received).toHaveLength(1);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'where no address answers the deadline ends it, and says so',
    async () => {
      const { port } = await serve(httpAnswer('200 OK', '{}'));
      await blackHole('127.0.0.2', port);
      resolveTo('127.0.0.2');
      expect(await open(port, 300).send(batch, forever)).toMatchObject({
        kind: 'none',
        cause: 'timeout',
      });
    },
  );

  it.each([
    [
      'its page in place of an answer',
      httpAnswer('200 OK', '<html>log in</html>', ['content-type: text/html']),
      { kind: 'answer', problem: { type: 'UNREADABLE' } },
    ],
    [
      'its redirect, which is not followed',
      httpAnswer('302 Found', '', ['location: http://localhost:1/login']),
      { kind: 'none', cause: 'redirect' },
    ],
  ])('a captive portal: %s leaves the outcome open', async (_name, answer, outcome) => {
    const server = await serve(answer);
    expect(await open(server.port).send(batch, forever)).toMatchObject(outcome);
  });
});
