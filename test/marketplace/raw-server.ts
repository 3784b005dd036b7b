import net, { type AddressInfo } from 'node:net';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Every byte that came, by connection. */
  readonly received: string[];
  close(): Promise<void>;
}

type Serve = (socket: net.Socket, request: string, connection: number) => void;

/** A server of bare sockets: `serve` is called once for each whole request that has come. */
export async function rawServer(serve: Serve, host = '127.0.0.1'): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  const received: string[] = [];
  const server = net.createServer((socket) => {
    const connection = received.push('') - 1;
    let taken = 0;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received[connection] += chunk.toString('latin1');
      const request = (received[connection] ?? '').slice(taken);
      if (!isWhole(request)) return;
      taken += request.length;
      serve(socket, request, connection);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
}

/** An answer as bytes; without a length it ends with the connection. */
export function httpAnswer(
  status: string,
  body: string | Buffer,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, `content-length: ${bytes.length}`, ...headers, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), bytes]);
}
