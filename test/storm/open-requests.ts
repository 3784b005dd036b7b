import type { HttpOutcome } from '../../src/domain/exchange.ts';
import type { Letter } from '../support/tiny-market.ts';

/** So many answered failures, and a key may be given up (fault 44). */
const givenUpAfter = 8;

/**
 * Per product one request without an outcome (I6), and an outcome before anything new: whoever comes with another key
 * while one is open has forgotten a wish, or made a second one of it (I4).
 */
export class OpenRequests {
  readonly breaches: string[] = [];
  readonly #keyOf = new Map<string, string>();
  readonly #failures = new Map<string, number>();
  /** By key, the attempts that may have been carried out. */
  readonly #attempts = new Map<string, number>();

  left(letter: Letter): void {
    const key = letter.key ?? '';
    this.#attempts.set(key, (this.#attempts.get(key) ?? 0) + 1);
    for (const product of productsOf(letter)) {
      const open = this.#keyOf.get(product) ?? key;
      if (open !== key && (this.#failures.get(open) ?? 0) < givenUpAfter)
        this.breaches.push(`${product} came with ${key} while ${open} had no outcome`);
      this.#keyOf.set(product, key);
    }
  }

  told(letter: Letter, outcome: HttpOutcome): void {
    const key = letter.key ?? '';
    if (outcome.kind === 'none') return;
    const { status, problem } = outcome;
    const isOpen = status === 429 || status >= 500 || problem?.type === 'UNREADABLE';
    const didNothing = status === 403 || status === 429 || problem?.type === 'MAINTENANCE';
    if (didNothing) this.#attempts.set(key, (this.#attempts.get(key) ?? 0) - 1);
    // What a missing right says of this attempt, it does not say of one before.
    if (status === 403 && this.#attempts.get(key) !== 0) return;
    if (isOpen) this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
    else
      for (const product of productsOf(letter))
        if (this.#keyOf.get(product) === key) this.#keyOf.delete(product);
  }
}

function productsOf({ method, path, body }: Letter): readonly string[] {
  if (method === 'DELETE') return [decodeURIComponent(path.split('/').at(-1) ?? '')];
  const sent = JSON.parse(Buffer.from(body ?? []).toString()) as
    | { readonly externalId: string }[]
    | { readonly items: { readonly externalId: string }[] };
  return (Array.isArray(sent) ? sent : sent.items).map(({ externalId }) => externalId);
}
