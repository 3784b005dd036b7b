import { randomUUID } from 'node:crypto';
import { readAdapters } from '../adapters/readers.ts';
import { type ConfirmedProduct, confirmedProducts } from './catalog/reconcile/confirmed.ts';
import { type Batch, createPacker } from './catalog/requests/pack.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/declaration.ts';
import { StockhandError } from './domain/error.ts';
import { batchProductsMax, packedBodyBytesMax } from './domain/limits.ts';
import { productText } from './domain/product-text.ts';
import { type MarketDoor, openDoor } from './door.ts';
import { openSpooled } from './files/spooled.ts';
import { catalogCalls } from './marketplace/catalog-calls.ts';
import { openCatalogStore } from './store/catalog-store.ts';

/**
 * What a marketplace was given to begin with: how many products, by how well the state knows them (`ConfirmedProduct`).
 */
export interface Replayed {
  readonly products: number;
  readonly confirmed: number;
  readonly fromExport: number;
  readonly byNameOnly: number;
  /** Products that this marketplace did not take, with the reason; at most `refusedShown`. */
  readonly refused: readonly { readonly externalId: string; readonly reason: string }[];
}

const refusedShown = 100;
const bases = { confirmed: 'confirmed', export: 'fromExport', name: 'byNameOnly' } as const;

type Counts = { -readonly [Name in keyof Replayed]: Replayed[Name] };

/**
 * Brings an empty marketplace to where the state of `config.dataDir` says that the real one stands: the confirmed
 * products in batches, over HTTP. Throws REHEARSAL where it does not answer.
 */
export async function replayConfirmed(config: Config, signal: AbortSignal): Promise<Replayed> {
  const counts: Counts = { products: 0, confirmed: 0, fromExport: 0, byNameOnly: 0, refused: [] };
  if (config.catalog === undefined) return counts;
  const store = openCatalogStore(config.dataDir);
  const door = openDoor(config.marketplace, { clock: systemClock });
  const packer = createPacker<ConfirmedProduct>({
    ...catalogCalls.upsertBatch,
    itemsMax: batchProductsMax,
    bytesMax: packedBodyBytesMax,
  });
  const deps = {
    store,
    config: config.catalog,
    adapters: readAdapters,
    openSpooled,
    clock: systemClock,
  };
  try {
    for await (const wish of confirmedProducts(deps)) {
      const full = packer.add({ text: productText(wish.product), wish });
      if (full !== undefined) await sendBatch(door, full, { counts, signal });
    }
    const rest = packer.flush();
    if (rest !== undefined) await sendBatch(door, rest, { counts, signal });
    return counts;
  } finally {
    store.close();
    await door.close();
  }
}

async function sendBatch(
  { sender }: MarketDoor,
  { body, wishes }: Batch<ConfirmedProduct>,
  { counts, signal }: { counts: Counts; signal: AbortSignal },
): Promise<void> {
  const { method, path } = catalogCalls.upsertBatch;
  const key = randomUUID();
  const verdict = await sender.send({ lane: 'products', method, path, key, body }, signal);
  if (verdict.kind !== 'answered' || verdict.answer.status !== 200) throw notReplayed(verdict.kind);
  const ids = wishes.map(({ product }) => product.externalId);
  catalogCalls.upsertOutcomes(verdict.answer.body, ids).forEach((outcome, index) => {
    const wish = wishes[index];
    if (wish === undefined) return;
    if (outcome.kind === 'succeeded') {
      counts.products += 1;
      counts[bases[wish.basis]] += 1;
    } else if (counts.refused.length < refusedShown) {
      const reason = outcome.kind === 'failed' ? `${outcome.code} ${outcome.message}` : 'unnamed';
      counts.refused = [...counts.refused, { externalId: wish.product.externalId, reason }];
    }
  });
}

function notReplayed(kind: string): StockhandError {
  return new StockhandError(
    'REHEARSAL',
    `The confirmed products could not be put into the sandbox (${kind}).`,
  );
}
