import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { addressKey } from './address.ts';
import type { Certificate } from './certificate.ts';

/** The limits of one listener (fault 100). Node's own last minutes, and it caps no connections. */
export interface ServerLimits {
  readonly headerBytesMax: number;
  readonly headersTimeoutMs: number;
  /** Headers and body together. */
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly connectionsMax: number;
  /** Connections of one address at once. Of IPv6 that is a /64, which one party holds as a whole. */
  readonly connectionsPerAddressMax: number;
  /** True of an address that stands for many senders: only the cap of all connections counts for it. */
  isProxy(address: string): boolean;
}

const sweepMs = 1_000;

/**
 * A server within limits, with or without TLS. `insecureHTTPParser` stays off, because lenient parsing lets requests be
 * smuggled (fault 105).
 */
export function boundedServer(
  handler: http.RequestListener,
  limits: ServerLimits,
  certificate?: Certificate,
): http.Server | https.Server {
  const options = {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: sweepMs,
    insecureHTTPParser: false,
  };
  const server =
    certificate === undefined
      ? http.createServer(options, handler)
      : https.createServer(
          {
            ...options,
            handshakeTimeout: limits.headersTimeoutMs,
            cert: certificate.cert,
            key: certificate.key,
          },
          handler,
        );
  server.maxConnections = limits.connectionsMax;
  capPerAddress(server, limits);
  return server;
}

function capPerAddress(server: http.Server, limits: ServerLimits): void {
  // No larger than connectionsMax: an entry lives no longer than its connections.
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || limits.isProxy(address)) return;
    const key = addressKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > limits.connectionsPerAddressMax) {
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}

/** Answers what Node could not parse or would not wait for, with a bare status line, and ends the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const untouched = socket.writable && socket.bytesWritten === 0;
  if (untouched && error.code !== 'ECONNRESET') {
    const status = brokenStatus(error.code);
    socket.write(
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  }
  socket.destroy();
}

function brokenStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
