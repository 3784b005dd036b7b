import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Clock } from '../domain/clock.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest, Transport } from '../domain/exchange.ts';
import type { Secret } from '../domain/secret.ts';
import { type AddressOf, createAddresses, isLoopback } from './address.ts';
import type { CredentialSource } from './auth.ts';
import { readBody } from './body.ts';
import { failureOf, noAnswer } from './failure.ts';
import { createPublicLookup } from './lookup.ts';
import { readProblem, unreadable, withoutSecrets } from './problem.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  /** For one attempt: connecting, headers and the whole body together. An upload gets more, by its size. */
  readonly timeoutMs: number;
  /** Connections at once to one host. */
  readonly maxInFlight: number;
  /** Certificates of a company's own root, PEM; they are trusted beside the usual ones. */
  readonly ca?: string;
  /** Address of a proxy, with user and password where it asks for them. */
  readonly proxy?: Secret;
  readonly credential: CredentialSource;
  readonly clock: Clock;
}

interface Wire {
  /** Of the marketplace itself. */
  readonly hostname: string;
  readonly addressOf: AddressOf;
  readonly api: Dispatcher;
  /** For uploads to other hosts, which may not lead into a private network. */
  readonly elsewhere: Dispatcher;
}

/**
 * The only door to the network. Global `fetch` with a dispatcher of our own: nock sees it, pool and TLS are ours.
 * Throws `CONFIG_INVALID` for an address that is neither https nor this machine.
 */
export function createTransport(options: TransportOptions): Transport & { close(): Promise<void> } {
  const addressOf = createAddresses(options.baseUrl);
  const { hostname } = new URL(options.baseUrl);
  const names = isLoopback(hostname) ? {} : { lookup: createPublicLookup(lookup) };
  const wire: Wire = {
    hostname,
    addressOf,
    api: createDispatcher(options, {}),
    elsewhere: createDispatcher(options, names),
  };
  return {
    send: (request, signal) => send({ ...options, ...wire }, request, signal),
    async close() {
      await Promise.all([wire.api.destroy(), wire.elsewhere.destroy()]);
    },
  };
}

export function createDispatcher(
  options: Pick<TransportOptions, 'maxInFlight' | 'timeoutMs' | 'ca' | 'proxy'>,
  names: { readonly lookup?: LookupFunction },
): Dispatcher {
  const { maxInFlight, timeoutMs, ca, proxy } = options;
  const tls = {
    minVersion: 'TLSv1.2',
    // Said outright, so that no setting of the process turns verification off (fault 60).
    rejectUnauthorized: true,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  } as const;
  // Our own deadline covers the whole exchange. undici's two are coarse, and each covers a part.
  const limits = { connections: maxInFlight, headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === undefined) return new Agent({ ...limits, connect: { ...tls, ...names } });
  return new ProxyAgent({ ...limits, uri: proxy.reveal(), requestTls: tls, proxyTls: tls });
}

/** The slowest line on which a picture must still get through: 256 kbit a second. */
const uploadBytesPerMs = 32;

function deadlineOf(timeoutMs: number, request: HttpRequest): number {
  const bytes = isUpload(request) ? (request.body?.byteLength ?? 0) : 0;
  return timeoutMs + bytes / uploadBytesPerMs + (request.serviceWaitsMs ?? 0);
}

/** Whole addresses are for uploads only; everything else is a path below the base address. */
function isUpload({ path }: HttpRequest): boolean {
  return !path.startsWith('/');
}

async function send(
  wire: TransportOptions & Wire,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpOutcome> {
  if (signal.aborted) return noAnswer('aborted');
  const address = wire.addressOf(request);
  if ('fault' in address) return noAnswer('refused', address.fault);
  const ended = new AbortController();
  const attempt = new AbortController();
  const giveUp = (): void => attempt.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  const deadlineMs = deadlineOf(wire.timeoutMs, request);
  let isLate = false;
  const deadline = wire.clock.sleep(deadlineMs, ended.signal).then(() => {
    if (ended.signal.aborted) return;
    isLate = true;
    attempt.abort();
  });
  try {
    return await exchange(wire, { request, url: address.url, signal: attempt.signal });
  } catch (error) {
    if (signal.aborted) return noAnswer('aborted');
    return isLate ? noAnswer('timeout', `${deadlineMs} ms`) : failureOf(error);
  } finally {
    signal.removeEventListener('abort', giveUp);
    ended.abort();
    await deadline;
  }
}

interface Attempt {
  readonly request: HttpRequest;
  readonly url: URL;
  readonly signal: AbortSignal;
}

async function exchange(wire: TransportOptions & Wire, attempt: Attempt): Promise<HttpOutcome> {
  const { request, url, signal } = attempt;
  const init = {
    method: request.method,
    headers: headersOf(request, wire.credential),
    signal,
    redirect: 'manual',
    dispatcher: url.hostname === wire.hostname ? wire.api : wire.elsewhere,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  // undici's own types and those that @types/node bundles differ; this is the only cast between them.
  const response = await fetch(url, init as unknown as RequestInit);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return noAnswer('redirect', `HTTP status ${response.status}`);
  }
  const body = await readBody(response);
  if (body === undefined) return noAnswer('tooLarge');
  const { problem, ...answer } = answerOf(request, response, body);
  if (problem === undefined) return answer;
  const { credential } = wire;
  const secrets = [credential.bearer(), credential.portal?.value];
  return { ...answer, problem: withoutSecrets(problem, secrets) };
}

function answerOf(request: HttpRequest, response: Response, body: Uint8Array): HttpAnswer {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const answer = { kind: 'answer', status, headers, body } as const;
  const problem = response.ok ? unreadable(request, answer) : readProblem(status, body);
  return problem === undefined ? answer : { ...answer, problem };
}

/** The credential is added here and nowhere else; `none` sends none (spec "Authentication" 5). */
function headersOf(request: HttpRequest, credential: CredentialSource): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'stockhand' };
  if (!isUpload(request)) headers['accept'] = 'application/json, application/problem+json';
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  Object.assign(headers, request.headers);
  const bearer = credential.bearer();
  if (request.credential === 'bearer' && bearer !== undefined) {
    headers['authorization'] = `Bearer ${bearer.reveal()}`;
  }
  if (request.credential === 'portal' && credential.portal !== undefined) {
    headers[credential.portal.header.toLowerCase()] = credential.portal.value.reveal();
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inBytes(value)]));
}

/** Header values are bytes: a version token that is not ASCII goes out as its UTF-8 (fault 65). */
function inBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}
