import { parentPort, workerData } from 'node:worker_threads';
import { asTold, StockhandError } from '../domain/error.ts';
import type { BackupEnd } from './start.ts';
import { type BackupOrder, writeBackup } from './write.ts';

/** One backup, and the end of the thread. */
parentPort?.postMessage(made(workerData as BackupOrder));

function made(order: BackupOrder): BackupEnd {
  try {
    return { backup: writeBackup(order) };
  } catch (thrown) {
    const cause = asTold(thrown);
    if (!(cause instanceof StockhandError)) throw cause;
    const { code, message, remedy } = cause;
    return { failed: { code, message, remedy } };
  }
}
