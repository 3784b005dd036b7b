import { present } from '../../domain/present.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure } from '../pass/diff.ts';
import { productHold } from '../plan/product-hold.ts';
import { canBeReleased } from '../state/held-facts.ts';
import { emptyingFile, leavesOut } from '../state/leaves-out.ts';
import { pilotOf } from '../state/pilot.ts';
import type { StateDeps } from '../terms/ports.ts';

/** Under `missing: zero` a stock export leaves an article out, so its stock is 0 though no row says so. */
export interface Emptied {
  readonly source: string;
  readonly file: string;
  readonly run: number;
  /** The run since which the stock is 0, for whatever reason, and when that run began (ISO 8601). */
  readonly since?: { readonly run: number; readonly at: string };
  /** The hold that keeps the stock as it is, if it can be released. */
  readonly hold?: number;
}

/** `named`: the sources whose files name the article. */
export function emptiedOf(
  deps: StateDeps,
  product: ProductRow,
  named: readonly string[],
): Emptied | undefined {
  const { store, config } = deps;
  if (product.content_hash === null || !pilotOf(config)(product.external_id)) return undefined;
  for (const source of config.sources) {
    const run = emptyingFile(deps, source);
    if (run === undefined || named.includes(source.name)) continue;
    if (!leavesOut(deps, run, product.external_id)) continue;
    const held = productHold(deps, product.id);
    const hold = held !== undefined && canBeReleased(deps, held) ? held.id : undefined;
    const since = emptySince(store, product);
    return {
      ...{ source: source.name, file: run.file, run: run.id },
      ...present(since === undefined ? { hold } : { since }),
    };
  }
  return undefined;
}

function emptySince(
  { runs }: StateDeps['store'],
  { quantity, quantity_run: id }: ProductRow,
): Emptied['since'] {
  if (quantity !== 0 || id === null || isUnsure(id)) return undefined;
  const run = runs.get(id);
  return run === undefined
    ? undefined
    : { run: run.id, at: new Date(run.started_at).toISOString() };
}
