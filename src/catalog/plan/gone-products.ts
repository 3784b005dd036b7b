import { createOwnHides } from '../state/own-hides.ts';
import { pauseOf } from '../state/pause.ts';
import { createSourceNaming } from '../state/source-naming.ts';
import {
  findVanished,
  meaningOfVanished,
  type Vanished,
  type VanishedInput,
} from '../state/vanished.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { seenAs } from '../terms/seen.ts';
import { productsSources } from '../terms/source-kinds.ts';
import type { CommitInput } from './commit-plan.ts';

interface Gone {
  /**
   * How many articles the file before named, the measure of the
   * brake; for a first file: its own and those it leaves out.
   */
  readonly before: number;
  readonly ids: readonly number[];
  /** Those of `ids` that lose something: not articles that never had a stock. */
  readonly losing: readonly number[];
  /** Products that have no stock any more, also if they are not published now: they may come back. */
  readonly emptied: readonly number[];
}

/**
 * What the file takes away. Under `missing: zero`: the stock of every published product without a row. Else: products
 * that the last file named and this one does not. Nothing outside a pilot (`only`) ever vanishes.
 */
export function goneProducts(store: CatalogStore, input: CommitInput, look: VanishedInput): Gone {
  if (input.source.contents === 'delta') return { before: 0, ids: [], losing: [], emptied: [] };
  const { only } = input.catalog;
  // The pilot is looked up, and not each article of the marketplace, which may have a million.
  const pilot = only && new Set(only.map((article) => store.mirror.find(article)?.id));
  const isInPilot = (product: number): boolean => pilot?.has(product) ?? true;
  const isPublished = (product: number): boolean => look.isPublished(product) && isInPilot(product);
  const asked =
    only === undefined ? look : { ...look, seen: seenIn(look.seen, isInPilot), isPublished };
  const found = findVanished(asked);
  if (meaningOfVanished(input.source, input.catalog) !== 'zero')
    return { before: found.before, ids: found.gone, losing: found.gone, emptied: [] };
  // A request without an answer may give the product stock that the mirror does not know yet.
  const mayHaveStock = new Set([...withStock(store, input), ...input.inFlight]);
  const isLeftOut = (product: number): boolean =>
    (look.seen[product] ?? 0) === 0 && isInPilot(product);
  const ids = [...mayHaveStock].filter(isLeftOut);
  const losing = ids.filter((product) => mayHaveHadStock(store, input, product));
  const emptied = store.mirror.exportedStock().filter(isLeftOut);
  const before = namedBefore(asked, found) + without(losing, found.gone).length;
  return { before, ids, losing, emptied };
}

/**
 * Articles that were hidden before a restore, that may be on sale since, and that this file leaves out, too: hidden once
 * more. For the brakes nothing has changed (fault 34).
 */
export function hiddenBeforeRestore(
  { sources, mirror, requests }: CatalogStore,
  { source, catalog, result: { seen } }: CommitInput,
): readonly number[] {
  const isHiding = meaningOfVanished(source, catalog) === 'hide';
  if (!isHiding || !sources.isFromBackup(1)) return [];
  const isOwnHide = createOwnHides(requests);
  return mirror.inactiveInDoubt().filter((id) => {
    const { content_request: request = null, external_id: article = '' } = mirror.get(id) ?? {};
    const isLeftOut = (seen[id] ?? 0) === 0 && catalog.only?.includes(article) !== false;
    return isLeftOut && isOwnHide(request, id);
  });
}

/**
 * An article left its export before it was ever sent, or the export said something of it in a pause and then left it
 * out: what is kept of that must not go to the marketplace later, with the fields of another source.
 */
export function forgetUnsent(
  store: CatalogStore,
  { source }: CommitInput,
  { before, seen, isPublished }: VanishedInput,
): void {
  const forget = forgetOf(store, source, isPublished);
  if (forget === undefined) return;
  // By index: an iterator costs several times as much, and a million ids pass here for nothing.
  for (const ids of [before.rows, before.tail])
    for (let at = 0; at < ids.length; at += 1) {
      const product = ids[at] ?? 0;
      if (product !== 0 && (seen[product] ?? 0) === 0) forget(product);
    }
}

/** In a pause only what came since is forgotten: what was said before was sent, and stays. */
function forgetOf(
  store: CatalogStore,
  { name, kind, contents, mapping }: CommitInput['source'],
  isPublished: VanishedInput['isPublished'],
): ((product: number) => void) | undefined {
  const { parts } = store;
  const pausedRun = pauseOf(store, name)?.run;
  const namesArticles = mapping.name !== undefined;
  if (kind !== 'products' || contents === 'delta') return undefined;
  if (!namesArticles && pausedRun === undefined) return undefined;
  return (product) => {
    if (namesArticles && !isPublished(product)) parts.forget(product, name);
    else if (pausedRun !== undefined) parts.dropSince(product, name, pausedRun);
  };
}

function namedBefore({ before: { rows, tail }, seen }: VanishedInput, found: Vanished): number {
  if (rows.length + tail.length > 0) return found.before;
  return seen.filter((mark) => mark === seenAs.published).length;
}

function without(products: readonly number[], others: readonly number[]): readonly number[] {
  const known = new Set(others);
  return products.filter((product) => !known.has(product));
}

/** Products with a stock to lose. One that `adopt` took over counts only once a products export names it. */
function withStock(store: CatalogStore, { catalog }: CommitInput): readonly number[] {
  const takenOver = store.mirror.takenOverWithStock();
  const known = store.mirror.publishedWithStock();
  if (takenOver.length === 0) return known;
  const sourceOf = createSourceNaming(store, productsSources(catalog));
  return [...known, ...takenOver.filter((product) => sourceOf(product) !== undefined)];
}

/** A new article is created without a stock: that it gets none takes nothing away. */
function mayHaveHadStock(store: CatalogStore, { inFlight }: CommitInput, product: number): boolean {
  const { quantity = null, quantity_run: sentBy = null } = store.mirror.get(product) ?? {};
  return quantity !== null || sentBy !== null || inFlight.has(product);
}

/** Articles outside the pilot do not count as published, whatever the marketplace has of them. */
function seenIn(seen: Uint8Array, isInPilot: (product: number) => boolean): Uint8Array {
  return seen.map((mark, product) =>
    mark === seenAs.published && !isInPilot(product) ? seenAs.named : mark,
  );
}
