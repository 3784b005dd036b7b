import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { RefusedBeside } from '../../store/requests.ts';
import { readItems } from '../state/request-items.ts';
import { unappliedOf } from '../state/unapplied-changes.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { refusalText } from './refused-removals.ts';

/**
 * The marketplace refused an item that stands for no row: the lower stock of a rejected row, or the stock of a row
 * whose content is held. No result file tells that, so it is told here. Articles that are told with their open orders
 * (`ordered`) or as unapplied are left out, so that each is told once.
 */
export function refusedBesideNeeds(
  store: CatalogStore,
  ordered: readonly string[],
): readonly NeedsYou[] {
  const isRefused = createIsRefused(store.requests);
  const unapplied = store.sources.all().flatMap(({ name }) => [...unappliedOf(store, name).keys()]);
  const reported = new Set([...ordered, ...unapplied]);
  const refused = store.requests
    .refusedBeside()
    .filter((item) => !reported.has(item.externalId) && isRefused(item));
  const [first] = refused;
  if (first === undefined) return [];
  const articles = counted(refused.length, 'article');
  return [
    {
      id: 'refused-beside',
      what: `The marketplace refused what was sent for ${articles} in addition to the rows of their files.`,
      cause: `First: ${first.externalId}: ${refusalText(first)}`,
      effect:
        'Buyers see what they saw before, even if a row calls its article inactive or gives a lower stock.',
      fix: 'Correct these rows in the ERP, or send it again: stockhand retry --all.',
    },
  ];
}

/** The refused item stood for no row, and what it wished has not been confirmed since. */
function createIsRefused(requests: CatalogStore['requests']): (asked: RefusedBeside) => boolean {
  const items = new Map<number, ReturnType<typeof readItems>>();
  return ({ request, product, contentHash, quantity }) => {
    const all = items.get(request) ?? readItems(requests.itemsOf(request) ?? '[]');
    items.set(request, all);
    const item = all.find((sent) => sent.product === product);
    if (item === undefined || item.row !== null) return false;
    return item.contentHash === undefined
      ? item.quantity !== quantity
      : item.contentHash !== contentHash;
  };
}
