import type { Code } from './codes.ts';
import { codes } from './codes.ts';

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
