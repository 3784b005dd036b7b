import { stockOutcomes, upsertOutcomes } from './batch.ts';
import { deleteProduct, stockBatch, upsertBatch } from './mutations.ts';

/** The catalogue's mutations and their batch answers, as the engine of the way up needs them. */
export const catalogCalls = {
  upsertBatch,
  stockBatch,
  /** Undefined for an externalId that cannot stand in an address (fault 9). */
  remove(externalId: string) {
    const call = deleteProduct(externalId);
    return 'complaint' in call ? undefined : { method: call.method, path: call.path };
  },
  upsertOutcomes,
  stockOutcomes,
};
