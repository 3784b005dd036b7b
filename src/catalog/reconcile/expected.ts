import { unknownContent } from '../pass/assumed.ts';
import { growingIntegers } from '../terms/growing.ts';
import { listedFields, sumsOfSent } from '../terms/listed.ts';
import type { EngineDeps, ExportDeps } from '../terms/ports.ts';
import { type ConfirmedProduct, confirmedProducts } from './confirmed.ts';

/** What the list should show of each product, as sums of its fields. */
export interface Expected {
  /** Undefined where what exactly was confirmed is no longer known. */
  sumsOf(product: number): Int32Array | undefined;
  /** Sent as inactive: the list may leave such a product out (the specification is silent). */
  isHidden(product: number): boolean;
}

/**
 * Reads what was confirmed from the kept fields and the stored exports: the mirror itself keeps a hash alone. A million
 * products cost 32 bytes each.
 */
export async function readExpected(
  deps: ExportDeps & Pick<EngineDeps, 'clock'>,
  signal: AbortSignal,
): Promise<Expected> {
  const sums = growingIntegers();
  const states = growingIntegers();
  for await (const confirmed of confirmedProducts(deps)) {
    if (signal.aborted) break;
    const found = expectedOf(deps, confirmed);
    if (found === undefined) continue;
    states.set(found.id, found.state);
    found.sums.forEach((sum, index) => {
      sums.set(found.id * width + index, sum);
    });
  }
  return {
    sumsOf(product) {
      if (states.get(product) === unknown) return undefined;
      return Int32Array.from(listedFields, (_, index) => sums.get(product * width + index));
    },
    isHidden: (product) => states.get(product) === hidden,
  };
}

const width = listedFields.length;
const unknown = 0;
const known = 1;
const hidden = 2;

interface Found {
  readonly id: number;
  readonly sums: Int32Array;
  readonly state: number;
}

/** Undefined where what exactly was confirmed is no longer known. */
function expectedOf(
  { store }: ExportDeps,
  { product, basis }: ConfirmedProduct,
): Found | undefined {
  const row = store.mirror.find(product.externalId);
  if (row === undefined) return undefined;
  const adopted = row.content_hash === unknownContent ? store.adopted.get(row.id) : undefined;
  if (adopted !== undefined) return { id: row.id, sums: adopted, state: known };
  if (basis !== 'confirmed') return undefined;
  const state = product.isActive === false ? hidden : known;
  return { id: row.id, sums: sumsOfSent(product), state };
}
