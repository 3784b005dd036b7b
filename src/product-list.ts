import { type ListedProduct, type ListPage, listedQuantity } from './catalog/terms/listed.ts';
import { jsonText } from './domain/json.ts';
import { pageSizeMax } from './domain/limits.ts';
import { quantityText } from './domain/quantity.ts';
import type { ProductItem } from './marketplace/page.ts';
import type { Reads } from './marketplace/reads.ts';
import { isCursorRefused, outcomeText } from './orders/outcome.ts';
import { type Queue, readInTurn } from './read-in-turn.ts';

/** One page of the marketplace's product list, in the lowest lane, as the way up compares it. */
export async function readProductPage(
  { reads, ...queue }: Queue & { readonly reads: Pick<Reads, 'productPage'> },
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage> {
  const read = await readInTurn(queue, signal, (asking) =>
    reads.productPage(cursor, pageSizeMax, asking),
  );
  if ('stopped' in read) {
    const { stopped, isPause } = read;
    return { failed: stopped, isCursorRefused: false, isForbidden: isPause !== true };
  }
  if ('failed' in read) {
    const { failed } = read;
    const isForbidden = failed.kind === 'answer' && [401, 403].includes(failed.status);
    return { failed: outcomeText(failed), isCursorRefused: isCursorRefused(failed), isForbidden };
  }
  const { items, undecodable, nextCursor, hasMore } = read.ok;
  return { items: items.map(listed), unnamed: undecodable.length, nextCursor, hasMore };
}

/** The response has another name for the brand, and null or nothing for what is empty (spec, fault 134). */
function listed({ externalId, product }: ProductItem): ListedProduct {
  const text = (name: string): string => jsonText(product[name]) ?? '';
  const minOrderQty = listedQuantity(text('minOrderQty'));
  return {
    externalId,
    fields: {
      name: text('name'),
      description: text('description'),
      unitOfMeasure: text('unitOfMeasure'),
      minOrderQty: minOrderQty === null ? text('minOrderQty') : quantityText(minOrderQty),
      brand: text('brandName'),
      barcode: text('barcode'),
    },
    status: text('status'),
    quantity: listedQuantity(text('availableQty')),
  };
}
