import { codes } from './domain/codes.ts';
import { StockhandError } from './domain/error.ts';

/**
 * Waits for the work, or rejects as soon as somebody stops the program. Whoever waits then closes what is open, which
 * ends the work (law 14). It continues from its rows at the next start.
 */
export function unlessStopped<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Waits for the work, or rejects where no wait of the process can end any more. Otherwise Node would end it without a
 * word on either stream (exit code 13).
 */
export function unlessUnfinished<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const tell = (): void => reject(new StockhandError('UNFINISHED', codes.UNFINISHED.means));
    process.once('beforeExit', tell);
    work.then(resolve, reject).finally(() => process.off('beforeExit', tell));
  });
}
