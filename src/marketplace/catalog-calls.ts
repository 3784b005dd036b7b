import { decodePresign, decodeSession } from './answers.ts';
import { stockOutcomes, upsertOutcomes } from './batch.ts';
import {
  type Built,
  commitImage,
  deleteImage,
  deleteProduct,
  endSync,
  presign,
  startSync,
  stockBatch,
  upsertBatch,
} from './mutations.ts';

/** The catalogue's mutations and their batch answers, as the engine of the way up needs them. */
export const catalogCalls = {
  upsertBatch,
  stockBatch,
  /** Undefined for an externalId that cannot be in an address (fault 9). */
  remove(externalId: string) {
    const call = deleteProduct(externalId);
    return 'complaint' in call ? undefined : { method: call.method, path: call.path };
  },
  upsertOutcomes,
  stockOutcomes,
  pictures: {
    presign: (externalId: string, upload: Parameters<typeof presign>[1]) =>
      sendable(presign(externalId, upload)),
    presigned: decodePresign,
    commit: (externalId: string, handle: Parameters<typeof commitImage>[1]) =>
      sendable(commitImage(externalId, handle)),
    remove: (externalId: string) => sendable(deleteImage(externalId)),
  },
  sessions: { start: startSync, started: decodeSession, end: endSync },
};

function sendable(built: Built) {
  return 'complaint' in built ? undefined : built;
}
