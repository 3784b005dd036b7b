import { afterEach } from 'vitest';
import type { HttpOutcome, HttpRequest } from '../../src/domain/exchange.ts';
import { type RawServer, rawServer } from './raw-server.ts';
import { forever, openTransport } from './real-door.ts';

const open: RawServer[] = [];

export async function serve(...given: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...given);
  open.push(server);
  return server;
}

export const get: HttpRequest = { method: 'GET', path: '/x', credential: 'bearer' };

/** One request to a server that answers with these bytes and leaves the connection open. */
export async function outcomeOf(answer: Buffer | string, timeoutMs = 5_000): Promise<HttpOutcome> {
  const server = await serve((socket) => socket.write(answer));
  const transport = openTransport(server.url, { timeoutMs });
  const outcome = await transport.send(get, forever);
  await transport.close();
  return outcome;
}

export const bodyOf = (outcome: HttpOutcome) =>
  outcome.kind === 'answer' ? Buffer.from(outcome.body).toString() : outcome.cause;

/** Bare servers for the tests of a file, closed after each. */
export function useServers(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
}
