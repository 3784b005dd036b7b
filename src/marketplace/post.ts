import type { HttpOutcome } from '../domain/exchange.ts';
import type { Secret } from '../domain/secret.ts';
import { isLoopback } from './address.ts';
import { failureOf, noAnswer } from './failure.ts';
import { createDispatcher } from './transport.ts';

export interface PostOptions {
  readonly timeoutMs: number;
  /** PEM of a company's own root, trusted beside the usual ones. */
  readonly ca?: string;
  /** Not asked for an address of this machine. */
  readonly proxy?: Secret;
}

/** Posts JSON to an address that a person has written down. No credential of ours goes there, no redirect is followed. */
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
      headers: { 'content-type': 'application/json' },
      body: json,
      redirect: 'manual',
      signal,
      dispatcher,
    };
    try {
      // undici's own types and those that @types/node bundles differ.
      const { status } = await fetch(url, init as unknown as RequestInit);
      return { kind: 'answer', status, headers: {}, body: new Uint8Array() };
    } catch (error) {
      return signal.aborted ? noAnswer('timeout', `${options.timeoutMs} ms`) : failureOf(error);
    } finally {
      await dispatcher.destroy();
    }
  };
}
