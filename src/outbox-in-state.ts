import fs from 'node:fs';
import path from 'node:path';
import type { KnownOutbox } from './files/marker.ts';
import { knownOutbox } from './orders/outbox-door.ts';
import { readValues } from './store/snapshot.ts';

/** What the state knows of its outbox, for who only looks; undefined where it cannot be read, which `doctor` tells. */
export function outboxInState(dataDir: string): KnownOutbox | undefined {
  const file = path.join(dataDir, 'orders.db');
  try {
    const isThere = fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
    return isThere ? readValues(file, knownOutbox) : {};
  } catch {
    return undefined;
  }
}
