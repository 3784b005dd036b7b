import type { SandboxClock } from './clock.ts';
import type { Settings } from './options.ts';
import type { Random } from './random.ts';
import type { Store } from './store.ts';

/** What every part of the marketplace works with. */
export type Market = {
  store: Store;
  clock: SandboxClock;
  random: Random;
  settings: Settings;
  /**
   * The instant of a change, in microseconds: never the same twice. A change feed ordered by
   * (updatedAt, id) would otherwise lose an order changed again within the same tick.
   */
  stamp(): number;
  /** Secret that signs cursors and tokens; part of the saved state. */
  secret: string;
  /** Address of the storage, known once it listens. */
  uploadUrl: string;
  /** Tells the webhook sender that there may be something to send. */
  wakeSender(): void;
};

export const supplierName = 'Sandbox Supplies Ltd';

export function createStamp(store: Store, clock: SandboxClock): () => number {
  const newest = store.get<{ at: number | null }>('SELECT max(updatedAt) AS at FROM orders')?.at;
  let last = newest ?? 0;
  return () => {
    last = Math.max(clock.nowMs() * 1000, last + 1);
    return last;
  };
}
