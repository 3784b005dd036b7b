import { ownerOfStock } from '../state/owner-of-stock.ts';
import type { StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';

/**
 * Stock 10 was sent as 7, less an order for 3. Another order for 2 comes, so 5 is to be sent. Such articles are kept in
 * the state until that was sent or a row of a file says it, so that a restart forgets none.
 */
export interface ChangedStock {
  ids(): readonly string[];
  /** Part of the transaction that changes the orders; false where none of the articles is known. */
  add(ids: readonly string[]): boolean;
  /** The articles that are left after a look. */
  keep(ids: readonly string[], again: { readonly isDue: boolean }): void;
  /** A new file, a release or a retry came: what prevented some of them from being sent may be over. */
  askAgain(): void;
  readonly isDue: boolean;
}

/** Both in `meta`. */
const metaName = 'stock changed by orders';
const settingName = 'open orders at the last start';

/** `open`: articles of the orders that were open last. If `openOrders` was changed since, all of them are changed. */
export function createChangedStock(deps: StateDeps, open: readonly string[]): ChangedStock {
  const { meta, mirror, transaction } = deps.store;
  let kept: readonly string[] = readMeta<string[]>(deps.store, metaName) ?? [];
  let isDue = true;
  const write = (ids: readonly string[]): void => {
    if (ids.length !== kept.length) meta.set(metaName, JSON.stringify(ids));
    kept = ids;
  };
  const add = (ids: readonly string[]): boolean => {
    const known = ids.filter((id) => mirror.find(id) !== undefined);
    for (const id of known) noteExported(deps, id);
    write([...new Set([...kept, ...known])]);
    isDue = true;
    return known.length > 0;
  };
  transaction(() => {
    if (!isSettingChanged(deps)) return;
    forgetExported(deps);
    add(open);
  });
  return {
    ids: () => kept,
    add,
    keep(ids, again) {
      write(ids);
      isDue = again.isDue;
    },
    askAgain() {
      isDue = true;
    },
    get isDue() {
      return isDue && kept.length > 0;
    },
  };
}

function isSettingChanged({ store: { meta }, config: { openOrders } }: StateDeps): boolean {
  const before = meta.get(settingName);
  if (before !== openOrders) meta.set(settingName, openOrders);
  return before !== undefined && before !== openOrders;
}

/**
 * The stock that a products source exports is kept only under `subtract`. After a time of `ignore` the kept one is old,
 * and what was sent meanwhile was the whole stock: so the kept ones are forgotten.
 */
function forgetExported({ store, config }: StateDeps): void {
  const owner = ownerOfStock(config);
  if (config.openOrders === 'subtract' && owner?.kind === 'products')
    store.mirror.forgetExported(owner.name);
}

/**
 * Called before a changed order puts the sent stock in doubt, which hides the run that sent it. Run 5
 * exported 10, and run 8 exported and sent 10 again: the kept 10 is still dated by run 5, and orders that run
 * 8 knew of would be taken off once more. So it is dated by run 8. If a products source has none kept, the
 * stock that was sent is what it exported.
 */
function noteExported({ store, config }: StateDeps, externalId: string): void {
  const { mirror, runs } = store;
  const owner = ownerOfStock(config);
  const isOwn = (run: number | null): run is number =>
    run !== null && runs.get(run)?.source === owner?.name;
  const row = mirror.find(externalId);
  if (config.openOrders !== 'subtract' || row === undefined || !isOwn(row.quantity_run)) return;
  const { quantity, quantity_run: run, exported_run: exportedRun } = row;
  const whole = owner?.kind === 'products' ? quantity : null;
  const exported = isOwn(exportedRun) ? row.exported_quantity : whole;
  // An undo exports nothing: what it put back is as old as the run that it took back.
  if (runs.get(run)?.undoes != null) return;
  if (exported !== null && run > (exportedRun ?? 0)) mirror.setExported(row.id, exported, run);
}
