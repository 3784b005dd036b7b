import type { Database } from './database.ts';
import { toBytes, toNumbers } from './raw-index.ts';

/**
 * What the marketplace's list showed of products that were taken over (`adopt`): a checksum of each listed field. They
 * count while nothing else is known of the product's content.
 */
export function createAdopted(database: Database) {
  const get = database
    .prepare<[number], Uint8Array>('SELECT sums FROM adopted WHERE product = ?')
    .pluck();
  const put = database.prepare(
    'INSERT INTO adopted (product, sums) VALUES (?, ?) ON CONFLICT (product) DO UPDATE SET sums = excluded.sums',
  );
  const drop = database.prepare('DELETE FROM adopted WHERE product = ?');
  return {
    get(product: number): Int32Array | undefined {
      const sums = get.get(product);
      return sums && toNumbers(sums);
    },
    put: (product: number, sums: Int32Array): void => {
      put.run(product, toBytes(sums));
    },
    drop: (product: number): void => {
      drop.run(product);
    },
  };
}
