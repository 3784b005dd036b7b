import { openHolds } from '../state/held-facts.ts';
import { keepsVanished } from '../state/vanished.ts';
import { unpackIds } from '../terms/plan.ts';
import type { StateDeps } from '../terms/ports.ts';

/** The open hold that keeps a parked row of the product back, or keeps the vanished product on the marketplace. */
export function productHold(deps: StateDeps, product: number): number | undefined {
  const { plans, parked } = deps.store;
  const holds = openHolds(deps);
  const parking = holds.find(({ run }) => {
    const { marks, ids } = parked.get(run) ?? {};
    return ids?.some((id, record) => id === product && marks?.[record] !== 0) === true;
  });
  const keeping = holds.filter(keepsVanished).find(({ plan }) => {
    const vanished = plans.get(plan)?.vanished;
    return vanished !== undefined && unpackIds(vanished).includes(product);
  });
  return (parking ?? keeping)?.id;
}
