import type { FastifyInstance } from 'fastify';
import { StockhandError } from '../domain/error.ts';
import type { NeedsYou } from '../domain/facts.ts';
import { Access } from './access.ts';
import { isLoopback } from './address.ts';
import { readAssets } from './assets.ts';
import { TooLate } from './deadline.ts';
import { factsReader } from './facts-reader.ts';
import { openListener } from './listener.ts';
import { declareLogin } from './login.ts';
import { PasswordDoor } from './password.ts';
import type { ServerLimits } from './server.ts';
import { Sessions } from './session.ts';
import { declareActions } from './status-actions.ts';
import { type StatusSettings, statusGuard } from './status-guard.ts';
import type { StatusDeps, StatusParts } from './status-parts.ts';
import { declareReads } from './status-reads.ts';

const limits: ServerLimits = {
  headerBytesMax: 16 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  keepAliveMs: 30_000,
  connectionsMax: 128,
  connectionsPerAddressMax: 64,
  isProxy: () => false,
};
const bodyBytesMax = 16 * 1024;

export interface StatusListener {
  /** `http://127.0.0.1:8480`, with the port that was really taken. */
  readonly url: string;
  /** What needs a person of the listener itself, which is its certificate. */
  needsYou(): readonly NeedsYou[];
  close(): Promise<void>;
}

/**
 * Opens the status page and its API (contract.md section 5). Throws CONFIG_INVALID where other machines could reach it
 * without password or TLS (fault 111), and what `openListener` throws.
 */
export async function openStatusListener(
  deps: StatusDeps,
  settings: StatusSettings,
): Promise<StatusListener> {
  refuseOpenDoor(settings);
  const { clock } = deps;
  const { listen, password, language, tls } = settings;
  const door = password && new PasswordDoor(clock, password);
  const sessions = new Sessions(clock, { port: listen.port, secure: tls !== undefined });
  const access = new Access(sessions, door);
  const reader = factsReader(clock, deps.facts);
  const parts: StatusParts = { deps, reader, access, language, file: settings.file };
  const assets = await readAssets();
  const connectionsMax = Math.min(limits.connectionsMax, settings.connectionsMax ?? Infinity);
  const bounds = { limits: { ...limits, connectionsMax }, bodyBytesMax };
  const listener = await openListener(
    clock,
    { ...settings, section: 'status', ...bounds, trustedProxies: [] },
    (app) => {
      // JSON is the only body that is taken here: a form of another site can send text, but no JSON (fault 108).
      app.removeContentTypeParser('text/plain');
      app.addHook('onRequest', statusGuard(access, settings, new Set(assets.keys())));
      declareFailures(app, deps);
      declareLogin(app, access, language);
      declareReads(app, parts, assets);
      declareActions(app, parts);
    },
  );
  return {
    url: listener.url,
    needsYou: () => listener.needsYou(),
    close: () => listener.close(),
  };
}

function refuseOpenDoor({ listen, password, tls }: StatusSettings): void {
  if (isLoopback(listen.host) || (password !== undefined && tls !== undefined)) return;
  const missing = password === undefined ? 'password' : 'tls';
  throw new StockhandError(
    'CONFIG_INVALID',
    `status.listen: other machines could open the page at ${listen.host}, but status.${missing} is missing.`,
    { remedy: `Set status.${missing}, or listen on 127.0.0.1.` },
  );
}

function declareFailures(app: FastifyInstance, deps: StatusDeps): void {
  app.setNotFoundHandler((request, reply) => {
    const readsAction = request.method === 'GET' && request.url.startsWith('/api/actions/');
    if (readsAction) reply.header('allow', 'POST');
    return reply.code(readsAction ? 405 : 404).send({ message: 'There is nothing here.' });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof StockhandError) {
      const { code, message, remedy } = error;
      return reply.code(409).send({ code, message, remedy });
    }
    if (error instanceof TooLate) return reply.code(503).send({ message: error.message });
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: error.message });
    deps.note(
      `status page: ${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`,
    );
    return reply.code(500).send({ message: 'Stockhand failed at this; see its log.' });
  });
}
