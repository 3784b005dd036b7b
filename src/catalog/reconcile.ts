import type { CompareDeps } from './compare-list.ts';
import { compareWithList } from './compare-list.ts';
import type { Engine } from './engine.ts';
import type { FlowDeps } from './flow.ts';
import { findLostCalls } from './lost-calls.ts';
import { fixFindings } from './reconcile-fix.ts';
import type { ReconcileReport } from './reconcile-report.ts';
import { createTally, reconcileSentence } from './reconcile-report.ts';

export interface Reconciler {
  /** Compares, and with `fix` lets the exports send again what differs. Throws LIST_UNREADABLE. */
  run(options: { readonly fix: boolean }): Promise<ReconcileReport>;
  /** The newest report, also of an earlier life. */
  last(): ReconcileReport | undefined;
  stop(): void;
}

const metaName = 'reconcile';

/** Compares the mirror with the marketplace's list, one walk at a time, beside everything else. */
export function createReconciler(deps: FlowDeps, engine: Engine): Reconciler {
  const stopping = new AbortController();
  const compareDeps: CompareDeps = {
    ...deps,
    openStock: engine.openStock,
    inFlight: engine.book.inFlight,
  };
  let turn: Promise<unknown> = Promise.resolve();

  const reconcile = async (fix: boolean): Promise<ReconcileReport> => {
    const at = new Date(deps.clock.now()).toISOString();
    const comparison = await compareWithList(compareDeps, stopping.signal);
    await findLostCalls(deps, comparison.findings);
    const tally = createTally();
    for (const { kind, externalId, text } of comparison.findings) tally.add(kind, externalId, text);
    for (const [kind, count] of comparison.uncollected) tally.classes[kind].count += count;
    tally.addForeign(comparison.notOurs, comparison.foreign);
    const fixed = fix ? fixFindings(deps, engine, comparison.findings) : 0;
    const { listed, unnamed, compared, underWay, unknownContent } = comparison;
    const report: ReconcileReport = {
      ...{ at, listed, unnamed, compared, underWay, unknownContent },
      classes: tally.classes,
      differences: tally.differences(),
      fixed,
    };
    const { store, clock } = deps;
    store.transaction(() => {
      store.meta.set(metaName, JSON.stringify(report));
      store.events.add(clock.now(), 'catalog', reconcileSentence(report));
    });
    return report;
  };

  return {
    run({ fix }) {
      const next = turn.then(() => reconcile(fix));
      turn = next.catch(() => undefined);
      return next;
    },
    last() {
      const stored = deps.store.meta.get(metaName);
      return stored === undefined ? undefined : (JSON.parse(stored) as ReconcileReport);
    },
    stop: () => stopping.abort(),
  };
}
