import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bounds } from '../base/limits.ts';

export type Listener = { url: string; port: number; close(): Promise<void> };
export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on the address; a handler that fails breaks its connection and nothing else. */
export async function listen(
  { host, port }: { host: string; port: number },
  handle: Handler,
): Promise<Listener> {
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      // A client that went away mid-body ends here too; there is nobody left to answer.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.keepAliveTimeout = bounds.keepAliveMs;
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, host, ready);
  });
  const bound = server.address() as AddressInfo;
  const shown = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${shown}:${bound.port}`,
    port: bound.port,
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
