import path from 'node:path';
import type { Logger } from 'pino';
import pino from 'pino';
import { createStream } from 'rotating-file-stream';
import type { LogConfig } from './config/declaration.ts';
import { StockhandError } from './domain/error.ts';

export type Log = Logger;

export interface OpenLog {
  readonly log: Log;
  /** Writes what is left and closes the file. */
  close(): Promise<void>;
}

const bytesPerKilobyte = 1_000;

/**
 * JSON lines into `log.file`, rotated by size. A line is one completed run, state change or failure; nothing is
 * written when nothing happens. Secrets never get here: they are `Secret` objects that print as ***.
 */
export function openLog({ level, file, maxSize, keep }: LogConfig): OpenLog {
  const stream = createStream(path.basename(file), {
    path: path.dirname(file),
    size: `${Math.ceil(maxSize / bytesPerKilobyte)}K`,
    maxFiles: keep,
  });
  // A full disk costs log lines, never the daemon (fault 118).
  stream.on('error', () => undefined);
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const close = (): Promise<void> => new Promise((resolve) => stream.end(() => resolve()));
  return { log, close };
}

/** A failure that nobody foresaw goes into the log with its stack; whoever asked is told in a line and sent there. */
export async function noted<Result>(
  log: Log,
  what: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof StockhandError)) log.error({ err: cause }, `${what} failed`);
    throw cause;
  }
}
