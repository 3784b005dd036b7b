import type { Requests } from '../../store/requests.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { isInactive } from '../terms/traits.ts';
import type { RequestItem } from './request-items.ts';

/** Requests of articles side by side are much the same. */
const requestsKept = 8;

/**
 * Whether a request made an article inactive because the export no longer named it (`vanished: hide`), or sent it so for
 * another source meanwhile. No cell said so: an empty one of the export that names it again does not repeat it. One that
 * was inactive before stays what its ERP said.
 */
export function createOwnHides({ kindOf, itemsOf }: Pick<Requests, 'kindOf' | 'itemsOf'>) {
  const kept = new Map<number, ReadonlySet<number>>();
  const hiddenBy = (request: number): ReadonlySet<number> => {
    const items = JSON.parse(itemsOf(request) ?? '[]') as RequestItem[];
    const [oldest] = kept.keys();
    if (kept.size >= requestsKept && oldest !== undefined) kept.delete(oldest);
    const isHide = kindOf(request) === 'hide';
    const ours = items.filter(({ was, contentHash, isVanished }) =>
      isHide ? was !== contentHash : isVanished === true,
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

/** The same of an article as it is confirmed now: most are active, and nothing is looked up for them. */
export function createHiddenAsVanished(requests: Pick<Requests, 'kindOf' | 'itemsOf'>) {
  const isOwnHide = createOwnHides(requests);
  return (confirmed: Confirmed): boolean =>
    isInactive(confirmed) && isOwnHide(confirmed.contentRequest, confirmed.id);
}

/** The opposite: a word of the ERP made it inactive. */
export function createSaidInactive(requests: Pick<Requests, 'kindOf' | 'itemsOf'>) {
  const isOwnHide = createOwnHides(requests);
  return (confirmed: Confirmed): boolean =>
    isInactive(confirmed) && !isOwnHide(confirmed.contentRequest, confirmed.id);
}

/** What is inactive and not said to be any more must be seen again, whatever omission means to the marketplace. */
export const seenAgain: Fields = { isActive: true };
