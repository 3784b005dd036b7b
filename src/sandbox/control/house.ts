import type { Market } from '../base/market.ts';
import type { Ledger } from '../service/ledger.ts';
import type { Sky } from '../weather/sky.ts';

/** What the control API can reach: the marketplace, its ledger and its weather. */
export type House = { market: Market; ledger: Ledger; sky: Sky };
