import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Market } from '../../support/market.ts';
import type { RequestHead } from './trace.ts';

/** The marketplace as it stood when a request had been carried out. */
export interface Moment {
  readonly head: RequestHead;
  readonly state: unknown;
}

/** Stands before the sandbox, at an address that stays: mutations go through one at a time, each with its moment. */
export interface Relay {
  readonly url: string;
  /** Of the mutations since the last call, in the order in which they were carried out. */
  taken(): readonly Moment[];
  close(): Promise<void>;
}

type Handled = { request: http.IncomingMessage; response: http.ServerResponse };

export async function openRelay(market: () => Market): Promise<Relay> {
  let moments: Moment[] = [];
  let line = Promise.resolve();
  const mutate = async (handled: Handled): Promise<void> => {
    const answer = await asked(market(), handled.request);
    const state = await market().sandbox.control('GET', '/sandbox/state');
    moments.push({ head: headOf(handled.request), state });
    await give(answer, handled.response);
  };
  const server = http.createServer((request, response) => {
    const handled = { request, response };
    const fail = (): void => void response.destroy();
    if (request.method === 'GET')
      void asked(market(), request).then((answer) => give(answer, response), fail);
    else line = line.then(() => mutate(handled)).catch(fail);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const before = moments;
      moments = [];
      return before;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headOf({ method = '', url = '', headers }: http.IncomingMessage): RequestHead {
  return { method, path: url, key: String(headers['idempotency-key'] ?? '') };
}

async function asked(market: Market, request: http.IncomingMessage): Promise<http.IncomingMessage> {
  const body = await text(request);
  const { method, headers, url = '' } = request;
  return new Promise((resolve, reject) => {
    const further = http.request(new URL(url, market.url), { method, headers }, resolve);
    further.once('error', reject).end(body);
  });
}

async function give(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.end(await text(answer));
}
