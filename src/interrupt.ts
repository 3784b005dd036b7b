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
