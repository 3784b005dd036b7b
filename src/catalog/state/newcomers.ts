import type { Mirror } from '../../store/mirror.ts';
import { KnownProduct } from '../terms/known-product.ts';

export interface Newcomers {
  find(externalId: string): KnownProduct | undefined;
  get(id: number): KnownProduct | undefined;
  add(externalId: string): KnownProduct;
  write(): void;
  readonly waiting: number;
}

/** Products that are seen for the first time: they get their ids here and are written in groups. */
export function createNewcomers(mirror: Mirror): Newcomers {
  const byExternalId = new Map<string, KnownProduct>();
  const byId = new Map<number, KnownProduct>();
  let newestId = 0;
  return {
    find: (externalId) => byExternalId.get(externalId),
    get: (id) => byId.get(id),
    add(externalId) {
      if (byId.size === 0) newestId = mirror.newestId();
      newestId += 1;
      const product = unknown(newestId, externalId);
      byExternalId.set(externalId, product);
      byId.set(product.id, product);
      return product;
    },
    write() {
      for (const product of byExternalId.values()) mirror.add(product.id, product.externalId);
      byExternalId.clear();
      byId.clear();
    },
    get waiting() {
      return byExternalId.size;
    },
  };
}

function unknown(id: number, externalId: string): KnownProduct {
  const nothing = [null, null, null, null, null, null, null] as const;
  return new KnownProduct([id, externalId, ...nothing, 0, null, null, null], false);
}
