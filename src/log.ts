import { stat } from 'node:fs/promises';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import type { Watch } from './all-facts.ts';
import type { LogConfig } from './config/declaration.ts';
import { codes } from './domain/codes.ts';
import { StockhandError } from './domain/error.ts';
import type { NeedsYou } from './domain/facts.ts';

export type Log = Logger;

/** It needs a person while the file takes no lines, because what the log would tell is told nowhere else. */
export interface OpenLog extends Watch {
  readonly log: Log;
  /** Writes what is left and closes the file. */
  close(): Promise<void>;
}

const bytesPerKilobyte = 1_000;

/**
 * Writes JSON lines into `log.file`, rotated by size. A line is one completed run, state change or failure; nothing is
 * written when nothing happens. Secrets never get here: they are `Secret` objects that print as ***.
 */
export function openLog(options: LogConfig): OpenLog {
  const { write, close, failure } = openLines(options);
  const log = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
  return {
    log,
    close,
    needsYou() {
      const cause = failure();
      if (cause === undefined) return [];
      // This line is a try: only a written one shows that the file takes lines again, and the next may be hours away.
      log.error(`Lines are missing here: ${cause.message}`);
      return [unwrittenNeed(options.file, cause)];
    },
  };
}

interface OpenFile {
  readonly stream: RotatingFileStream;
  /** Its file has a name on the disk. */
  isOpen: boolean;
  /**
   * The number of the file on its disk; undefined while it is not open, and where its name was gone before we looked.
   */
  inode: number | undefined;
}

/** Opens the file again where a stream would not: after a failure, and where somebody has taken the file away. */
function openLines(options: LogConfig) {
  let failure: Error | undefined;
  // A full disk costs log lines, never the daemon (fault 118).
  const failed = (cause: Error): void => {
    failure = cause;
  };
  let file = openFile(options, failed);
  let lines: string[] = [];
  let written = Promise.resolve();
  const writeLines = async (): Promise<void> => {
    if (await isLost(file, options)) {
      file.stream.end();
      file = openFile(options, failed);
    }
    file.stream.write(lines.join(''), (cause) => {
      if (cause == null) failure = undefined;
    });
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
    /** Why it takes no lines; undefined where it takes them. */
    failure: () => failure,
  };
}

function unwrittenNeed(file: string, { message }: Error): NeedsYou {
  return {
    id: 'LOG_UNWRITTEN',
    what: 'Nothing can be written to the log.',
    cause: `${file}: ${message}`,
    effect: 'Everything continues; what happens meanwhile will be missing in the log.',
    fix: codes.LOG_UNWRITTEN.remedy,
  };
}

function openFile({ file, maxSize, keep }: LogConfig, failed: (cause: Error) => void): OpenFile {
  const stream = createStream(path.basename(file), {
    path: path.dirname(file),
    size: `${Math.ceil(maxSize / bytesPerKilobyte)}K`,
    maxFiles: keep,
  });
  const open: OpenFile = { stream, isOpen: false, inode: undefined };
  stream.on('error', failed);
  stream.on('rotation', () => {
    open.isOpen = false;
    open.inode = undefined;
  });
  stream.on('open', async () => {
    open.isOpen = true;
    open.inode = await inodeOf(file);
  });
  return open;
}

async function isLost(open: OpenFile, { file }: LogConfig): Promise<boolean> {
  const inode = await inodeOf(file);
  const isGone = open.isOpen && inode === undefined;
  const isAnother = open.inode !== undefined && open.inode !== inode;
  return open.stream.destroyed || isGone || isAnother;
}

async function inodeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.ino;
}

/** A failure that nobody foresaw goes into the log with its stack, and on to whoever asked. */
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
