import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import fastify, { type FastifyInstance } from 'fastify';
import type { Address } from '../config/declaration.ts';
import type { Clock } from '../domain/clock.ts';
import { StockhandError } from '../domain/error.ts';
import type { NeedsYou } from '../domain/facts.ts';
import { authority } from './address.ts';
import {
  type Certificate,
  type CertificateFiles,
  followCertificate,
  readCertificate,
} from './certificate.ts';
import { answerBrokenRequest, boundedServer, type ServerLimits } from './server.ts';
import { certificateTrouble } from './webhook-trouble.ts';

interface ListenerSettings {
  /** The section of the configuration, for messages. */
  readonly section: 'webhooks' | 'status';
  readonly listen: Address;
  readonly tls?: CertificateFiles;
  readonly limits: ServerLimits;
  readonly bodyBytesMax: number;
  /** Addresses and ranges whose X-Forwarded-For is believed; nobody else's is (fault 105). */
  readonly trustedProxies: readonly string[];
}

interface Listener {
  /** `http://127.0.0.1:8480`, with the port that was really taken. */
  readonly url: string;
  /** What needs a person of its certificate. */
  needsYou(): readonly NeedsYou[];
  /** Ends every connection: stopping means abandoning (law 14). */
  close(): Promise<void>;
}

/**
 * Opens one bounded listener with the routes that `declare` adds. Throws LISTEN_FAILED where the address may be free
 * later, and CONFIG_INVALID where it can never be opened.
 */
export async function openListener(
  clock: Clock,
  settings: ListenerSettings,
  declare: (app: FastifyInstance) => void,
): Promise<Listener> {
  const { tls, limits } = settings;
  const certificate = tls && (await readCertificate(tls));
  const app = fastify({
    serverFactory: (handler) => boundedServer(handler, limits, certificate),
    bodyLimit: settings.bodyBytesMax,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded is none of ours.
    frameworkErrors: (_error, _request, reply) =>
      reply.raw.writeHead(404, { 'content-length': 0 }).end(),
    forceCloseConnections: true,
    // A delivery that comes while the listener closes is answered like any other (fault 102).
    return503OnClosing: false,
  });
  declare(app);
  await listen(app, settings);
  const stopped = new AbortController();
  const followed =
    tls && certificate
      ? followCertificate(
          { clock, serve: (renewed) => serveCertificate(app.server, renewed) },
          { files: tls, certificate },
          stopped.signal,
        )
      : undefined;
  const address = app.server.address();
  const port =
    typeof address === 'object' && address !== null ? address.port : settings.listen.port;
  return {
    url: `${tls ? 'https' : 'http'}://${authority(settings.listen.host, port)}`,
    needsYou: () =>
      followed === undefined
        ? []
        : certificateTrouble(`${settings.section}.tls`, followed.facts(), clock.now()),
    close: async () => {
      stopped.abort();
      await Promise.all([app.close(), followed?.ended]);
    },
  };
}

async function listen(app: FastifyInstance, { listen: { host, port }, section }: ListenerSettings) {
  const setting = `${section}.listen`;
  try {
    // `localhost` would be opened once for each of its addresses, each with a server of its own.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  } catch (cause) {
    const { message, code = '' } = cause as NodeJS.ErrnoException;
    throw new StockhandError(
      passing.has(code) ? 'LISTEN_FAILED' : 'CONFIG_INVALID',
      `${setting}: ${authority(host, port)} cannot be opened: ${message}.`,
      { cause, remedy: `${remedyOf(code)} at ${setting}.` },
    );
  }
}

/**
 * When the machine starts another program may hold the port, or the network may not have given the address or its name
 * yet.
 */
const passing: ReadonlySet<string> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN']);

function remedyOf(code: string): string {
  if (code === 'EADDRINUSE') return 'Stop the program that uses the port, or set another one';
  if (code === 'EACCES') return 'This account may not open the port: set one above 1023';
  return 'Set an address that this computer has, or 0.0.0.0 for all that it has,';
}

function serveCertificate(server: HttpServer | HttpsServer, { cert, key }: Certificate): void {
  if ('setSecureContext' in server) server.setSecureContext({ cert, key });
}
