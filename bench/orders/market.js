import { decodeJson, encodeJson } from '../../dist/src/marketplace/wire.js';

export const pageSize = 100;
export const range = (from, length) => Array.from({ length }, (_, index) => from + index);
export const json = {
  parse: (text) => decodeJson(Buffer.from(text)).value,
  write: (value) => Buffer.from(encodeJson(value)).toString(),
};
export const answer = { kind: 'answer', status: 200, headers: {}, body: new Uint8Array() };
const lines = Array.from({ length: 8 }, (_, index) => ({
  id: index,
  productId: index,
  sellerExternalId: `ART-${index}`,
  productName: `Hex bolt M${index} x 40, zinc plated, box of 100`,
  unitOfMeasure: 'pcs',
  quantity: 3 + index,
  unitPrice: '1.05',
  lineTotal: '12.60',
}));

/** A feed item of the size that the journal's limits were measured with: 1.6 KB. */
const fields = Object.fromEntries(
  range(1, 40).map((at) => [`summaryField${at}`, `text of ${at} 1`]),
);

export function summaryOf(id, updatedAt) {
  return {
    ...fields,
    id,
    orderNumber: `N-${id}`,
    status: 'PLACED',
    buyerId: 7,
    customerKind: 'BUYER_TENANT',
    updatedAt,
    version: 'v1',
  };
}

export const detailOf = (id) => ({
  order: { orderNumber: `N-${id}`, status: 'PLACED', version: 'v1', lines, totalAmount: '100.80' },
  customer: { kind: 'BUYER_TENANT', buyerTenantId: 7, name: 'Café Nordlicht' },
});

/** A feed of `ids`, each page at once. */
export function market(ids, updatedAt = '2026-06-01T00:00:00Z') {
  return {
    async orderPage({ cursor = '0' }) {
      const start = Number(cursor);
      const page = ids.slice(start, start + pageSize);
      const items = page.map((id) => ({
        id: String(id),
        version: 'v1',
        summary: summaryOf(id, updatedAt),
      }));
      const next = start + page.length;
      return {
        ok: { items, undecodable: [], nextCursor: String(next), hasMore: next < ids.length },
        answer: { ...answer, headers: { date: '2026-01-01T00:00:00Z' } },
      };
    },
    order: async (id) => ({
      ok: { version: 'v1', status: 'PLACED', detail: detailOf(id) },
      answer,
    }),
  };
}
