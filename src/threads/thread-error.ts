import process from 'node:process';
import { types } from 'node:util';

/**
 * What this thread throws reaches its parent with its message and code. An error of SQLite's is none of the language's:
 * Node would send an object without a word, and nobody could tell that a lock passes (fault 102).
 */
export function throwWhole(): void {
  process.on('uncaughtException', (thrown: unknown) => {
    throw wholeError(thrown);
  });
}

function wholeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || types.isNativeError(thrown)) return thrown;
  const { message, name, stack } = thrown;
  const { code } = thrown as { readonly code?: unknown };
  return Object.assign(new Error(message), { name, stack, code });
}
