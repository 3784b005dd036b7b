import { noPicture } from '../../domain/picture.ts';
import type { Engine } from '../engine.ts';
import { isUnsure } from '../pass/diff.ts';
import type { Lost } from '../requests/resend.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { createSourceNaming } from '../state/source-naming.ts';
import { grouped } from '../terms/grouped.ts';
import type { ExportDeps } from '../terms/ports.ts';
import { isUnknownThere } from '../terms/refusal.ts';
import { productsSources } from '../terms/source-kinds.ts';
import type { Finding } from './compare-list.ts';
import { isWrong } from './reconcile-classes.ts';

type Deps = Pick<ExportDeps, 'store' | 'config'>;

/** Why a difference was not sent again. */
export const unsentReasons = ['unnamed', 'paused', 'reserved', 'underWay', 'held'] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** Tells what became of a difference, or why it still stands. Asked once nothing moves any more. */
export type Settled = (finding: Finding) => 'sent' | 'over' | UnsentReason;

/**
 * Sends again what was confirmed, for exactly the products that differ. Where that is no longer known, the mirror
 * forgets its confirmation, and what the exports say passes through plan, brakes and answers like everything else.
 * Products that are not ours, and stock that accepted orders have reserved, stay as they are.
 */
export function fixFindings(
  deps: Deps,
  engine: Pick<Engine, 'book' | 'lookAgain' | 'resend'>,
  findings: readonly Finding[],
): Settled {
  const { store } = deps;
  const newestRequest = store.requests.newestId();
  const reasons = createReasons(deps, engine);
  const unsent = new Map<Finding, UnsentReason | 'over'>();
  const fixable: Finding[] = [];
  for (const finding of findings.filter(({ kind }) => isWrong(kind))) {
    const reason = reasons.of(finding);
    // No export names the product and the marketplace does not have it: nothing to send, and nothing to tell any more.
    const isOver = reason === 'unnamed' && finding.kind === 'missing';
    if (reason === undefined) fixable.push(finding);
    else unsent.set(finding, isOver ? 'over' : reason);
  }
  const notFound = fixable.filter((finding) => wasNotFound(deps, finding));
  const unknown = new Set(notFound.map(({ product }) => product));
  const known = fixable.filter(({ product }) => !unknown.has(product));
  for (const [source, found] of lostBySource(known, reasons.sourceOf)) {
    const lost = found.map((one) => one.lost);
    for (const product of engine.resend(source, lost)) unknown.add(product);
  }
  const open = fixable.filter((finding) => isUnconfirmed(finding) || unknown.has(finding.product));
  store.transaction(() => {
    // The picture went with the product that was removed.
    for (const { product, kind } of known)
      if (kind === 'missing') store.pictures.confirm(product, noPicture);
    const over = findings.filter((finding) => unsent.get(finding) === 'over');
    for (const finding of [...open, ...over]) letGo(deps, finding);
    if (open.length === 0) return;
    store.index.voidKnown();
    for (const { name } of deps.config.sources) engine.lookAgain(name);
  });
  return (finding) => {
    const isSent = isUnderWay(engine, finding) || wasSent(deps, finding, newestRequest);
    return unsent.get(finding) ?? (isSent ? 'sent' : 'held');
  };
}

/** Differences that `--fix` cannot settle, because no export in use names their products. */
export function unexportedIn(
  deps: Deps,
  engine: Pick<Engine, 'book'>,
  findings: readonly Finding[],
): ReadonlySet<Finding> {
  const reasons = createReasons(deps, engine);
  return new Set(
    findings.filter(
      (finding) =>
        isWrong(finding.kind) && finding.kind !== 'missing' && reasons.of(finding) === 'unnamed',
    ),
  );
}

function isUnderWay({ book }: Pick<Engine, 'book'>, { product }: Finding): boolean {
  return book.inFlight.has(product);
}

/** A request since the fix named the product, and what differed is not in doubt any more. */
function wasSent({ store }: Deps, { aspect, product }: Finding, newestRequest: number): boolean {
  const row = store.mirror.get(product);
  if (row === undefined || (row.last_request ?? 0) <= newestRequest) return false;
  if (row.refused_hash !== null || row.content_hash === null) return false;
  if (aspect === 'stock') return !isUnsure(row.quantity_run);
  return row.in_doubt === 0;
}

