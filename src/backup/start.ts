import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Code } from '../domain/codes.ts';
import { StockhandError } from '../domain/error.ts';
import { type Backup, type BackupOrder, unfinishedOf } from './write.ts';

/** What the thread says before it ends. */
export type BackupEnd =
  | { readonly backup: Backup }
  | { readonly failed: { readonly code: Code; readonly message: string; readonly remedy: string } };

const program = new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url);

/**
 * A backup in a thread of its own: it reads every page and waits for the disk, and neither a webhook nor an import
 * waits with it. Given up when the signal is aborted; then nothing is under the name.
 */
export function startBackup(order: BackupOrder, signal: AbortSignal): Promise<Backup> {
  const next = last.then(() => inThread(order, signal));
  last = next.catch(() => undefined);
  return next;
}

/** One at a time: two into one file would clear each other's work away. Nobody else may work on the same state. */
let last: Promise<unknown> = Promise.resolve();

/** A process that stops waits for it: the copies that a backup has begun hold the whole state. */
export async function backupsEnded(): Promise<void> {
  await last;
}

async function inThread(order: BackupOrder, signal: AbortSignal): Promise<Backup> {
  signal.throwIfAborted();
  const thread = new Worker(program, { workerData: order });
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await endOf(thread);
    if ('backup' in end) return end.backup;
    const { code, message, remedy } = end.failed;
    throw new StockhandError(code, message, { remedy });
  } finally {
    signal.removeEventListener('abort', stop);
    // A thread that is stopped clears nothing away itself.
    if (signal.aborted) fs.rmSync(unfinishedOf(order.file), { recursive: true, force: true });
  }
}

function endOf(thread: Worker): Promise<BackupEnd> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () =>
      reject(new StockhandError('UNFINISHED', 'The backup was stopped before it was complete.')),
    );
  });
}
