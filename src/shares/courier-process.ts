import { parentPort } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createFilesDeps } from '../files/deps.ts';
import type { OutboxPlace } from '../files/marker.ts';
import { createFiles, type Files } from '../files/port.ts';
import type { Outbox } from '../files/publish.ts';
import { connect } from '../threads/rpc.ts';
import { createSyncThreads } from './sync-threads.ts';

/** The process of one share: the port to files, called by name. It ends with the program that started it. */
function serve(files: Files): void {
  const { outbox, ...calls } = files;
  const handlers = {
    ...calls,
    ping: () => 'here',
    outbox: (place: OutboxPlace, step: keyof Outbox, args: readonly unknown[]) =>
      (outbox(place)[step] as (...args: readonly unknown[]) => unknown)(...args),
  };
  if (parentPort !== null) {
    connect(parentPort, handlers);
    return;
  }
  connect(
    {
      on: (_, listener) => process.on('message', listener),
      postMessage: (message) => process.send?.(message),
    },
    handlers,
  );
  process.on('disconnect', () => process.exit());
}

const [deadlineMs] = process.argv.slice(2).map(Number);
const waiting = {
  sync: createSyncThreads(),
  ...(deadlineMs === undefined ? {} : { deadlineMs }),
};
serve(createFiles(createFilesDeps(systemClock, waiting)));
