import { countedWithCommas } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { goneSources } from './gone-sources.ts';

/** In `meta`: by the name of each products source that was ever declared, whether it was at the last start. */
const metaName = 'sources of articles';

type Declared = Readonly<Record<string, boolean>>;

/**
 * The products sources that are declared now and were not at the last start. While they were missing, the others sent
 * their articles without these sources' fields. None at a first start.
 */
export function returnedSources({ store, config }: StateDeps): readonly string[] {
  const before = readMeta<Declared>(store, metaName);
  const names = productsSources(config).map(({ name }) => name);
  const isDeclared = (name: string): boolean => names.includes(name);
  const all = [...new Set([...Object.keys(before ?? {}), ...names])];
  const now = Object.fromEntries(all.map((name) => [name, isDeclared(name)]));
  store.meta.set(metaName, JSON.stringify(now));
  return before === undefined ? [] : names.filter((name) => before[name] !== true);
}

/** A source that is called otherwise was declared wherever it was under its former name. */
export function renameArticleSource({ store }: Pick<StateDeps, 'store'>, from: string, to: string) {
  const { [from]: declared, ...others } = readMeta<Declared>(store, metaName) ?? {};
  if (declared !== undefined)
    store.meta.set(metaName, JSON.stringify({ ...others, [to]: declared }));
}

/** Products sources that are gone. The parts of all sources are kept on, so that they are right when one comes back. */
function goneArticleSources(deps: StateDeps): readonly string[] {
  const known = readMeta<Declared>(deps.store, metaName) ?? {};
  return goneSources(deps).filter((name) => Object.hasOwn(known, name));
}

/** Several products sources give the fields of articles, or one of them is gone and may come back. */
export function areFieldsShared(deps: StateDeps): boolean {
  return productsSources(deps.config).length + goneArticleSources(deps).length > 1;
}

/**
 * The gone sources that may have made articles inactive, if no source that is left says whether an article is active.
 */
export function blockersOf(deps: StateDeps): readonly string[] {
  const isMapped = deps.config.sources.some(({ mapping }) => mapping.isActive !== undefined);
  return isMapped ? [] : goneArticleSources(deps);
}

export function blockedNeeds(deps: StateDeps): readonly NeedsYou[] {
  return blockersOf(deps).flatMap((source) => blockedBy(deps, source));
}

function blockedBy({ store }: StateDeps, source: string): readonly NeedsYou[] {
  const articles = store.parts.inactiveOf(source, store.sources.acceptedRun(source) ?? 0);
  if (articles === 0) return [];
  return [
    {
      id: `inactive-${source}`,
      what: `${source}: the source is gone from the configuration, and what it made inactive stays inactive.`,
      cause: `${countedWithCommas(articles, 'article is', 'articles are')} inactive because of it, and none of the remaining sources maps isActive.`,
      effect: 'Buyers cannot order them, whatever the ERP exports.',
      fix: `Put the source ${source} back, or map isActive in another one. isActive: { constant: true } puts every article of that source on sale.`,
    },
  ];
}
