import { createTask } from 'node-cron';
import type { Parts } from './app.ts';
import type { ReconcileReport } from './catalog/reconcile/reconcile-report.ts';
import type { CatalogThread } from './catalog-thread.ts';

/** How long the feed may take to tell of an order that was accepted a moment ago. */
const catchUpMs = 30_000;

type Knowing = Pick<Parts, 'orders' | 'openOrders' | 'signal'>;

/** Tells the catalogue the orders of now, if the feed answers in time. */
export async function ordersFirst({ orders, openOrders, signal }: Knowing): Promise<void> {
  await orders?.flow.catchUp({ waitMs: catchUpMs, signal });
  await openOrders.tell();
}

/** Reads the orders first and then the list: without the orders a reservation looks like a wrong stock. */
export async function reconcile(
  { catalog, ...knowing }: Knowing & { readonly catalog: CatalogThread },
  options: { readonly fix: boolean; readonly quietMs: number },
): Promise<ReconcileReport> {
  await ordersFirst(knowing);
  return catalog.reconcile(options);
}

/** Compares by the clock (`catalog.reconcile`) and never repairs. What it finds is on the page. */
export function reconcileByClock(parts: Parts): void {
  const { config, catalog, log, signal } = parts;
  const pattern = config.catalog?.reconcile;
  if (pattern === undefined || catalog === undefined) return;
  const compare = async (): Promise<void> => {
    try {
      const { differences } = await reconcile({ ...parts, catalog }, { fix: false, quietMs: 0 });
      log.info({ differences }, 'compared with the list of the marketplace');
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'not compared with the list of the marketplace');
    }
  };
  void keepTime({ pattern, compare }, parts);
}

const lookEveryMs = 60 * 60_000;
const dayMs = 24 * lookEveryMs;

/**
 * node-cron's own schedule steps through every time that was missed, which is minutes of work after a clock has jumped
 * over years. Here the next time is computed once. A machine that slept or was busy at that time compares once
 * afterwards, and a clock that is put back by an hour does not compare a second time. Where the clock is put back by a
 * day or more the time is computed again: a clock a year ahead would have put it off for that year (fault 113).
 */
async function keepTime(
  { pattern, compare }: { readonly pattern: string; readonly compare: () => Promise<void> },
  { clock, signal }: Pick<Parts, 'clock' | 'signal'>,
): Promise<void> {
  let next = nextTime(pattern, clock.now());
  let latest = clock.now();
  while (!signal.aborted) {
    await clock.sleep(Math.min(next - clock.now(), lookEveryMs), signal);
    const now = clock.now();
    latest = Math.max(latest, now);
    const isDue = now >= next;
    if (isDue && !signal.aborted) await compare();
    if (!isDue && now > latest - dayMs) continue;
    next = nextTime(pattern, clock.now());
    latest = clock.now();
  }
}

/**
 * Epoch ms of the first time that is still to come. Where the clocks go forward before it, a time between two and three
 * does not exist that night and would be left out: there the time counts as it would have been without summer time.
 * @param zone for tests; otherwise that of the computer
 */
export function nextTime(pattern: string, now: number, zone?: string): number {
  const next = firstRun(pattern, zone);
  const [west, westThen] = [now, next].map((at) => new Date(at).getTimezoneOffset());
  if (west === undefined || westThen === undefined || westThen >= west || west % 60 !== 0)
    return next;
  const hours = west / 60;
  return Math.min(next, firstRun(pattern, `Etc/GMT${hours < 0 ? hours : `+${hours}`}`));
}

function firstRun(pattern: string, timezone?: string): number {
  const options = timezone === undefined ? {} : { timezone };
  const [next] = createTask(pattern, () => undefined, options).getNextRuns(1);
  return next?.getTime() ?? Number.POSITIVE_INFINITY;
}
