import type { Engine } from '../engine.ts';
import type { FlowDeps } from '../flow.ts';
import {
  type CompareDeps,
  type Comparison,
  compareWithList,
  type Finding,
} from './compare-list.ts';
import { findLostCalls } from './lost-calls.ts';
import { mendedSince, type Standing, standingOf } from './mended-since.ts';
import { isWrong } from './reconcile-classes.ts';
import { fixFindings, type Settled, unexportedIn, unsentReasons } from './reconcile-fix.ts';
import {
  classesOf,
  differencesIn,
  type ReconcileReport,
  reconcileSentence,
} from './reconcile-report.ts';

interface Reconciler {
  /**
   * Compares. `fix` gets the function that sends the differences again, calls it, and waits for all that follows.
   * Throws LIST_UNREADABLE.
   */
  run(fix?: (sendAgain: () => void) => Promise<void>): Promise<ReconcileReport>;
  /** The newest report, also of an earlier life. */
  last(): ReconcileReport | undefined;
  stop(): void;
}

const metaName = 'reconcile';

interface Kept extends ReconcileReport {
  /** Absent in what an older version kept. */
  readonly standing?: Standing;
}

/** Compares the mirror with the marketplace's list, one walk at a time, beside everything else. */
export function createReconciler(deps: FlowDeps, engine: Engine): Reconciler {
  const stopping = new AbortController();
  const compareDeps: CompareDeps = {
    ...deps,
    openStock: engine.openStock,
    inFlight: engine.book.inFlight,
  };
  let turn: Promise<unknown> = Promise.resolve();

  const reconcile = async (fix: Parameters<Reconciler['run']>[0]): Promise<ReconcileReport> => {
    const at = new Date(deps.clock.now()).toISOString();
    const comparison = await compareWithList(compareDeps, stopping.signal);
    await findLostCalls(deps, comparison.findings);
    const classes = classesOf(comparison);
    const unexported = unexportedIn(deps, engine, comparison.findings);
    const { fixed, over, unsent, open } = await countSent(deps, { engine, comparison, fix });
    const report: ReconcileReport = {
      ...{ at, ...comparison.counts },
      ...{ classes, differences: differencesIn(classes) },
      ...{ fixed, over, unexported: unexported.size, unsent },
    };
    const kept: Kept = { ...report, standing: standingOf(deps.store, open, unexported) };
    const { store, clock } = deps;
    store.transaction(() => {
      store.meta.set(metaName, JSON.stringify(kept));
      store.events.add(clock.now(), 'catalog', reconcileSentence(report));
    });
    return report;
  };

  return {
    run(fix) {
      const next = turn.then(() => reconcile(fix));
      turn = next.catch(() => undefined);
      return next;
    },
    last() {
      const stored = deps.store.meta.get(metaName);
      if (stored === undefined) return undefined;
      const { standing, ...report } = JSON.parse(stored) as Kept;
      if (standing === undefined) return report;
      const { mended, exported } = mendedSince(deps.store, standing);
      return { ...report, mended, unexported: (report.unexported ?? 0) - exported };
    },
    stop: () => stopping.abort(),
  };
}

/** Counts after all was sent or held: what a brake holds was not sent, though it was asked for (I13). */
async function countSent(deps: FlowDeps, { engine, comparison, fix }: Fixing): Promise<Sent> {
  const { findings } = comparison;
  const wrong = findings.filter(({ kind }) => isWrong(kind));
  if (fix === undefined) return { fixed: 0, over: 0, unsent: {}, open: wrong };
  let settled: Settled = () => 'held';
  await fix(() => {
    settled = fixFindings(deps, engine, findings);
  });
  const ends = wrong.map(settled);
  const of = (wanted: ReturnType<Settled>): number => ends.filter((end) => end === wanted).length;
  const unsent = unsentReasons.filter((reason) => of(reason) > 0);
  return {
    ...{ fixed: of('sent'), over: of('over') },
    unsent: Object.fromEntries(unsent.map((reason) => [reason, of(reason)])),
    open: wrong.filter((_, index) => !['sent', 'over'].includes(ends[index] ?? '')),
  };
}

interface Sent extends Required<Pick<ReconcileReport, 'fixed' | 'over' | 'unsent'>> {
  /** The differences that stand. */
  readonly open: readonly Finding[];
}

interface Fixing {
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly fix: Parameters<Reconciler['run']>[0];
}
