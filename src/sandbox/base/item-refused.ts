import { Problem } from './problem.ts';

/** Of one item of a batch; the others stay. */
export class ItemRefused extends Error {
  readonly errorCode: string;
  constructor(errorCode: string, message: string) {
    super(message);
    this.errorCode = errorCode;
  }
}

/** What a batch answer says of an item that failed. */
export function reasonOf(error: unknown): { errorCode: string; error: string } {
  if (error instanceof ItemRefused) return { errorCode: error.errorCode, error: error.message };
  if (error instanceof Problem) return { errorCode: error.type, error: error.message };
  throw error;
}
