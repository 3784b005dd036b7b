import { z } from 'zod';
import { dropNulls, leaveOutEmpty } from '../base/absent.ts';
import { readCursor, writeCursor } from '../base/cursor.ts';
import { ItemRefused } from '../base/item-refused.ts';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { type Answer, type Endpoint, endpoint, ok, type Trace } from '../service/declaration.ts';
import { cursorParameter, limitParameter } from '../service/parameter.ts';
import { validate } from '../service/validate.ts';
import { eachItem, type ItemFailure } from './batch.ts';
import {
  findProduct,
  liveProduct,
  type ProductRow,
  presentProduct,
  updateProduct,
} from './product.ts';
import { readQuantity } from './quantity.ts';
import { productItem, productRequest, stockItem, stockRequest } from './request.ts';
import { countInSessions } from './session.ts';
import { upsertProduct } from './upsert.ts';

const products = '/connect/v1/supplier/catalog/products';
const write = { scope: 'catalog:write' } as const;
const oneProduct = { 200: { description: 'The product', schema: productItem } };

const list = endpoint(
  {
    method: 'GET',
    path: products,
    summary: 'List the products',
    spec: 'Catalog',
    access: { scope: 'catalog:read' },
    query: [cursorParameter, limitParameter],
    answers: {
      200: {
        description: 'A page; nextCursor is absent on the last one',
        schema: z.object({
          items: z.array(productItem),
          nextCursor: z.string().optional(),
          hasMore: z.boolean(),
        }),
      },
    },
    notShown: ['noImages', 'inactiveInList'],
  },
  (market, { query }) => ok(listProducts(market, query)),
);

function listProducts(market: Market, query: Record<string, unknown>) {
  const limit = (query['limit'] as number | undefined) ?? limits.pageDefault;
  const cursor = query['cursor'] as string | undefined;
  const [after = 0] = cursor === undefined ? [] : readCursor(market.secret, 'c', cursor);
  const active = market.settings.open.inactiveInList === 'hidden' ? 'AND isActive = 1' : '';
  const rows = market.store.all<ProductRow>(
    `SELECT * FROM products WHERE deletedAt IS NULL ${active} AND id > ? ORDER BY id LIMIT ?`,
    after,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    items: page.map((row) => presentProduct(row, market.settings.open)),
    ...(hasMore && last ? { nextCursor: writeCursor(market.secret, ['c', last.id]) } : {}),
    hasMore,
  };
}

const upsert = endpoint(
  {
    method: 'POST',
    path: products,
    summary: 'Create or update a product by externalId',
    spec: 'Catalog',
    access: write,
    body: productRequest,
    idempotent: true,
    answers: oneProduct,
    notShown: ['omitted', 'afterDelete', 'moreThanThreeDecimals'],
  },
  (market, { body, trace }) =>
    ok(presentProduct(upsertProduct(market, body, trace), market.settings.open)),
);

const remove = endpoint(
  {
    method: 'DELETE',
    path: `${products}/:externalId`,
    summary: 'Delete (unpublish) a product',
    spec: 'Catalog',
    access: write,
    idempotent: true,
    answers: { 204: { description: 'Deleted' } },
  },
  (market, { params, trace }): Answer => {
    const product = liveProduct(market, params['externalId'] ?? '');
    updateProduct(market, product.id, { deletedAt: market.clock.nowMs() * 1000 });
    trace.effects.push({ kind: 'productDeleted', externalId: product.externalId });
    return { status: 204 };
  },
);

const stock = endpoint(
  {
    method: 'PUT',
    path: `${products}/:externalId/stock`,
    summary: 'Set the stock of a product',
    spec: 'Catalog',
    access: write,
    body: stockRequest,
    absentIs400: 'availableQty',
    idempotent: true,
    answers: oneProduct,
  },
  (market, { params, body, trace }) => {
    const product = liveProduct(market, params['externalId'] ?? '');
    setStock(market, { product, availableQty: body.availableQty }, trace);
    return ok(presentProduct(liveProduct(market, product.externalId), market.settings.open));
  },
);

type StockChange = { product: ProductRow; availableQty: number };

