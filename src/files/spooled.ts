import fs from 'node:fs';
import type { AdapterFile } from '../domain/adapter.ts';
import { StockhandError } from '../domain/error.ts';
import { errorNumber } from '../domain/error-number.ts';

/** Opens a file of the spool for synchronous reading: it lies on our own local disk and never changes. */
export function openSpooled({
  name,
  path,
}: {
  readonly name: string;
  readonly path: string;
}): AdapterFile & { close(): void } {
  const descriptor = fs.openSync(path, 'r');
  const { size } = fs.fstatSync(descriptor);
  return { ...readerOf(descriptor, { name, size }), close: () => fs.closeSync(descriptor) };
}

/**
 * The same of a copy that the state counts on. Somebody may have deleted it: nothing is read in its place, and nothing
 * that was taken over is given up.
 */
export const openCopy: typeof openSpooled = (part) => {
  try {
    return openSpooled(part);
  } catch (cause) {
    if (errorNumber(cause) !== 'ENOENT') throw cause;
    const remedy =
      'Put it back, such as the same export under this name, or restore the last backup with stockhand restore FILE.';
    const message = `${part.path}, the copy of ${part.name}, is gone.`;
    throw new StockhandError('STATE_DAMAGED', message, { cause, remedy });
  }
};

/** Reads an open file by position. A read past the end answers fewer bytes. */
export function readerOf(
  descriptor: number,
  { name, size }: { readonly name: string; readonly size: number },
): AdapterFile {
  return {
    name,
    size,
    read(offset, length, into) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = into?.subarray(0, wanted) ?? Buffer.allocUnsafe(wanted);
      let done = 0;
      while (done < wanted) {
        const read = fs.readSync(descriptor, bytes, done, wanted - done, offset + done);
        if (read === 0) break;
        done += read;
      }
      return bytes.subarray(0, done);
    },
  };
}
