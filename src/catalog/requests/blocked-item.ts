import { productTextOf } from '../../domain/product-text.ts';
import type { Blocked } from '../pass/blocked.ts';
import type { RequestItem } from '../state/request-items.ts';
import { packTraits, traitsOf } from '../terms/traits.ts';
import type { Item } from './pass-two.ts';

type Before = Pick<
  RequestItem,
  'product' | 'externalId' | 'refusedHash' | 'was' | 'wasSentIn' | 'wasRun'
>;

/**
 * Sends the confirmed content as inactive. The item stands for no row: its row stays rejected, whatever is answered.
 */
export function blockedItem({ whole, content, contentHash }: Blocked, before: Before): Item {
  const traits = packTraits(traitsOf(whole, content));
  return {
    text: productTextOf(before.externalId, undefined, content),
    wish: { ...before, row: null, contentHash, traits, isLower: true },
  };
}
