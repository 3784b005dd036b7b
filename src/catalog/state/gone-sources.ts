import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { SourceRow } from '../../store/plans.ts';
import { growingBytes } from '../terms/growing.ts';
import { createKept } from '../terms/kept.ts';
import type { StateDeps } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';
import { isOnSale } from '../terms/traits.ts';

/** Sources that had an accepted export and are no longer in the configuration. */
export function goneSources(deps: StateDeps): readonly string[] {
  return undeclared(deps)
    .filter(({ accepted_run: run }) => run !== null)
    .map(({ name }) => name);
}

/** Also those whose first export was not read yet. */
export function undeclared({ store, config }: StateDeps): readonly SourceRow[] {
  const declared = new Set(config.sources.map(({ name }) => name));
  return store.sources.all().filter(({ name }) => !declared.has(name));
}

/** Articles on sale that only a source which is gone named: no export will ever take them off the marketplace. */
export function orphansOf(deps: StateDeps): ReadonlyMap<string, readonly number[]> {
  const gone = goneSources(deps);
  if (gone.length === 0) return new Map();
  const known = growingBytes();
  for (const { name } of deps.config.sources.filter(namesArticles))
    for (const id of idsOf(deps, name)) known.set(id, 1);
  const orphans = gone.map((name) => [name, unknownIds(deps, name, known)] as const);
  return new Map(orphans.filter(([, ids]) => ids.length > 0));
}

/** Each article is the orphan of one source. */
function unknownIds(
  deps: StateDeps,
  source: string,
  known: ReturnType<typeof growingBytes>,
): readonly number[] {
  return idsOf(deps, source).filter((id) => {
    if (id === 0 || known.get(id) === 1) return false;
    known.set(id, 1);
    return isLeft(deps, id);
  });
}

/** A source that is left may have taken the article off sale: then it no longer names it, and nothing is left to do. */
function isLeft({ store }: StateDeps, product: number): boolean {
  return isOnSale(store.mirror.get(product));
}

/** The source that named the article, if that source is gone and no source that is left names it. */
export function goneSourceOf(deps: StateDeps, product: number): string | undefined {
  if (!isLeft(deps, product) || isWatched(deps, product)) return undefined;
  return goneSources(deps).find((source) => idsOf(deps, source).includes(product));
}

/** A source that is left names the article: its next export without it takes it away, as `vanished` says. */
export function isWatched(deps: StateDeps, product: number): boolean {
  return deps.config.sources
    .filter(namesArticles)
    .some(({ name }) => idsOf(deps, name).includes(product));
}

function idsOf({ store }: StateDeps, source: string): readonly number[] {
  const { rows, tail } = store.index.read(source);
  return [...rows, ...tail];
}

/** Read anew only after an export was accepted: a million articles are compared for it. */
export function createGoneNeeds(deps: StateDeps): () => readonly NeedsYou[] {
  const needs = createKept(() =>
    [...orphansOf(deps)].map(([name, ids]) => goneNeed(name, ids.length)),
  );
  // With `ignore` no article is ever taken off sale, so nobody misses that.
  return () =>
    deps.config.vanished === 'ignore'
      ? []
      : needs(deps.store.sources.all().map((row) => [row.name, row.accepted_run, row.done]));
}

function goneNeed(source: string, articles: number): NeedsYou {
  return {
    id: `gone-${source}`,
    what: `${source}: the source is gone from the configuration, and its articles are still on the marketplace.`,
    cause: `${counted(articles, 'article was', 'articles were')} exported by it, and none of the remaining sources names ${articles === 1 ? 'it' : 'them'}.`,
    effect: 'They stay on the marketplace with the stock that they had, whatever the ERP exports.',
    fix: `Name the source ${source} again: it continues where it was, and can be renamed while its folder and files: stay as they are. What another source exports under the same numbers passes to it by itself; hide what is really gone in the supplier portal.`,
  };
}
