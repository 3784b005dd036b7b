import fs from 'node:fs';
import path from 'node:path';
import type { AdapterFile } from '../domain/adapter.ts';
import { StockhandError } from '../domain/error.ts';
import { errorNumber } from '../domain/error-number.ts';
import { readerOf } from './spooled.ts';
import { takingPrefix } from './take.ts';

/** A temporary file of our own that nobody else reads. It is gone once it is closed. */
export interface Scratch {
  append(bytes: Uint8Array): void;
  /** What was appended, for reading. */
  file(name: string): AdapterFile;
  close(): void;
}

let scratches = 0;

/** Throws DISK where the folder cannot be written. `clearSpool` removes what a crash leaves behind. */
export function openScratch(folder: string): Scratch {
  scratches += 1;
  const place = path.join(folder, `${takingPrefix}unpacked-${process.pid}-${scratches}`);
  const descriptor = onDisk(folder, () => {
    fs.rmSync(place, { force: true });
    return fs.openSync(place, 'wx+', 0o600);
  });
  // The name goes at once, so that a crash leaves nothing behind. Windows keeps it as long as the file is open.
  const isGone = process.platform !== 'win32';
  if (isGone) fs.unlinkSync(place);
  let size = 0;
  return {
    append(bytes) {
      onDisk(folder, () => {
        for (let done = 0; done < bytes.length; ) {
          done += fs.writeSync(descriptor, bytes, done, bytes.length - done);
        }
      });
      size += bytes.length;
    },
    file: (name) => readerOf(descriptor, { name, size }),
    close() {
      fs.closeSync(descriptor);
      if (!isGone) fs.rmSync(place, { force: true });
    },
  };
}

function onDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = errorNumber(cause);
    if (code === undefined) throw cause;
    const sentence = `A packed export cannot be unpacked into ${folder} (${code}).`;
    throw new StockhandError('DISK', sentence, { cause });
  }
}
