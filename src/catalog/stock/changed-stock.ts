import { ownersOfStock } from '../state/owners-of-stock.ts';
import type { EngineDeps } from '../terms/ports.ts';

/**
 * Articles of which open orders take another quantity than was kept out of what was sent. They stay in the state until
 * that is sent or a row says it, so that a restart forgets none of them.
 */
export interface ChangedStock {
  ids(): readonly string[];
  /** Part of the transaction that changes the orders; false where none of the articles is known. */
  add(ids: readonly string[]): boolean;
  /** What is left of them after a look. */
  keep(ids: readonly string[], again: { readonly isDue: boolean }): void;
  /** What stood against some of them may be over: a new file, a yes, a retry. */
  askAgain(): void;
  readonly isDue: boolean;
}

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** Both in `meta`. */
const metaName = 'stock changed by orders';
const settingName = 'open orders at the last start';

/** `open`: articles of the orders that were open last; all of them where `openOrders` was another one then. */
export function createChangedStock(deps: Deps, open: readonly string[]): ChangedStock {
  const { meta, mirror, transaction } = deps.store;
  let kept: readonly string[] = JSON.parse(meta.get(metaName) ?? '[]');
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

function isSettingChanged({ store: { meta }, config: { openOrders } }: Deps): boolean {
  const before = meta.get(settingName);
  if (before !== openOrders) meta.set(settingName, openOrders);
  return before !== undefined && before !== openOrders;
}

/**
 * What a products source says of the stock is kept under `subtract` alone: what it said before a time of `ignore` is not
 * what it said last, and of what was sent in that time nothing was kept out.
 */
function forgetExported({ store, config }: Deps): void {
  if (config.openOrders !== 'subtract') return;
  for (const { name, kind } of ownersOfStock(config))
    if (kind === 'products') store.mirror.forgetExported(name);
}

/**
 * What the source exported last, and when, before a doubt covers it: a newer file that said the same was an export of its
 * own. Of what a products source has not named under `subtract`, what was sent is what it said.
 */
function noteExported({ store, config }: Deps, externalId: string): void {
  const { mirror, runs } = store;
  const [owner] = ownersOfStock(config);
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
