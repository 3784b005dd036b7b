import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/**
 * Synchronous calls. To hand a call to another thread and wait for it costs several times the call itself, so a group
 * of order files is written and renamed by these. That is done in a thread or process that does nothing else meanwhile,
 * and that is ended where a call does not come back (fault 17). A test replaces them to prove what a failing disk does.
 */
export const directCalls = {
  create: (path: string) => openSync(path, 'wx'),
  write: (file: number, bytes: Uint8Array) => writeSync(file, bytes),
  close: closeSync,
  look: (path: string) => lstatSync(path, { throwIfNoEntry: false }),
  read: (path: string) => readFileSync(path),
  rename: renameSync,
  unlink: unlinkSync,
};

export type DirectCalls = typeof directCalls;
