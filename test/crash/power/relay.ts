import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Market } from '../../support/market.ts';
import type { RequestHead } from './trace.ts';

export interface Came {
  readonly head: RequestHead;
  readonly body: string;
}

/** The marketplace as it stood when a request had been carried out. */
export interface Moment {
  readonly head: RequestHead;
  readonly state: unknown;
}

/** Stands before the sandbox, at an address that stays: mutations go through one at a time, each with its moment. */
export interface Relay {
  readonly url: string;
  /** The mutations as they came since the last `hold`. */
  readonly came: readonly Came[];
  /** From now on no mutation goes on, nor has an answer. */
  hold(): void;
  goOn(): void;
  /** Of the mutations since the last call, in the order in which they were carried out. */
  taken(): readonly Moment[];
  close(): Promise<void>;
}

type Handled = { request: http.IncomingMessage; response: http.ServerResponse };

export async function openRelay(market: () => Market): Promise<Relay> {
  let moments: Moment[] = [];
  let came: Came[] = [];
  let isHeld = false;
  let line = Promise.resolve();
  const mutate = async (handled: Handled): Promise<void> => {
    const body = await text(handled.request);
    came.push({ head: headOf(handled.request), body });
    if (isHeld) return;
    const answer = await asked(market(), handled.request, body);
    const state = await market().sandbox.control('GET', '/sandbox/state');
    moments.push({ head: headOf(handled.request), state });
    await give(answer, handled.response);
  };
  const server = http.createServer((request, response) => {
    const handled = { request, response };
    const fail = (): void => void response.destroy();
    if (request.method === 'GET')
      void asked(market(), request, '').then((answer) => give(answer, response), fail);
    else line = line.then(() => mutate(handled)).catch(fail);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get came() {
      return came;
    },
    hold() {
      isHeld = true;
      came = [];
    },
    goOn() {
      isHeld = false;
    },
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

async function asked(
  market: Market,
  { method, headers, url = '' }: http.IncomingMessage,
  body: string,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const further = http.request(new URL(url, market.url), { method, headers }, resolve);
    further.once('error', reject).end(body);
  });
}

async function give(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.end(await text(answer));
}