function setStock(market: Market, { product, availableQty }: StockChange, trace: Trace): void {
  const quantity = readQuantity(market, 'availableQty', availableQty);
  updateProduct(market, product.id, { availableQty: quantity });
  const { externalId } = product;
  trace.effects.push({ kind: 'stockSet', externalId, availableQty });
  if (product.availableQty === quantity) {
    trace.warnings.push(`repeated effect: the stock of ${externalId} was already ${availableQty}`);
  }
  countInSessions(market, 'processedItems');
}

const batchUpsert = endpoint(
  {
    method: 'POST',
    path: `${products}/batch`,
    summary: 'Create or update up to 100 products',
    spec: 'Catalog',
    access: write,
    body: z.array(z.unknown()).max(limits.batchProducts),
    documentedBody: z.array(productRequest).max(limits.batchProducts),
    idempotent: true,
    answers: {
      200: {
        description: 'What became of each item',
        schema: z.object({
          succeeded: z.int(),
          failed: z.int(),
          results: z.array(z.object({ externalId: z.string(), status: z.string() })),
          errors: z.array(z.object({ errorCode: z.string(), error: z.string() })),
        }),
      },
    },
    notShown: ['failedUpsertItem', 'upsertResults'],
  },
  (market, { body, trace }) => {
    const results: { externalId: string; status: string }[] = [];
    const failures = eachItem(market, { items: body, trace }, (item) => {
      const product = validate(productRequest, item, trace);
      const { externalId } = upsertProduct(market, product, trace);
      results.push({ externalId, status: 'succeeded' });
    });
    warnOfRepeats(body, trace);
    const succeeded = results.length;
    if (market.settings.open.upsertResults === 'all') results.push(...failures.map(asResult));
    const errors = failures.map((failure) => presentFailure(market, failure));
    return ok({ succeeded, failed: errors.length, results, errors });
  },
);

function asResult({ externalId }: ItemFailure): { externalId: string; status: string } {
  return { externalId: String(externalId ?? ''), status: 'failed' };
}

function presentFailure(market: Market, failure: ItemFailure): Record<string, unknown> {
  const { externalId, index, errorCode, error } = failure;
  return leaveOutEmpty(
    market.settings.open.failedUpsertItem === 'indexed'
      ? { index, externalId, errorCode, message: error }
      : { externalId, status: 'failed', errorCode, error },
  );
}

const batchStock = endpoint(
  {
    method: 'PUT',
    path: `${products}/batch/stock`,
    summary: 'Set the stock of up to 50 products',
    spec: 'Catalog',
    access: write,
    body: z.object({ items: z.array(z.unknown()).max(limits.batchStock) }),
    documentedBody: z.object({ items: z.array(stockItem).max(limits.batchStock) }),
    idempotent: true,
    answers: {
      200: {
        description: 'succeeded counts what was applied',
        schema: z.object({
          succeeded: z.int(),
          errors: z.array(
            z.object({
              externalId: z.string().optional(),
              status: z.literal('failed'),
              errorCode: z.string(),
              error: z.string(),
            }),
          ),
        }),
      },
    },
  },
  (market, { body, trace }) => {
    const failures = eachItem(market, { items: body.items, trace }, (item) => {
      const { externalId, availableQty } = validate(stockItem, dropNulls(item), trace);
      const product = findProduct(market, externalId);
      if (!product || product.deletedAt !== null) {
        throw new ItemRefused('NOT_FOUND', `There is no product '${externalId}'`);
      }
      setStock(market, { product, availableQty }, trace);
    });
    warnOfRepeats(body.items, trace);
    const errors = failures.map(({ externalId, errorCode, error }) =>
      leaveOutEmpty({ externalId, status: 'failed', errorCode, error }),
    );
    return ok({ succeeded: body.items.length - errors.length, errors });
  },
);

function warnOfRepeats(items: readonly unknown[], trace: Trace): void {
  const ids = items.map((item) => (item as { externalId?: unknown } | null)?.externalId);
  const repeated = ids.find((id, at) => id !== undefined && ids.indexOf(id) !== at);
  if (repeated !== undefined)
    trace.warnings.push(`externalId ${String(repeated)} twice in one batch`);
}

export const productEndpoints: readonly Endpoint[] = [
  list,
  upsert,
  remove,
  stock,
  batchUpsert,
  batchStock,
];
