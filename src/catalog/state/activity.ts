import type { Requests } from '../../store/requests.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { activityOf } from '../terms/traits.ts';
import { createSentProducts } from './sent-products.ts';

export type Activity = (
  product: Pick<KnownProduct, Asked | 'contentRequest' | 'lastRequest' | 'traits'>,
) => boolean;

type Asked = 'externalId' | 'contentHash' | 'inFlight' | 'inDoubt';

/**
 * False only where the marketplace surely does not offer the product: it never had it, or was last told that it is
 * inactive. The traits say so; where there are none (confirmed by an older version, or created without an answer yet)
 * the request that carried it does. A product that `adopt` took over has neither and counts as active: a needless
 * question is better than an empty shop (fault 5).
 */
export function createActivity(requests: Pick<Requests, 'bodyOf'>): Activity {
  const sent = createSentProducts(requests);
  return ({ externalId, contentHash, inFlight, inDoubt, ...told }) => {
    const isThere = contentHash !== null;
    if (!isThere && !inFlight && !inDoubt) return false;
    const known = isThere && told.traits !== null ? activityOf(told.traits) : undefined;
    return (
      known ?? sent.in(told.contentRequest ?? told.lastRequest, externalId)?.isActive !== false
    );
  };
}
