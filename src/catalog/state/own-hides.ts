import type { Requests } from '../../store/requests.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { isInactive } from '../terms/traits.ts';
import { readItems } from './request-items.ts';

/** Articles that stand side by side mostly travelled in the same few requests. */
const requestsKept = 8;

/**
 * Whether a request made an article inactive only because the export no longer named it (`vanished: hide`), or repeated
 * that for another source. No cell said `inactive`, so when the article comes back with an empty cell it is active
 * again. An article that was inactive before it vanished is not meant: its ERP said so.
 */
export function createOwnHides({ kindOf, itemsOf }: Pick<Requests, 'kindOf' | 'itemsOf'>) {
  const kept = new Map<number, ReadonlySet<number>>();
  const hiddenBy = (request: number): ReadonlySet<number> => {
    const items = readItems(itemsOf(request) ?? '[]');
    const [oldest] = kept.keys();
    if (kept.size >= requestsKept && oldest !== undefined) kept.delete(oldest);
    const isHide = kindOf(request) === 'hide';
    // An older version left the answer out of hides: the content that is confirmed tells then, if nothing else changed.
    const ours = items.filter(
      ({ was, contentHash, isVanished = isHide && was !== contentHash }) => isVanished,
    );
    const products = new Set(ours.map(({ product }) => product));
    kept.set(request, products);
    return products;
  };
  return (request: number | null, product: number): boolean => {
    if (request === null) return false;
    return (kept.get(request) ?? hiddenBy(request)).has(product);
  };
}

export interface Confirmed {
  readonly id: number;
  readonly contentRequest: number | null;
  readonly traits: string | null;
}

/** The opposite: a word of the ERP made it inactive. Nothing is looked up for active articles, which most are. */
export function createExportedInactive(requests: Pick<Requests, 'kindOf' | 'itemsOf'>) {
  const isOwnHide = createOwnHides(requests);
  return (confirmed: Confirmed): boolean =>
    isInactive(confirmed) && !isOwnHide(confirmed.contentRequest, confirmed.id);
}

/**
 * Puts an inactive article on sale again in so many words: what
 * the marketplace makes of a missing field is not certain.
 */
export const seenAgain: Fields = { isActive: true };
