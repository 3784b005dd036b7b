import type { EventEmitter } from 'node:events';
import { asError } from './domain/error.ts';

/**
 * An error that nobody catches (a rejection and a stack overflow, too) ends the daemon like the failure of a part: with
 * a line in the log, and counted (fault 116). Each call waits for the next one: work that begins again once its disk
 * takes writes must not end by the error of the work before.
 */
export function watchUncaught(source: Pick<EventEmitter, 'on'> = process): () => Promise<Error> {
  let report = (_: Error): void => undefined;
  source.on('uncaughtException', (cause: unknown) => report(asError(cause)));
  return () =>
    new Promise((resolve) => {
      report = resolve;
    });
}
