import type { NeedsYou } from '../../domain/facts.ts';
import type { RefusedBeside } from '../../store/requests.ts';
import { readItems } from '../state/request-items.ts';
import { unsaidOf } from '../state/unsaid-changes.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { refusalText } from './refused-removals.ts';

/**
 * What the marketplace refused of what goes beside the row of an article: what a rejected row takes off sale, or the
 * stock of a row whose content is held. It stands in no result file, and what is said of the row would call it sent.
 * Articles that are told with their open orders (`ordered`), or with what no later file says, are told once.
 */
export function refusedBesideNeeds(
  store: CatalogStore,
  ordered: readonly string[],
): readonly NeedsYou[] {
  const isRefused = createIsRefused(store.requests);
  const unsaid = store.sources.all().flatMap(({ name }) => Object.keys(unsaidOf(store, name)));
  const told = new Set([...ordered, ...unsaid]);
  const refused = store.requests
    .refusedBeside()
    .filter((one) => !told.has(one.externalId) && isRefused(one));
  const [first] = refused;
  if (first === undefined) return [];
  const articles = refused.length === 1 ? '1 article' : `${refused.length} articles`;
  return [
    {
      id: 'refused-beside',
      what: `The marketplace refused what was sent of ${articles} beside their rows.`,
      cause: `First: ${first.externalId}: ${refusalText(first)}`,
      effect:
        'Buyers see what they saw before, also where a row calls an article inactive or says less stock.',
      fix: 'Correct these rows in the ERP, or send it again: stockhand retry --all.',
    },
  ];
}

/** An item that stood for no row, and that nothing has confirmed. */
function createIsRefused(requests: CatalogStore['requests']): (asked: RefusedBeside) => boolean {
  const items = new Map<number, ReturnType<typeof readItems>>();
  return ({ request, product, contentHash, quantity }) => {
    const all = items.get(request) ?? readItems(requests.itemsOf(request) ?? '[]');
    items.set(request, all);
    const item = all.find((each) => each.product === product);
    if (item === undefined || item.row !== null) return false;
    return item.contentHash === undefined
      ? item.quantity !== quantity
      : item.contentHash !== contentHash;
  };
}
