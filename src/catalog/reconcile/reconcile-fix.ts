import { noPicture } from '../../domain/picture.ts';
import type { Engine } from '../engine.ts';
import { isUnsure } from '../pass/diff.ts';
import type { Lost } from '../requests/resend.ts';
import { isNotFound } from '../requests/settle.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { ownersOfStock } from '../state/owners-of-stock.ts';
import { namedBy } from '../state/source-naming.ts';
import type { ExportDeps } from '../terms/ports.ts';
import type { Finding } from './compare-list.ts';
import { isWrong } from './reconcile-classes.ts';

type Deps = Pick<ExportDeps, 'store' | 'config'>;

/** Why a difference was not sent again. */
export const unsentReasons = ['unnamed', 'paused', 'reserved', 'underWay', 'held'] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** Tells, once nothing moves any more, what became of a difference, or why it still stands. */
export type Settled = (finding: Finding) => 'sent' | 'over' | UnsentReason;

/**
 * Sends again what was confirmed, for exactly the products that differ. Where that is not known any more, it is let go of,
 * and what the exports say goes through plan, brakes and answers like everything else. What is not ours and what
 * accepted orders have reserved stays as it is.
 */
export function fixFindings(
  deps: Deps,
  engine: Pick<Engine, 'book' | 'lookAgain' | 'resend'>,
  findings: readonly Finding[],
): Settled {
  const { store } = deps;
  const newestRequest = store.requests.newestId();
  const reasons = createReasons(deps, engine);
  const refused = new Map<Finding, UnsentReason>();
  const fixable: Finding[] = [];
  const over: Finding[] = [];
  for (const finding of findings.filter(({ kind }) => isWrong(kind))) {
    const reason = reasons.of(finding);
    if (reason === undefined) fixable.push(finding);
    // Nobody exports it and nobody has it: there is nothing to send, and nothing to tell any more.
    else if (reason === 'unnamed' && finding.kind === 'missing') over.push(finding);
    else refused.set(finding, reason);
  }
  const notFound = fixable.filter((each) => wasNotFound(deps, each));
  const unknown = new Set(notFound.map(({ product }) => product));
  const known = fixable.filter(({ product }) => !unknown.has(product));
  for (const [source, lost] of lostBySource(known, reasons.sourceOf))
    for (const product of engine.resend(source, lost)) unknown.add(product);
  const open = fixable.filter((each) => isUnconfirmed(each) || unknown.has(each.product));
  store.transaction(() => {
    // With a product that somebody else removed, its picture went.
    for (const { product, kind } of [...fixable, ...over])
      if (kind === 'missing') store.pictures.confirm(product, noPicture);
    for (const finding of [...open, ...over]) letGo(deps, finding);
    if (open.length === 0) return;
    store.index.voidKnown();
    for (const { name } of deps.config.sources) engine.lookAgain(name);
  });
  return (finding) => {
    if (over.includes(finding)) return 'over';
    const reason = refused.get(finding);
    if (reason !== undefined) return reason;
    const isSent = isUnderWay(engine, finding) || wasSent(deps, finding, newestRequest);
    return isSent ? 'sent' : 'held';
  };
}

function isUnderWay({ book }: Pick<Engine, 'book'>, { product }: Finding): boolean {
  return book.inFlight.has(product);
}

/** A request of since named it, and nothing is left open of what differed. */
function wasSent({ store }: Deps, { aspect, product }: Finding, newestRequest: number): boolean {
  const row = store.mirror.get(product);
  if (row === undefined || (row.last_request ?? 0) <= newestRequest) return false;
  if (row.refused_hash !== null || row.content_hash === null) return false;
  if (aspect === 'stock') return !isUnsure({ quantityRun: row.quantity_run });
  return row.in_doubt === 0;
}

/** Nothing of it was ever confirmed: only the exports know what it should be. */
function isUnconfirmed({ kind, aspect }: Finding): boolean {
  return aspect === 'presence' && kind !== 'missing';
}

/** Its newest stock was refused for that: what the exports say goes with it, and not the stock of before. */
function wasNotFound({ store }: Pick<Deps, 'store'>, { kind, product }: Finding): boolean {
  return kind === 'missing' && isNotFound(store.mirror.get(product)?.refused_code);
}

function lostBySource(
  findings: readonly Finding[],
  sourceOf: (finding: Finding) => string,
): ReadonlyMap<string, readonly Lost[]> {
  const products = new Map<number, { source: string; lost: Lost }>();
  for (const finding of findings.filter((each) => !isUnconfirmed(each))) {
    const { aspect, product, kind } = finding;
    const before = products.get(product);
    const content = aspect !== 'stock' || before?.lost.content === true;
    const quantity = aspect === 'stock' || kind === 'missing' || before?.lost.quantity === true;
    const source = aspect === 'stock' && before ? before.source : sourceOf(finding);
    products.set(product, { source, lost: { product, content, quantity } });
  }
  const sources = new Map<string, Lost[]>();
  for (const { source, lost } of products.values())
    sources.set(source, [...(sources.get(source) ?? []), lost]);
  return sources;
}

function letGo({ store }: Deps, finding: Finding): void {
  const { kind, aspect, product } = finding;
  if (wasNotFound({ store }, finding)) store.mirror.clearRefusal(product);
  if (kind === 'missing') store.mirror.miss(product);
  else if (aspect === 'presence') store.mirror.clearRefusal(product);
  else store.mirror.doubt(product, { content: aspect === 'content', quantity: aspect === 'stock' });
}

/** Whose export left out what was hidden for that: it names the article no more, and is what hides it. */
function hiders({ store, config }: Deps): (product: number) => string | undefined {
  const isOwnHide = createOwnHides(store.requests);
  return (product) => {
    const row = store.mirror.get(product);
    if (row === undefined || !isOwnHide(row.content_request, product)) return undefined;
    const source = store.runs.get(row.content_run ?? 0)?.source;
    return config.sources.find(({ name }) => name === source)?.name;
  };
}

/** What stands against sending a difference, and which source it is sent in the name of. */
function createReasons({ store, config }: Deps, engine: Pick<Engine, 'book'>) {
  const owners = ownersOfStock(config);
  const products = namedBy(
    store,
    config.sources.filter(({ kind }) => kind === 'products'),
  );
  const stock = namedBy(store, owners);
  const ownsStock = owners.some(({ kind }) => kind === 'products');
  const isPaused = new Set(
    store.sources.all().flatMap(({ name, paused }) => (paused === 1 ? [name] : [])),
  );
  const hider = hiders({ store, config });
  const sourceOf = ({ aspect, product }: Finding): string =>
    (aspect === 'stock' ? stock(product) : (products(product) ?? hider(product))) ?? '';
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
