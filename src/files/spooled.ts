import fs from 'node:fs';
import type { AdapterFile } from '../domain/adapter.ts';

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
