import { leaveOutEmpty } from '../base/absent.ts';
import { type Thousandths, toNumber } from '../base/decimal.ts';
import { formatInstant } from '../base/instant.ts';
import type { Market } from '../base/market.ts';
import type { OpenPoints } from '../base/options.ts';
import { Problem } from '../base/problem.ts';

export type ProductRow = {
  id: number;
  externalId: string;
  name: string;
  description: string | null;
  categoryName: string | null;
  unitOfMeasure: string | null;
  /** null: unlimited, which only the portal can set. */
  availableQty: Thousandths | null;
  reservedQty: Thousandths;
  minOrderQty: Thousandths;
  stepQty: Thousandths;
  leadTimeDays: number | null;
  brand: string | null;
  barcode: string | null;
  attributes: string | null;
  isActive: number;
  images: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

export function findProduct(market: Market, externalId: string): ProductRow | undefined {
  return market.store.get<ProductRow>('SELECT * FROM products WHERE externalId = ?', externalId);
}

/** The product unless it is unknown or deleted: 404 PRODUCT_NOT_FOUND. */
export function liveProduct(market: Market, externalId: string): ProductRow {
  const product = findProduct(market, externalId);
  if (product && product.deletedAt === null) return product;
  throw new Problem('PRODUCT_NOT_FOUND', `There is no product '${externalId}'`);
}

/** Spec "Product (response item)": no prices, no internal ids. */
export function presentProduct(row: ProductRow, open: OpenPoints): Record<string, unknown> {
  return leaveOutEmpty({
    externalId: row.externalId,
    name: row.name,
    categoryName: row.categoryName,
    unitOfMeasure: row.unitOfMeasure,
    minOrderQty: toNumber(row.minOrderQty),
    availableQty: row.availableQty === null ? null : toNumber(row.availableQty),
    brandName: row.brand,
    barcode: row.barcode,
    description: row.description,
    images: row.images ?? (open.noImages === 'emptyList' ? '[]' : null),
    status: row.isActive === 1 ? 'ACTIVE' : 'INACTIVE',
    createdAt: formatInstant(row.createdAt),
  });
}

/** Every stored field, for the control API. */
export function discloseProduct(row: ProductRow): Record<string, unknown> {
  return {
    ...leaveOutEmpty({
      ...row,
      minOrderQty: toNumber(row.minOrderQty),
      stepQty: toNumber(row.stepQty),
      reservedQty: toNumber(row.reservedQty),
      availableQty: row.availableQty === null ? null : toNumber(row.availableQty),
      attributes: row.attributes === null ? null : JSON.parse(row.attributes),
      images: row.images === null ? [] : JSON.parse(row.images),
      createdAt: formatInstant(row.createdAt),
      updatedAt: formatInstant(row.updatedAt),
      deletedAt: row.deletedAt === null ? null : formatInstant(row.deletedAt),
    }),
    isActive: row.isActive === 1,
    deleted: row.deletedAt !== null,
  };
}

export function updateProduct(
  market: Market,
  id: number,
  fields: Readonly<Partial<ProductRow>>,
): void {
  const names = Object.keys(fields);
  market.store.run(
    `UPDATE products SET ${names.map((name) => `${name} = ?`).join(', ')}, updatedAt = ? WHERE id = ?`,
    ...Object.values(fields),
    market.clock.nowMs() * 1000,
    id,
  );
}