/** Nothing of the product was ever confirmed: only the exports know what it should be. */
function isUnconfirmed({ kind, aspect }: Finding): boolean {
  return aspect === 'presence' && kind !== 'missing';
}

/**
 * The newest stock was refused because the product is missing: then what the exports say is sent, not the older stock.
 */
function wasNotFound({ store }: Pick<Deps, 'store'>, { kind, product }: Finding): boolean {
  return kind === 'missing' && isUnknownThere(store.mirror.get(product)?.refused_code);
}

function lostBySource(
  findings: readonly Finding[],
  sourceOf: (finding: Finding) => string,
): ReadonlyMap<string, readonly LostOfSource[]> {
  const products = new Map<number, LostOfSource>();
  for (const finding of findings.filter((found) => !isUnconfirmed(found))) {
    const { aspect, product, kind } = finding;
    const before = products.get(product);
    const content = aspect !== 'stock' || before?.lost.content === true;
    const quantity = aspect === 'stock' || kind === 'missing' || before?.lost.quantity === true;
    const source = aspect === 'stock' && before ? before.source : sourceOf(finding);
    products.set(product, { source, lost: { product, content, quantity } });
  }
  return grouped(products.values(), ({ source }) => source);
}

interface LostOfSource {
  readonly source: string;
  readonly lost: Lost;
}

function letGo({ store }: Deps, finding: Finding): void {
  const { kind, aspect, product } = finding;
  if (wasNotFound({ store }, finding)) store.mirror.clearRefusal(product);
  if (kind === 'missing') store.mirror.miss(product);
  else if (aspect === 'presence') store.mirror.clearRefusal(product);
  else store.mirror.doubt(product, { content: aspect === 'content', quantity: aspect === 'stock' });
}

/**
 * The source that a product is hidden for, because its export no longer names it. Sent in the name of another one that
 * still names the product, the hide would count as that one's word.
 */
function hiders({ store, config }: Deps): (product: number) => string | undefined {
  const isOwnHide = createOwnHides(store.requests);
  return (product) => {
    const row = store.mirror.get(product);
    if (row === undefined || !isOwnHide(row.content_request, product)) return undefined;
    const source = store.runs.get(row.content_run ?? 0)?.source;
    return config.sources.find(({ name }) => name === source)?.name;
  };
}

/** The source whose undo brought the product back to the marketplace: its export in use does not name it (yet). */
function undoers({ store, config }: Deps): (product: number) => string | undefined {
  return (product) => {
    const { undoes, source } = store.runs.get(store.mirror.get(product)?.content_run ?? 0) ?? {};
    const isUndone = undoes != null && config.sources.some(({ name }) => name === source);
    return isUndone ? source : undefined;
  };
}

/** Why a difference cannot be sent, and the source in whose name it is sent. */
function createReasons({ store, config }: Deps, engine: Pick<Engine, 'book'>) {
  const owner = ownerOfStock(config);
  const products = createSourceNaming(store, productsSources(config));
  const stock = createSourceNaming(store, owner === undefined ? [] : [owner]);
  const ownsStock = owner?.kind === 'products';
  const isPaused = new Set(
    store.sources.all().flatMap(({ name, paused }) => (paused === 1 ? [name] : [])),
  );
  const hider = hiders({ store, config });
  const undoer = undoers({ store, config });
  const contentOf = (product: number) => hider(product) ?? products(product) ?? undoer(product);
  const sourceOf = ({ aspect, product }: Finding): string =>
    (aspect === 'stock' ? stock(product) : contentOf(product)) ?? '';
  return {
    sourceOf,
    of(finding: Finding): UnsentReason | undefined {
      const { aspect, isReserved } = finding;
      const source = sourceOf(finding);
      const sendsStock = aspect === 'stock' || (aspect === 'content' && ownsStock);
      if (source === '') return 'unnamed';
      if (isPaused.has(source)) return 'paused';
      if (isReserved && sendsStock && config.openOrders === 'ignore') return 'reserved';
      return isUnderWay(engine, finding) ? 'underWay' : undefined;
    },
  };
}
