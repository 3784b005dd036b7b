import { z } from 'zod';
import { toThousandths } from '../base/decimal.ts';
import { bounds } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import {
  discloseProduct,
  findProduct,
  type ProductRow,
  updateProduct,
} from '../catalog/product.ts';
import { type ControlRoute, ok, read, readNumber } from './route.ts';

const list: ControlRoute = {
  method: 'GET',
  path: '/sandbox/products',
  summary: 'Every stored field of the products, also of deleted ones',
  handle: ({ market }, { query }) => {
    const rows = market.store.all<ProductRow>(
      'SELECT * FROM products WHERE id > ? ORDER BY id LIMIT ?',
      readNumber(query, 'after', 0),
      Math.min(readNumber(query, 'limit', bounds.controlPage), 10 * bounds.controlPage),
    );
    const count = market.store.get<{ n: number }>('SELECT count(*) AS n FROM products')?.n ?? 0;
    return ok({ items: rows.map(discloseProduct), count });
  },
};

const one: ControlRoute = {
  method: 'GET',
  path: '/sandbox/products/:externalId',
  summary: 'Every stored field of one product',
  handle: ({ market }, { params }) => ok(discloseProduct(stored(market, params['externalId']))),
};

const decimal = z
  .number()
  .min(0)
  .refine((value) => toThousandths(value) !== undefined, 'at most 3 decimals');

const portalEdit = z.strictObject({
  name: z.string().optional(),
  description: z.string().nullish(),
  categoryName: z.string().nullish(),
  unitOfMeasure: z.string().nullish(),
  /** null: unlimited stock, which only the portal can set. */
  availableQty: decimal.nullish(),
  minOrderQty: decimal.optional(),
  stepQty: decimal.optional(),
  leadTimeDays: z.int().nullish(),
  brand: z.string().nullish(),
  barcode: z.string().nullish(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  isActive: z.boolean().optional(),
  images: z.array(z.string()).optional(),
});

const edit: ControlRoute = {
  method: 'PATCH',
  path: '/sandbox/products/:externalId',
  summary: 'Change a product in the portal, behind the client’s back',
  handle: ({ market }, { params, body }) => {
    const product = stored(market, params['externalId']);
    const fields = Object.entries(read(portalEdit, body)).map(([name, value]) => [
      name,
      toColumn(name, value),
    ]);
    if (fields.length > 0) updateProduct(market, product.id, Object.fromEntries(fields));
    return ok(discloseProduct(stored(market, params['externalId'])));
  },
};

function toColumn(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (['availableQty', 'minOrderQty', 'stepQty'].includes(name))
    return toThousandths(Number(value));
  if (name === 'isActive') return Number(value);
  if (name === 'images') return (value as string[]).length > 0 ? JSON.stringify(value) : null;
  return name === 'attributes' ? JSON.stringify(value) : value;
}

const unpublish: ControlRoute = {
  method: 'POST',
  path: '/sandbox/products/:externalId/unpublish',
  summary: 'Delete (unpublish) a product in the portal',
  handle: ({ market }, { params }) => {
    const product = stored(market, params['externalId']);
    updateProduct(market, product.id, { deletedAt: market.clock.nowMs() * 1000 });
    return ok(discloseProduct(stored(market, params['externalId'])));
  },
};

const wantedProducts = z.strictObject({
  count: z.int().min(1).max(bounds.productsAtOnce),
  prefix: z.string().default('SB-'),
});

/** Invented products, for demonstrations and measurements. */
const invent: ControlRoute = {
  method: 'POST',
  path: '/sandbox/products',
  summary: 'Put invented products into the catalog',
  handle: ({ market }, { body }) => {
    const { count, prefix } = read(wantedProducts, body);
    market.store.transaction(() => inventProducts(market, count, prefix));
    return { status: 201, body: { created: count } };
  },
};

function inventProducts(market: Market, count: number, prefix: string): void {
  const now = market.clock.nowMs() * 1000;
  for (let number = 1; number <= count; number += 1) {
    market.store.run(
      `INSERT OR IGNORE INTO products
         (externalId, name, unitOfMeasure, availableQty, minOrderQty, stepQty, isActive, createdAt, updatedAt)
       VALUES (?, ?, 'pcs', ?, 1000, 1000, 1, ?, ?)`,
      `${prefix}${number}`,
      `Invented product ${number}`,
      market.random.integer(0, 500) * 1000,
      now,
      now,
    );
  }
}

function stored(market: Market, externalId: string | undefined): ProductRow {
  const product = findProduct(market, externalId ?? '');
  if (product) return product;
  throw new Problem('PRODUCT_NOT_FOUND', `There is no product '${externalId}'`);
}

export const productRoutes: readonly ControlRoute[] = [list, one, edit, unpublish, invent];
