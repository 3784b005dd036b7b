import type { Database } from './database.ts';

/**
 * What the marketplace's list showed of products that were taken over (`adopt`): a checksum of each listed field. They
 * count while nothing else is known of the product's content.
 */
export function createAdopted(database: Database) {
  const get = database
    .prepare<[number], Buffer>('SELECT sums FROM adopted WHERE product = ?')
    .pluck();
  const put = database.prepare(
    'INSERT INTO adopted (product, sums) VALUES (?, ?) ON CONFLICT (product) DO UPDATE SET sums = excluded.sums',
  );
  const drop = database.prepare('DELETE FROM adopted WHERE product = ?');
  return {
    get(product: number): Int32Array | undefined {
      const sums = get.get(product);
      // Copied, because the BLOB may start at an address that is no multiple of four.
      return sums && new Int32Array(new Uint8Array(sums as unknown as Buffer).buffer);
    },
    put: (product: number, sums: Int32Array): void => {
      put.run(product, new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength));
    },
    drop: (product: number): void => {
      drop.run(product);
    },
  };
}
