import { codes } from './domain/codes.ts';
import { StockhandError } from './domain/error.ts';

/**
 * The work, or a rejection as soon as somebody stops the program: whoever waits goes on to close what is open, which
 * ends the work (law 14). Its rows go on at the next start.
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
 * The work, or a rejection where every wait of the process has lost what it waits for: Node would end it with not a word
 * on either stream (exit code 13).
 */
export function unlessUnfinished<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const tell = (): void => reject(new StockhandError('UNFINISHED', codes.UNFINISHED.means));
    process.once('beforeExit', tell);
    work.then(resolve, reject).finally(() => process.off('beforeExit', tell));
  });
}
