import { unknownContent } from './assumed.ts';
import type { ConfirmedDeps } from './confirmed.ts';
import { confirmedProducts } from './confirmed.ts';
import { growingIntegers } from './growing.ts';
import { listedFields, sumsOfSent } from './listed.ts';
import type { EngineDeps } from './ports.ts';

/** What the list should show of each product, as sums of its fields. */
export interface Expected {
  /** Undefined where it is not known any more what exactly was confirmed. */
  sumsOf(product: number): Int32Array | undefined;
  /** Sent as hidden: a list that leaves hidden products out does not show it (the specification is silent). */
  isHidden(product: number): boolean;
}

const breatheEvery = 512;

/**
 * Reads what was confirmed from the kept fields and the stored exports: the mirror itself keeps a hash alone. A million
 * products cost 28 bytes each.
 */
export async function readExpected(
  deps: ConfirmedDeps & Pick<EngineDeps, 'clock'>,
  signal: AbortSignal,
): Promise<Expected> {
  const { store, clock } = deps;
  const sums = growingIntegers();
  const states = growingIntegers();
  const width = listedFields.length;
  let count = 0;
  const put = (product: number, of: Int32Array, state: number): void => {
    of.forEach((sum, index) => {
      sums.set(product * width + index, sum);
    });
    states.set(product, state);
  };
  for await (const { product, basis } of confirmedProducts(deps)) {
    count += 1;
    if (count % breatheEvery === 0) await clock.breathe();
    if (signal.aborted) break;
    const row = store.mirror.find(product.externalId);
    if (row === undefined) continue;
    const adopted = row.content_hash === unknownContent ? store.adopted.get(row.id) : undefined;
    if (adopted !== undefined) put(row.id, adopted, known);
    else if (basis === 'confirmed')
      put(row.id, sumsOfSent(product), product.isActive === false ? hidden : known);
  }
  return {
    sumsOf(product) {
      if (states.get(product) === unknown) return undefined;
      return Int32Array.from(listedFields, (_, index) => sums.get(product * width + index));
    },
    isHidden: (product) => states.get(product) === hidden,
  };
}

const unknown = 0;
const known = 1;
const hidden = 2;
