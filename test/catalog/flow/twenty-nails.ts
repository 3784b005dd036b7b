import { dialect, room } from '../one-room.ts';
import { answered, itemsOf } from '../room.ts';

export const source = (more = '', keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect},${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge${more} } }`;

export const active = ', isActive: { column: Aktiv, translate: { J: true, N: false } }';
/** Another source, which gives the stock. */
export const beside = `
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

export const head = 'Nr;Name;Menge;Aktiv;W';
export const all = (count = 20) =>
  Array.from({ length: count }, (_, at) => `A${at};Nagel ${at};50;J;x`);
/** No name may be so long. */
export const long = 'x'.repeat(3_000);

/** The first row in place of the one that was on the marketplace. */
export const withFirst = (...rows: readonly string[]) => [head, ...rows, ...all().slice(1)];

export async function stockOf(externalId = 'A0') {
  const products = await room.market.products();
  return products.find((product) => product.externalId === externalId);
}

/** A file of the other source. */
export const stocks = () => ['Nr;Menge', ...all().map((row) => `${row.split(';')[0]};40`)];

type Item = ReturnType<typeof itemsOf>[number];

/** The marketplace refuses each batch with such an item. */
export function refuse(isRefused: (item: Item) => boolean = ({ name }) => name === 'BAD'): void {
  room.post.intercept(({ body }) => {
    const items = itemsOf(body);
    if (!items.some(isRefused)) return undefined;
    const failed = { status: 'FAILED', errorCode: 'VALIDATION_ERROR', error: 'no' };
    const results = items.map(({ externalId }) => ({ externalId, ...failed }));
    return answered(200, { results, succeeded: 0 });
  });
}
