import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { headers: IncomingHttpHeaders; raw: string; json: Record<string, unknown> };
export type Receiver = {
  url: string;
  received: Received[];
  /** What it answers from now on; a function may also leave the response open. */
  answer: number | ((response: ServerResponse) => void);
  close(): void;
};

/** A supplier's webhook endpoint on a loopback address. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    receiver.received.push({ headers: request.headers, raw, json: JSON.parse(raw) });
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('seen');
    else receiver.answer(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: 204,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
