import type { HoldRow } from '../../store/plans.ts';
import { openHolds } from '../state/held-facts.ts';
import { keepsVanished } from '../state/vanished.ts';
import { unpackIds } from '../terms/plan.ts';
import type { StateDeps } from '../terms/ports.ts';

/**
 * The open hold that keeps a parked row of the product back, or keeps it on the marketplace though it has vanished, or
 * seems to have got another number.
 */
export function productHold(deps: StateDeps, product: number): HoldRow | undefined {
  const { store } = deps;
  const { plans, parked } = store;
  const holds = openHolds(deps);
  const parking = holds.find(({ run }) => {
    const { marks, ids } = parked.get(run) ?? {};
    return ids?.some((id, record) => id === product && marks?.[record] !== 0) === true;
  });
  const keeping = holds.filter(keepsVanished).find(({ plan }) => {
    const vanished = plans.get(plan)?.vanished;
    return vanished !== undefined && unpackIds(vanished).includes(product);
  });
  const renumbering = holds.find(
    ({ id, kind }) => kind === 'renumbered' && store.holds.productsOf(id)?.includes(product),
  );
  return parking ?? keeping ?? renumbering;
}
