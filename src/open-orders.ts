import type { CatalogThread } from './catalog-thread.ts';
import type { Clock } from './domain/clock.ts';
import { asError } from './domain/error.ts';
import type { OrderSide } from './order-side.ts';
import { createPaced, type Paced } from './orders/paced.ts';

/** Tells the catalogue's thread what open orders take: orders are in this thread's database, stock in the other's. */
export interface OpenOrdersTeller {
  /** Tells them as they are now, where they have changed. */
  tell(): Promise<void>;
  /** The same, and continues whenever orders change. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface TellerDeps {
  readonly clock: Clock;
  readonly orders: Pick<OrderSide, 'flow'> | undefined;
  readonly catalog: Pick<CatalogThread, 'setOpenOrders'> | undefined;
  readonly failed: (cause: Error) => void;
}

const lookEveryMs = 500;
/** To tell thousands of open orders takes a while. The rest after it is so many times longer. */
const restFactor = 10;

export function createOpenOrdersTeller(deps: TellerDeps): OpenOrdersTeller {
  const { clock, catalog } = deps;
  const orders = deps.orders?.flow;
  let version = 0;
  let toldText = '';
  let toldChanges = -1;

  const tell = async (): Promise<void> => {
    if (orders === undefined || catalog === undefined) return;
    toldChanges = orders.open.changes();
    const open = [...orders.open.all()];
    const text = JSON.stringify(open);
    if (text === toldText) return;
    version += 1;
    await catalog.setOpenOrders(open, version);
    toldText = text;
  };
  const loop: Paced = createPaced(
    { clock, failed: (cause) => deps.failed(asError(cause)), wentIdle: () => undefined },
    async () => {
      if (orders?.open.changes() === toldChanges) return lookEveryMs;
      const startedMs = clock.monotonic();
      await tell();
      return Math.max(lookEveryMs, (clock.monotonic() - startedMs) * restFactor);
    },
  );
  return { tell, start: () => tell().then(loop.start), stop: () => loop.stop() };
}
