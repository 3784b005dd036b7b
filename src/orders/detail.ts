import type { OrderDetail } from '../marketplace/page.ts';
import type { Read } from '../marketplace/reads.ts';
import { isAborted, isOrderRefused, isUnreadable, outcomeText } from './outcome.ts';
import type { OrderDeps } from './ports.ts';
import { createResting, type Resting } from './resting.ts';

interface DetailOptions {
  /** At so many versions that are read and not written, reading stops until the outbox takes some (fault 78). */
  readonly pendingMax: number;
  /**
   * True: reads the orders from before the first start, in the slow lane. False: reads new ones, which never wait for
   * those.
   */
  readonly background: boolean;
}

interface DetailTurn {
  /** Orders whose answer was stored. */
  readonly read: number;
  /** Orders that gave no answer; they are tried again. */
  readonly failed: number;
  /** Orders whose answer showed a version that the feed has not served yet: the feed must be asked. */
  readonly ahead: number;
}

interface DetailRun {
  readonly deps: OrderDeps;
  readonly options: DetailOptions;
  readonly resting: Resting;
  /** Reads under way, and the answers that have come since the last turn. */
  readonly open: Map<string, Promise<void>>;
  readonly arrived: Answer[];
  /** Turns in a row without any answer: then one order a turn is enough to notice the end of the outage. */
  fruitless: number;
}

/** So many reads run at once; the shared pace of all requests limits them further. */
const readsAtOnce = 8;
const gatherMs = 1_000;

/**
 * Reads the details of new versions, a few orders at a time. The summaries of a page are not enough for an order file.
 */
export function createDetailReader(deps: OrderDeps, options: DetailOptions) {
  const run: DetailRun = {
    deps,
    options,
    resting: createResting(deps.clock),
    open: new Map(),
    arrived: [],
    fruitless: 0,
  };
  return {
    turn: (signal: AbortSignal): Promise<DetailTurn> => readSome(run, signal),
    fruitless: (): number => run.fruitless,
  };
}

async function readSome(run: DetailRun, signal: AbortSignal): Promise<DetailTurn> {
  for (const orderId of nextOrders(run)) run.open.set(orderId, readOne(run, orderId, signal));
  await gather(run);
  // One commit for all of them: each waits for the disk.
  const answers = run.arrived.splice(0);
  const ends = run.deps.store.together(() => answers.map((answer) => settle(run, answer, signal)));
  const count = (end: ReadEnd) => ends.filter((each) => each === end).length;
  const turn = {
    read: count('stored') + count('ahead'),
    failed: count('failed'),
    ahead: count('ahead'),
  };
  if (turn.read > 0) run.fruitless = 0;
  else if (turn.failed > 0) run.fruitless += 1;
  return turn;
}

async function readOne(run: DetailRun, orderId: string, signal: AbortSignal): Promise<void> {
  const lane = run.options.background ? 'background' : 'orders';
  try {
    run.arrived.push({ orderId, read: await run.deps.reads.order(orderId, { lane, signal }) });
  } finally {
    run.open.delete(orderId);
  }
}

/** Waits for all answers, but an order without one holds up no other (I15): after a while what has been read is enough. */
async function gather({ deps, open, arrived }: DetailRun): Promise<void> {
  const ended = new AbortController();
  await Promise.race([Promise.all(open.values()), deps.clock.sleep(gatherMs, ended.signal)]);
  ended.abort();
  while (open.size > 0 && !arrived.some(({ read }) => 'ok' in read)) {
    await Promise.race(open.values());
  }
}

function nextOrders(run: DetailRun): string[] {
  const { store } = run.deps;
  if (store.outbox.pending() >= run.options.pendingMax) return [];
  const wanted = Math.max((run.fruitless > 0 ? 1 : readsAtOnce) - run.open.size, 0);
  const without = [...run.resting.orders(), ...run.open.keys()];
  const which = { background: run.options.background, without };
  return store.versions.toRead(which, wanted).slice(0, wanted);
}

interface Answer {
  readonly orderId: string;
  readonly read: Read<OrderDetail>;
}

type ReadEnd = 'stored' | 'ahead' | 'failed' | 'stopped';

function settle(run: DetailRun, { orderId, read }: Answer, signal: AbortSignal): ReadEnd {
  const { versions } = run.deps.store;
  if ('ok' in read) {
    const { version, detail } = read.ok;
    const end = versions.storeDetail({ orderId, version, detail: run.deps.json.write(detail) });
    run.resting.heal(orderId);
    return end === 'ahead' ? 'ahead' : 'stored';
  }
  if (isAborted(read.failed) && signal.aborted) return 'stopped';
  const why = `The order was not read: ${outcomeText(read.failed)}.`;
  if (isOrderRefused(read.failed)) {
    run.resting.heal(orderId);
    return park(run, orderId, why);
  }
  if (isUnreadable(read.failed)) versions.countUnreadable(orderId, why);
  run.resting.rest(orderId);
  return 'failed';
}

function park(run: DetailRun, orderId: string, why: string): ReadEnd {
  const { store, clock } = run.deps;
  store.versions.park(orderId, why);
  store.log.tell({ at: clock.now(), part: 'orders', text: `Order ${orderId}: ${why}` });
  return 'stored';
}
