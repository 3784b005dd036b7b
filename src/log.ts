import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import pino from 'pino';
import type { RotatingFileStream } from 'rotating-file-stream';
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
export function openLog(options: LogConfig): OpenLog {
  const { write, close } = openLines(options);
  const log = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
  return { log, close };
}

interface OpenFile {
  readonly stream: RotatingFileStream;
  /** What it is on its disk; undefined while it is not open. */
  inode: number | undefined;
}

/** A stream ends with its first failure, and goes on in a file that somebody has taken away: then it is opened anew. */
function openLines(options: LogConfig) {
  let file = openFile(options);
  let lines: string[] = [];
  let written = Promise.resolve();
  const writeLines = async (): Promise<void> => {
    if (await isLost(file, options)) {
      file.stream.end();
      file = openFile(options);
    }
    file.stream.write(lines.join(''));
    lines = [];
  };
  return {
    write(line: string): void {
      if (lines.push(line) === 1) written = written.then(writeLines);
    },
    async close(): Promise<void> {
      await written;
      await new Promise<void>((resolve) => file.stream.end(() => resolve()));
    },
  };
}

function openFile({ file, maxSize, keep }: LogConfig): OpenFile {
  const stream = createStream(path.basename(file), {
    path: path.dirname(file),
    size: `${Math.ceil(maxSize / bytesPerKilobyte)}K`,
    maxFiles: keep,
  });
  const open: OpenFile = { stream, inode: undefined };
  // A full disk costs log lines, never the daemon (fault 118).
  stream.on('error', () => undefined);
  stream.on('rotation', () => {
    open.inode = undefined;
  });
  stream.on('open', async () => {
    open.inode = await inodeOf(file);
  });
  return open;
}

async function isLost(open: OpenFile, { file }: LogConfig): Promise<boolean> {
  const inode = await inodeOf(file);
  return open.stream.destroyed || (open.inode !== undefined && open.inode !== inode);
}

async function inodeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.ino;
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
