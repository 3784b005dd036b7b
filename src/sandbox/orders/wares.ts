import type { Market } from '../base/market.ts';
import type { Random } from '../base/random.ts';
import { findProduct, type ProductRow } from '../catalog/product.ts';
import { hostileText } from './hostile.ts';
import type { Line } from './line.ts';

/** A line as the control API asks for it; `externalId` absent: created directly in the portal. */
export type WantedLine = {
  externalId?: string | undefined;
  quantity: number;
  unitPrice?: number | undefined;
  name?: string | undefined;
};

const thousand = 1000;
const standardVat = 21 * thousand;
/** Line numbers and ids of products that are not in the catalog start here. */
const portalProductId = 900_000;

const inventedNames: readonly [string, ...string[]] = [
  'Sunflower oil 1 l',
  'Wheat flour T550 25 kg',
  'Smoked salmon 200 g',
  'Mineral water 6×1.5 l',
  'Oat drink 1 l',
  'Cherry tomatoes, loose',
];

/** The exact lines that were asked for, whether or not the products are known. */
export function linesAsked(market: Market, wanted: readonly WantedLine[]): Line[] {
  return wanted.map(({ externalId, quantity, unitPrice, name }, at) => {
    const product = externalId === undefined ? undefined : findProduct(market, externalId);
    return {
      ...lineOf(product, { at, externalId, name }),
      quantity: Math.round(quantity * thousand),
      unitPrice: unitPrice === undefined ? priceOf(product, at) : Math.round(unitPrice * thousand),
    };
  });
}

/** A realistic choice from the products it holds, or invented ones if it holds none. */
export function linesChosen(market: Market, random: Random, hostile: boolean): Line[] {
  const count = random.integer(1, 6);
  const chosen = new Map<number | string, Line>();
  for (let at = 0; at < count; at += 1) {
    const isFromPortal = hostile && random.chance(0.2);
    const product = isFromPortal ? undefined : anyProduct(market, random);
    const line = product ? orderable(product, random, at) : invented(random, { at, hostile });
    chosen.set(product?.id ?? `invented ${at}`, line);
  }
  return [...chosen.values()].map((line, at) => ({ ...line, id: at + 1 }));
}

function anyProduct(market: Market, random: Random): ProductRow | undefined {
  const ends = market.store.get<{ low: number | null; high: number | null }>(
    // Two queries in one: together, min and max would read the whole table.
    'SELECT (SELECT min(id) FROM products) AS low, (SELECT max(id) FROM products) AS high',
  );
  if (ends?.low == null || ends.high === null) return undefined;
  return market.store.get<ProductRow>(
    `SELECT * FROM products WHERE id >= ? AND deletedAt IS NULL AND isActive = 1 ORDER BY id LIMIT 1`,
    random.integer(ends.low, ends.high),
  );
}

/** A multiple of stepQty, at least minOrderQty, and within the stock if that can be. */
function orderable(product: ProductRow, random: Random, at: number): Line {
  const { stepQty, minOrderQty, availableQty } = product;
  const least = Math.ceil(minOrderQty / stepQty) * stepQty;
  const wished = least + random.integer(0, 5) * stepQty;
  const most = availableQty === null ? wished : Math.floor(availableQty / stepQty) * stepQty;
  const quantity = Math.max(least, Math.min(wished, most));
  return {
    ...lineOf(product, { at, externalId: product.externalId }),
    quantity,
    unitPrice: priceOf(product, at),
  };
}

function invented(random: Random, { at, hostile }: { at: number; hostile: boolean }): Line {
  const name = hostile ? hostileText(random) : random.pick(inventedNames);
  const externalId = hostile ? undefined : `SB-${random.integer(1, 999)}`;
  return {
    ...lineOf(undefined, { at, externalId, name }),
    quantity: random.integer(1, 20) * thousand,
    unitPrice: random.integer(50, 9999) * 10,
  };
}

type Told = { at: number; externalId?: string | undefined; name?: string | undefined };

function lineOf(product: ProductRow | undefined, told: Told): Omit<Line, 'quantity' | 'unitPrice'> {
  const { at, externalId, name } = told;
  return {
    id: at + 1,
    productId: product?.id ?? portalProductId + at,
    ...(externalId === undefined ? {} : { sellerExternalId: externalId }),
    productName: name ?? product?.name ?? `Product ${externalId ?? at + 1}`,
    unitOfMeasure: product?.unitOfMeasure ?? 'pcs',
    vatRate: standardVat,
  };
}

/** Prices live in the portal's price lists; here each product has one, always the same. */
function priceOf(product: ProductRow | undefined, at: number): number {
  return (((product?.id ?? at + 1) * 7919) % 9950) * 10 + 500;
}
