import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { meaningOfVanished } from './vanished.ts';

/** In `meta`: the stock source whose exported stocks were not all sent yet, and must be sent again. */
const metaName = 'stock to give again';

export interface StockToResend {
  readonly source: string;
  /** The brakes doubt these stocks, so they are told and not sent, until the articles are exported again. */
  readonly held?: {
    readonly articles: number;
    readonly why: string;
    /** The run that counted when the articles were counted. */
    readonly run: number;
  };
}

/** Asks for all stock of a source that owns it since this start, or whose exported stock was not all sent. */
export function askStockAgain(store: CatalogStore, source: string): void {
  // Asked already: what is held of it stays held (I13).
  if (stockToResend(store)?.source !== source) keepStockToResend(store, { source });
}

/** What is held of a source that is called otherwise stays held (I13). */
export function renameStockToResend(store: CatalogStore, from: string, to: string): void {
  const asked = stockToResend(store);
  if (asked?.source === from) keepStockToResend(store, { ...asked, source: to });
}

/**
 * The rows of an older file were not sent, and a newer one may leave their articles out, which keeps their stock: it is
 * asked again.
 */
export function askLeftOutAgain({ store, config }: StateDeps, source: string): void {
  const own = config.sources.find(({ name }) => name === source);
  if (own?.kind !== 'stock' || meaningOfVanished(own, config) === 'zero') return;
  askStockAgain(store, source);
}

export function stockToResend(store: CatalogStore): StockToResend | undefined {
  return readMeta(store, metaName);
}

export function keepStockToResend({ meta }: CatalogStore, asked: StockToResend | undefined): void {
  meta.set(metaName, asked === undefined ? '' : JSON.stringify(asked));
}
