import type { ScheduledTask } from 'node-cron';
import { schedule } from 'node-cron';
import type { Parts } from './app.ts';
import type { ReconcileReport } from './catalog/reconcile/reconcile-report.ts';

/** How long the feed may take to tell of an order that was accepted a moment ago. */
const catchUpMs = 30_000;

type Knowing = Pick<Parts, 'orders' | 'openOrders' | 'signal'>;

/** Has the way up know the orders there are by now, where the feed answers in time. */
export async function ordersFirst({ orders, openOrders, signal }: Knowing): Promise<void> {
  await orders?.flow.catchUp({ waitMs: catchUpMs, signal });
  await openOrders.tell();
}

/** Orders first, then the list: without them a reservation looks like a wrong stock. */
export async function reconcile(
  { catalog, ...knowing }: Knowing & Pick<Parts, 'catalog'>,
  options: { readonly fix: boolean; readonly quietMs: number },
): Promise<ReconcileReport | undefined> {
  if (catalog === undefined) return undefined;
  await ordersFirst(knowing);
  return catalog.reconcile(options);
}

/** Compares by the clock (`catalog.reconcile`) and never repairs; what it finds is on the page. */
export function reconcileByClock(parts: Parts): void {
  const { config, log, signal } = parts;
  const pattern = config.catalog?.reconcile;
  if (pattern === undefined) return;
  const compare = async (): Promise<void> => {
    try {
      const report = await reconcile(parts, { fix: false, quietMs: 0 });
      log.info({ differences: report?.differences }, 'compared with the list of the marketplace');
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'not compared with the list of the marketplace');
    }
  };
  const begin = () =>
    schedule(pattern, compare, {
      noOverlap: true,
      // A machine that slept at that time, or was busy, compares once when it is awake again.
      missedExecutionTolerance: Number.POSITIVE_INFINITY,
      suppressMissedWarning: true,
    });
  void keepTime(begin, parts);
}

const lookEveryMs = 60 * 60_000;
const dayMs = 24 * lookEveryMs;

/** The next time is reckoned once: a clock that was ahead and is put right would put it off for years (fault 113). */
async function keepTime(
  begin: () => ScheduledTask,
  { clock, signal }: Pick<Parts, 'clock' | 'signal'>,
): Promise<void> {
  let task = begin();
  let latest = clock.now();
  while (!signal.aborted) {
    await clock.sleep(lookEveryMs, signal);
    latest = Math.max(latest, clock.now());
    if (clock.now() > latest - dayMs) continue;
    void task.destroy();
    task = begin();
    latest = clock.now();
  }
  void task.destroy();
}
