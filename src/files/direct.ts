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
 * Calls that are made at once. To hand each to another thread and wait for it costs several times the call itself, so a
 * group of order files is written and renamed by these, in a thread or process that does nothing else meanwhile and is
 * ended when a call does not come back (fault 17). Replaceable to prove what a failing disk does.
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
