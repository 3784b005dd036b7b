import type { Finding } from './compare-list.ts';
import type { ConfirmedDeps } from './confirmed.ts';
import type { Engine } from './engine.ts';
import { growingBytes } from './growing.ts';
import { ownersOfStock } from './open-stock.ts';
import { isWrong } from './reconcile-classes.ts';

type Deps = Pick<ConfirmedDeps, 'store' | 'config'>;

/**
 * Lets go of what is confirmed for exactly the products that differ, and has the exports looked at again: what is sent
 * then goes through plan, brakes and answers like everything else. Answers how many differences that settles. What is
 * not ours and what accepted orders have reserved stays as it is.
 */
export function fixFindings(
  deps: Deps,
  engine: Pick<Engine, 'book' | 'lookAgain'>,
  findings: readonly Finding[],
): number {
  const { store, config } = deps;
  const owners = ownersOfStock(config);
  const products = namedBy(
    deps,
    config.sources.filter(({ kind }) => kind === 'products'),
  );
  const stock = namedBy(deps, owners);
  const ownsStock = owners.some(({ kind }) => kind === 'products');
  const canSend = ({ aspect, product, isReserved }: Finding): boolean => {
    const isNamed = aspect === 'stock' ? stock(product) : products(product);
    const sendsStock = aspect === 'stock' || (aspect === 'content' && ownsStock);
    const swallows = isReserved && sendsStock && config.openOrders === 'ignore';
    return isNamed && !swallows && !engine.book.inFlight.has(product);
  };
  const fixable = findings.filter((finding) => isWrong(finding.kind) && canSend(finding));
  if (fixable.length === 0) return 0;
  store.transaction(() => {
    for (const finding of fixable) letGo(deps, finding);
    store.index.voidKnown();
    for (const { name } of config.sources) engine.lookAgain(name);
  });
  return fixable.length;
}

function letGo({ store }: Deps, { kind, aspect, product }: Finding): void {
  if (kind === 'missing') store.mirror.forget(product);
  else if (aspect === 'presence') store.mirror.clearRefusal(product);
  else store.mirror.doubt(product, { content: aspect === 'content', quantity: aspect === 'stock' });
}

/** Whether a file that counts names a product: another one cannot be sent again before it is exported again. */
function namedBy(
  { store }: Deps,
  sources: ConfirmedDeps['config']['sources'],
): (product: number) => boolean {
  const named = growingBytes();
  for (const { name } of sources) for (const id of store.index.read(name).rows) named.set(id, 1);
  return (product) => named.get(product) === 1;
}
