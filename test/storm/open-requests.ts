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

  left(letter: Letter): void {
    const key = letter.key ?? '';
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
