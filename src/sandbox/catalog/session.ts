import type { Market } from '../base/market.ts';

/** Every running sync session of the tenant counts what happens while it runs. */
export function countInSessions(market: Market, counter: 'processedItems' | 'failedItems'): void {
  market.store.run(`UPDATE sessions SET ${counter} = ${counter} + 1 WHERE status = 'RUNNING'`);
}
