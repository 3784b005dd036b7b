import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { findProduct, type ProductRow, updateProduct } from '../catalog/product.ts';
import type { Line } from './line.ts';

/**
 * Stock held for accepted orders. With `reservedStock: subtracted` (the spec does not show which)
 * the availableQty that the catalog shows goes down and up with it; with `keptApart` it does not.
 */
export function reserveStock(market: Market, lines: readonly Line[]): void {
  for (const { product, quantity } of limitedProducts(market, lines)) {
    const free = freeStock(market, product);
    if (free < quantity) {
      throw new Problem(
        'STOCK_INSUFFICIENT',
        `'${product.externalId}' has ${free / 1000}, the order needs ${quantity / 1000}`,
      );
    }
    move(market, product, quantity);
  }
}

export function releaseStock(market: Market, lines: readonly Line[]): void {
  for (const { product, quantity } of limitedProducts(market, lines)) {
    move(market, product, -quantity);
  }
}

/** The goods have left: nothing is reserved any more, and nothing comes back. */
export function consumeStock(market: Market, lines: readonly Line[]): void {
  const apart = market.settings.open.reservedStock === 'keptApart';
  for (const { product, quantity } of limitedProducts(market, lines)) {
    const left = Math.max(0, (product.availableQty ?? 0) - quantity);
    updateProduct(market, product.id, {
      reservedQty: Math.max(0, product.reservedQty - quantity),
      ...(apart ? { availableQty: left } : {}),
    });
  }
}

function move(market: Market, product: ProductRow, quantity: number): void {
  const subtracted = market.settings.open.reservedStock === 'subtracted';
  updateProduct(market, product.id, {
    reservedQty: Math.max(0, product.reservedQty + quantity),
    ...(subtracted ? { availableQty: (product.availableQty ?? 0) - quantity } : {}),
  });
}

function freeStock(market: Market, product: ProductRow): number {
  const apart = market.settings.open.reservedStock === 'keptApart';
  return (product.availableQty ?? 0) - (apart ? product.reservedQty : 0);
}

/** The limited products of the lines, each once. */
function limitedProducts(market: Market, lines: readonly Line[]) {
  const wanted = new Map<string, number>();
  for (const { sellerExternalId, quantity } of lines) {
    if (sellerExternalId === undefined) continue;
    wanted.set(sellerExternalId, (wanted.get(sellerExternalId) ?? 0) + quantity);
  }
  return [...wanted].flatMap(([externalId, quantity]) => {
    const product = findProduct(market, externalId);
    return product && product.availableQty !== null ? [{ product, quantity }] : [];
  });
}
