import { Buffer } from 'node:buffer';
import type { HttpOutcome } from '../domain/exchange.ts';
import type { Secret } from '../domain/secret.ts';
import { isLoopback } from './address.ts';
import { failureOf, noAnswer } from './failure.ts';
import { createDispatcher } from './transport.ts';

interface PostOptions {
  readonly timeoutMs: number;
  /** PEM of a company's own root, trusted beside the usual ones. */
  readonly ca?: string;
  /** Not asked for an address of this machine. */
  readonly proxy?: Secret;
}

/**
 * Posts JSON to an address that a person has configured, with the address's own user and password. None of our
 * credentials goes there, and no redirect is followed.
 */
export function createPost(options: PostOptions): (url: URL, json: string) => Promise<HttpOutcome> {
  return async (url, json) => {
    const { proxy, ...direct } = options;
    const isProxied = proxy !== undefined && !isLoopback(url.hostname);
    const dispatcher = createDispatcher(
      { ...direct, maxInFlight: 1, ...(isProxied ? { proxy } : {}) },
      {},
    );
    const signal = AbortSignal.timeout(options.timeoutMs);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorizationOf(url) },
      body: json,
      redirect: 'manual',
      signal,
      dispatcher,
    };
    try {
      // undici's own types and those that @types/node bundles differ.
      const { status } = await fetch(withoutCredential(url), init as unknown as RequestInit);
      return { kind: 'answer', status, headers: {}, body: new Uint8Array() };
    } catch (error) {
      return signal.aborted ? noAnswer('timeout', `${options.timeoutMs} ms`) : failureOf(error);
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** fetch takes no address with a user in it. */
function withoutCredential(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credential).toString('base64')}` };
}
