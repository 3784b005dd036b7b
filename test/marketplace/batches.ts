import { createPacker } from '../../src/catalog/requests/pack.ts';
import type { Product } from '../../src/domain/product.ts';
import { productText, stockText } from '../../src/domain/product-text.ts';
import { stockBatch, upsertBatch } from '../../src/marketplace/mutations.ts';

/** As the packer of the catalogue closes it. */
export function batchUpsert(products: readonly Product[]) {
  return packed(upsertBatch, products.map(productText));
}

export function batchStock(items: readonly { externalId: string; availableQty: number }[]) {
  return packed(
    stockBatch,
    items.map(({ externalId, availableQty }) => stockText(externalId, availableQty)),
  );
}

function packed(frame: typeof upsertBatch | typeof stockBatch, items: readonly string[]) {
  const packer = createPacker({ ...frame, itemsMax: Infinity, bytesMax: Infinity });
  for (const text of items) packer.add({ text, wish: text });
  return { method: frame.method, path: frame.path, body: packer.flush()?.body as Uint8Array };
}
