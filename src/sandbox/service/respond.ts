import { leaveOutEmpty } from '../base/absent.ts';
import { parseJson } from '../base/json.ts';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem, problemBody } from '../base/problem.ts';
import { authenticate, authorize, type Credential } from './credential.ts';
import type { Answer, Call, Endpoint, Trace } from './declaration.ts';
import { fingerprint, keepAnswer, storedAnswer } from './idempotency.ts';
import { checkPortalSession } from './portal.ts';
import { headerText, type Request } from './request.ts';
import { findRoute, type Match } from './router.ts';
import { checkPathParameters, readBody, readQuery } from './validate.ts';

type Responder = { market: Market; endpoints: readonly Endpoint[]; countRequest(): void };

/** `early` is a refusal that bad weather decided on: it takes the place of the work. */
type Arrival = { request: Request; trace: Trace; early?: Answer | undefined };

/**
 * Answers one request. The order of the checks: credential, path, method, scope, rate, body size,
 * content type, JSON, stored answer, fields, then the endpoint's own rules.
 */
export async function respond(responder: Responder, arrival: Arrival): Promise<Answer> {
  try {
    return await admit(responder, arrival);
  } catch (error) {
    return refusal(error, arrival.request);
  }
}

async function admit(responder: Responder, arrival: Arrival): Promise<Answer> {
  const { market, endpoints } = responder;
  const { request, trace, early } = arrival;
  // A credential that is refused has no stored answers: this is decided before any key is looked at.
  const isKept = market.settings.idempotency.forbidden === 'kept';
  if (early?.status === 401 || (early?.status === 403 && !isKept)) return early;
  const isBearerPath = request.path.startsWith('/connect/v1/') && !isTokenPath(request.path);
  const credential = isBearerPath ? authenticate(market, request.headers.authorization) : undefined;
  const match = findRoute(endpoints, request.method, request.path);
  checkAccess(market, match.route, { credential, request });
  responder.countRequest();
  const parsed = readJson(match.route, request);
  const key = readKey(match.route, arrival);
  const work = () => perform(market, match, { credential, parsed, arrival });
  if (key === undefined) return await work();
  return answerOnce(market, { key, request: identity(request) }, { trace, work });
}

type Once = { trace: Trace; work: () => Answer | Promise<Answer> };

/** Runs the work in one transaction with the stored answer, so that neither exists alone. */
function answerOnce(market: Market, keyed: { key: string; request: string }, once: Once): Answer {
  const stored = storedAnswer(market, keyed.key, keyed.request);
  if (stored) {
    once.trace.replayed = true;
    return stored;
  }
  return market.store.transaction(() => {
    const answer = once.work();
    if (answer instanceof Promise) throw new Error('an endpoint with a key must answer at once');
    keepAnswer(market, keyed, answer);
    return answer;
  });
}

type Work = { credential: Credential | undefined; parsed: unknown; arrival: Arrival };

function perform(market: Market, match: Match<Endpoint>, work: Work): Answer | Promise<Answer> {
  const { request, trace, early } = work.arrival;
  if (early) return early;
  try {
    checkPathParameters(match.route, match.params);
    const call: Call = {
      params: match.params,
      query: readQuery(match.route, request.query, trace),
      body: readBody(match.route, work.parsed, trace),
      ifMatch: match.route.ifMatch ? headerText(request.headers['if-match']) : undefined,
      credential: work.credential,
      trace,
    };
    const handle = () => match.route.handle(market, call);
    // A transaction cannot wait: an endpoint that sends something does its own small writes.
    return match.route.waits ? handle() : market.store.transaction(handle);
  } catch (error) {
    trace.effects.length = 0;
    return refusal(error, request);
  }
}

function checkAccess(
  market: Market,
  endpoint: Endpoint,
  { credential, request }: { credential: Credential | undefined; request: Request },
): void {
  if (endpoint.access === 'portal') checkPortalSession(market, request.headers.cookie);
  else if (endpoint.access !== 'open' && credential) authorize(credential, endpoint.access.scope);
}

/** The parsed body, or undefined when none was sent. */
function readJson(endpoint: Endpoint, request: Request): unknown {
  if (request.oversized) {
    throw new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${limits.bodyBytes} bytes`);
  }
  const wanted = endpoint.body !== undefined && endpoint.bodyPresence !== 'optional';
  if (request.body.length === 0 && !wanted) return undefined;
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
  }
  try {
    return parseJson(request.body);
  } catch {
    throw new Problem('MALFORMED_REQUEST', 'The body is not valid JSON');
  }
}

function readKey(endpoint: Endpoint, { request, trace }: Arrival): string | undefined {
  const key = headerText(request.headers['idempotency-key'])?.trim();
  if (endpoint.idempotent) {
    if (!key) trace.warnings.push('a change without Idempotency-Key cannot be repeated safely');
    return key || undefined;
  }
  if (key) trace.warnings.push('Idempotency-Key is not supported here and was ignored');
  return undefined;
}

function identity(request: Request): string {
  return fingerprint(request.method, request.target, request.body);
}

function isTokenPath(path: string): boolean {
  return path === '/connect/v1/auth/token';
}

/** The RFC 9457 body; anything that is not a `Problem` is a fault of the sandbox itself. */
export function refusal(error: unknown, request: { path: string }): Answer {
  const problem =
    error instanceof Problem
      ? error
      : new Problem('INTERNAL_ERROR', error instanceof Error ? error.message : String(error));
  return {
    status: problem.status,
    headers: leaveOutEmpty({
      'content-type': 'application/problem+json',
      ...problem.headers,
    }) as Record<string, string>,
    body: problemBody(problem, request.path),
  };
}
