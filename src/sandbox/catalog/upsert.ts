import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { Effect, Trace } from '../service/declaration.ts';
import { findProduct, liveProduct, type ProductRow, updateProduct } from './product.ts';
import { readQuantity } from './quantity.ts';
import type { ProductRequest } from './request.ts';
import { countInSessions } from './session.ts';

type Fields = Pick<
  ProductRow,
  | 'name'
  | 'description'
  | 'unitOfMeasure'
  | 'minOrderQty'
  | 'stepQty'
  | 'leadTimeDays'
  | 'brand'
  | 'barcode'
  | 'attributes'
  | 'isActive'
>;

const one = 1000;

/** Creates or updates by externalId; answers the stored row. */
export function upsertProduct(market: Market, product: ProductRequest, trace: Trace): ProductRow {
  const known = findProduct(market, product.externalId);
  if (known?.deletedAt != null && market.settings.afterDelete === 'refuses') {
    throw new Problem(
      'DUPLICATE_EXTERNAL_ID',
      `'${product.externalId}' belongs to a deleted product`,
    );
  }
  const effect = known ? update(market, known, product) : create(market, product);
  trace.effects.push(effect);
  if (effect.kind === 'productUpdated' && effect['changed'] === 'nothing') {
    trace.warnings.push(`repeated effect: the upsert of ${product.externalId} changed nothing`);
  }
  countInSessions(market, 'processedItems');
  return liveProduct(market, product.externalId);
}

function create(market: Market, product: ProductRequest): Effect {
  const now = market.clock.nowMs() * 1000;
  const fields = { ...defaults, ...given(market, product) };
  const row = {
    externalId: product.externalId,
    ...fields,
    // Unlimited stock cannot be set through this interface, so nothing given is nothing there.
    availableQty: quantity(market, 'availableQty', product.availableQty) ?? 0,
    createdAt: now,
    updatedAt: now,
  };
  const names = Object.keys(row);
  market.store.run(
    `INSERT INTO products (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  return { kind: 'productCreated', externalId: product.externalId };
}

function update(market: Market, known: ProductRow, product: ProductRequest): Effect {
  const base = market.settings.omitted === 'clears' ? defaults : {};
  const fields: Partial<ProductRow> = { ...base, ...given(market, product) };
  const stock = quantity(market, 'availableQty', product.availableQty);
  if (stock !== undefined) fields.availableQty = stock;
  if (known.deletedAt !== null) fields.deletedAt = null;
  const before: Record<string, unknown> = known;
  const changed = Object.entries(fields).filter(([name, value]) => before[name] !== value);
  if (changed.length > 0) updateProduct(market, known.id, Object.fromEntries(changed));
  const kind = known.deletedAt === null ? 'productUpdated' : 'productRevived';
  const names = changed.map(([name]) => name);
  return { kind, externalId: known.externalId, changed: names.length > 0 ? names : 'nothing' };
}

const defaults: Fields = {
  name: '',
  description: null,
  unitOfMeasure: null,
  minOrderQty: one,
  stepQty: one,
  leadTimeDays: null,
  brand: null,
  barcode: null,
  attributes: null,
  isActive: 1,
};

/** The fields that the request names; categorySlug is accepted but ignored. */
function given(market: Market, product: ProductRequest): Partial<Fields> {
  const fields = {
    name: product.name,
    description: product.description,
    unitOfMeasure: product.unitOfMeasure,
    minOrderQty: quantity(market, 'minOrderQty', product.minOrderQty),
    stepQty: quantity(market, 'stepQty', product.stepQty),
    leadTimeDays: product.leadTimeDays,
    brand: product.brand,
    barcode: product.barcode,
    attributes: product.attributes && JSON.stringify(product.attributes),
    isActive: product.isActive === undefined ? undefined : Number(product.isActive),
  };
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as Partial<Fields>;
}

function quantity(market: Market, name: string, value: number | undefined): number | undefined {
  return value === undefined ? undefined : readQuantity(market, name, value);
}
