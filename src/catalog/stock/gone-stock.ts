import { countedWithCommas } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { goneSources } from '../state/gone-sources.ts';
import type { StateDeps } from '../terms/ports.ts';

export function goneStockNeeds(deps: StateDeps): readonly NeedsYou[] {
  // While a source that is left gives stock, nothing needs to be told.
  const hasStock = deps.config.sources.some(({ mapping }) => mapping.availableQty !== undefined);
  return hasStock ? [] : goneSources(deps).flatMap((source) => stockOf(deps, source));
}

function stockOf({ store }: StateDeps, source: string): readonly NeedsYou[] {
  const articles = store.mirror.offeredBy(source);
  if (articles === 0) return [];
  return [
    {
      id: `stock-of-${source}`,
      what: `${source}: the source is gone from the configuration, and buyers can order by the stock that it gave last.`,
      cause: `${countedWithCommas(articles, 'article has', 'articles have')} its stock, and none of the remaining sources gives any.`,
      effect: 'They stay on sale with that stock, whatever the ERP exports.',
      fix: `Put the source ${source} back, or map availableQty in another one.`,
    },
  ];
}
