import { type Growing, growingBytes } from './growing.ts';
import type { HoldKind } from './plan.ts';
import type { CatalogStore } from './ports.ts';

/** A set of products: 1 for each of them. */
type Products = Pick<Growing<Uint8Array>, 'get'>;

/**
 * What was decided so far about the brakes on a file that is looked at again: after an answer, a release, or a new
 * article of another source. The rest of the file was sent meanwhile, so the same limits would find less. Therefore
 * what waits for release continues to wait, and a release applies only to what was shown (I13).
 */
export interface Verdicts {
  /** Kinds of holds that were released as a whole. */
  readonly allowed: ReadonlySet<string>;
  /** By kind the articles that the file may take away, because they were released. */
  readonly released: ReadonlyMap<string, Products>;
  /** By kind the articles that wait for release. */
  readonly waiting: ReadonlyMap<
    HoldKind,
    { readonly sentence: string; readonly products: Products }
  >;
}

const taking: readonly string[] = ['vanished', 'zeroed', 'deactivated'] satisfies HoldKind[];

/**
 * A release, or the lack of one, is for what was shown: under another configuration the same file would do
 * something else (fault 124).
 */
export function verdictsOn(
  { holds }: Pick<CatalogStore, 'holds'>,
  run: number,
  configuration: string,
): Verdicts {
  const allowed = new Set<string>();
  const released = new Map<string, Growing<Uint8Array>>();
  for (const { id, kind } of holds.endedOf(run, 'RELEASED').filter(isOf(configuration))) {
    // Releasing an empty file releases all articles that it takes away.
    const isEmpty = kind === 'empty';
    if (isEmpty) allowed.add(kind);
    const taken = isEmpty ? 'vanished' : kind;
    const products = taking.includes(taken) ? holds.productsOf(id) : undefined;
    if (products === undefined) allowed.add(taken);
    else released.set(taken, flagged(products, released.get(taken)));
  }
  const waiting = new Map<HoldKind, { sentence: string; products: Products }>();
  for (const { id, kind, sentence, run: of } of holds.open().filter(isOf(configuration))) {
    const products = of === run ? holds.productsOf(id) : undefined;
    if (products !== undefined)
      waiting.set(kind as HoldKind, { sentence, products: flagged(products) });
  }
  return { allowed, released, waiting };
}

function isOf(configuration: string): (hold: { readonly configuration: string | null }) => boolean {
  return (hold) => hold.configuration === configuration;
}

function flagged(
  products: Int32Array,
  flags: Growing<Uint8Array> = growingBytes(),
): Growing<Uint8Array> {
  for (const product of products) flags.set(product, 1);
  return flags;
}
