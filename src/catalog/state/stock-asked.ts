import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import { meaningOfVanished } from './vanished.ts';

/** In `meta`: a source of stock of which not all that it exported last was given, until it is. */
const metaName = 'stock to give again';

export interface StockAsked {
  readonly source: string;
  /** Nothing of it goes by itself any more. */
  readonly held?: {
    readonly articles: number;
    readonly why: string;
    /** The run that counted when the articles were. */
    readonly run: number;
  };
}

/** Where the source owns the stock and did not at the last start, or not all that it said of it was sent. */
export function askStockAgain(store: CatalogStore, source: string): void {
  // What is held of it already stays so (I13).
  if (stockAsked(store)?.source !== source) keepStockAsked(store, { source });
}

/** Of rows of an older file that were not sent: a newer one may leave them out without a word on their stock. */
export function askLeftOutAgain(
  { store, config }: Pick<EngineDeps, 'store' | 'config'>,
  source: string,
): void {
  const own = config.sources.find(({ name }) => name === source);
  if (own?.kind !== 'stock' || meaningOfVanished(own, config) === 'zero') return;
  askStockAgain(store, source);
}

export function stockAsked({ meta }: CatalogStore): StockAsked | undefined {
  const kept = meta.get(metaName) ?? '';
  return kept === '' ? undefined : (JSON.parse(kept) as StockAsked);
}

export function keepStockAsked({ meta }: CatalogStore, asked: StockAsked | undefined): void {
  meta.set(metaName, asked === undefined ? '' : JSON.stringify(asked));
}
