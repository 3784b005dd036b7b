import { type Code, codes } from './codes.ts';

/** A failure with a stable code. The message says what failed on which thing; the remedy says what to do. */
export class StockhandError extends Error {
  readonly code: Code;
  readonly remedy: string;

  constructor(code: Code, message: string, options: { cause?: unknown; remedy?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StockhandError';
    this.code = code;
    this.remedy = options.remedy ?? codes[code].remedy;
  }
}

/** Whatever was thrown, as an error. */
export function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** What it says. */
export function errorText(cause: unknown): string {
  return asError(cause).message;
}

const refusedByDisk = /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|BUSY)/;

/**
 * What a database threw in the middle of the work, told as what it is: nobody need report a disk that fails (fault 29).
 * Each statement would have to be wrapped to name its file, so the folder of the state is all that is known.
 */
export function asTold(cause: unknown): unknown {
  const { code, message } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (cause instanceof StockhandError || typeof code !== 'string' || !refusedByDisk.test(code))
    return cause;
  return new StockhandError('DISK', `The state cannot be used: ${message} (${code}).`, {
    cause,
  });
}
