import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, StatusConfig } from '../config/declaration.ts';
import type { Access } from './access.ts';
import { loginPage, wrongHostPage } from './document.ts';
import { foreignOrigin, hostIsOwn, type OwnHosts, ownHosts, securityHeaders } from './guard.ts';
import { retryAfterSeconds } from './password.ts';
import { words } from './words.ts';

export type StatusSettings = StatusConfig & {
  readonly language: Language;
  /** Fewer than usual, where the process may not open many (fault 117). */
  readonly connectionsMax?: number;
  /** The configuration, where a command does not find it by itself. */
  readonly file?: string | undefined;
};

/**
 * Every request to the status listener passes here first, whatever its path (faults 107–110). `open` are the paths of
 * the files that the log-in page needs, too.
 */
export function statusGuard(access: Access, settings: StatusSettings, open: ReadonlySet<string>) {
  const { listen, tls, language } = settings;
  let own: OwnHosts | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.headers(securityHeaders);
    const port = request.socket.localPort ?? listen.port;
    own ??= ownHosts({ host: listen.host, port }, tls !== undefined, hostname());
    const foreign = refuseForeign(request, reply, own);
    if (foreign !== undefined) return foreign;
    const [path = ''] = request.url.split('?', 1);
    if (open.has(path) || path === '/login' || path === '/healthz') return undefined;
    const judged = access.judgeReader(request);
    if (judged === 'later') return askToWait(reply, language);
    if (judged === 'wrong') return askToLogIn(path, reply, language);
    // An action is told by its method and not by its path, which can be written in many ways.
    if (request.method !== 'POST' || path === '/logout' || access.mayAct(request)) return undefined;
    const message = 'Actions need the token of the page: load the page again.';
    return reply.code(403).send({ message });
  };
}

function refuseForeign(request: FastifyRequest, reply: FastifyReply, own: OwnHosts) {
  if (!hostIsOwn(request.raw, own)) {
    const page = wrongHostPage(request.headers.host ?? '', own);
    return reply.code(403).type('text/html; charset=utf-8').send(page);
  }
  const foreign = foreignOrigin(request.raw, own);
  if (foreign !== undefined) return reply.code(403).send({ message: foreign });
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  return reply.code(405).header('allow', 'GET, HEAD, POST').send();
}

/** A monitor that has the right password by now is not told that it is wrong. */
function askToWait(reply: FastifyReply, language: Language): FastifyReply {
  const message = words[language].tooManyTries;
  return reply.code(429).header('retry-after', retryAfterSeconds).send({ message });
}

function askToLogIn(path: string, reply: FastifyReply, language: Language): FastifyReply {
  reply.code(401);
  if (path === '/') return reply.type('text/html; charset=utf-8').send(loginPage(language));
  // Not for the API, where a browser would open its own box over the page.
  if (path === '/metrics') reply.header('www-authenticate', 'Basic realm="Stockhand"');
  return reply.send({ message: 'Log in first.' });
}
