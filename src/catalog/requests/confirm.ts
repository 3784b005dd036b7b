import { removedHash } from '../pass/diff.ts';
import { areFieldsShared } from '../state/article-sources.ts';
import { isRemoval, type RequestItem } from '../state/request-items.ts';
import type { CatalogConfig, CatalogStore, StateDeps } from '../terms/ports.ts';
import { forgetCarried, forgetRefused } from './refused-rows.ts';
import type { OpenRequest, SettleDeps } from './settle.ts';

/** What the items of an answer that did what was asked leave in the mirror, the parts and the books. */
export function confirmAll(
  deps: SettleDeps,
  request: OpenRequest,
  succeeded: readonly RequestItem[],
): void {
  const { store } = deps;
  for (const item of succeeded) confirm(deps, request, item);
  dropUnsentParts(deps, request, succeeded);
  // Once for all items, because the whole tail is written anew.
  if (request.kind === 'remove' || request.kind === 'hide')
    store.index.removeFromTail(request.source, new Set(succeeded.map(({ product }) => product)));
  forgetRefused(deps, request, succeeded);
  forgetCarried(deps, succeeded);
  const rows = succeeded.filter(({ row }) => row !== null).length;
  if (rows > 0) store.runs.settle(request.run, 'sent', rows);
}

function confirm({ store, config }: StateDeps, request: OpenRequest, item: RequestItem): void {
  if (request.kind === 'remove') {
    store.mirror.forget(item.product, request.run);
    store.parts.forget(item.product, request.source);
  } else {
    const keepsRefusal = item.isLower === true || isBesideRemoval({ store, config }, request, item);
    store.mirror.confirm({ ...item, keepsRefusal }, { run: request.run, request: request.id });
  }
  const isHidden = request.kind === 'hide' || isBlock(config, request, item);
  if (isHidden) hidePart(store, request, item.product);
}

/**
 * The marketplace refused to take the article off sale, and a source that only adds fields sends it again. That says
 * nothing of whether it is exported: it is still to be taken off sale.
 */
function isBesideRemoval(
  { store, config }: StateDeps,
  { source, kind }: OpenRequest,
  { product, contentHash }: RequestItem,
): boolean {
  if (contentHash === undefined || isRemoval(kind)) return false;
  const own = config.sources.find(({ name }) => name === source);
  if (own?.mapping.name !== undefined) return false;
  return store.mirror.get(product)?.refused_hash === removedHash;
}

/**
 * The product is created, so from now on the request tells what was said of it. An older part would hide it once another
 * source gives fields too, or once somebody has removed it in the portal.
 */
function dropUnsentParts(
  deps: StateDeps,
  { source }: OpenRequest,
  succeeded: readonly RequestItem[],
): void {
  const created = succeeded.filter(({ was }) => was === null);
  if (created.length === 0 || areFieldsShared(deps)) return;
  for (const { product } of created) deps.store.parts.forget(product, source);
}

/** The item made the article inactive because its source says so in a row that was refused or rejected (blocked.ts). */
function isBlock(
  { sources }: CatalogConfig,
  { source }: OpenRequest,
  { isLower, contentHash }: RequestItem,
): boolean {
  const own = sources.find(({ name }) => name === source);
  return isLower === true && contentHash !== undefined && own?.mapping.isActive !== undefined;
}

/** A hidden or blocked product stays so when another source sends it next. */
function hidePart(store: CatalogStore, { source, run }: OpenRequest, product: number): void {
  const part = store.parts.get(product, source, run);
  if (part === undefined) return;
  const fields = JSON.stringify({ ...JSON.parse(part), isActive: false });
  store.parts.put({ product, source, run, firstWhole: 0, fields });
}
