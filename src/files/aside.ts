import path from 'node:path';
import { writeAll } from './append.ts';
import { createFresh, dropSpooled, onSpool, takingPrefix } from './take.ts';

let asides = 0;

/**
 * Writes a text of our own into the spool, from where `Files.write` takes it, and answers its path; undefined if no
 * piece comes. So a text of any length never is in the memory as a whole (I11). Who is done with it calls `dropSpooled`;
 * `clearSpool` removes what a crash leaves behind. Throws DISK where the spool cannot be written.
 */
export async function writeAside(
  into: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  asides += 1;
  const aside = path.join(into, `${takingPrefix}aside-${process.pid}-${asides}`);
  const file = await onSpool(into, () => createFresh(aside));
  let isEmpty = true;
  let isWhole = false;
  try {
    for await (const piece of pieces) {
      isEmpty = false;
      await onSpool(into, () => writeAll(file, piece));
    }
    isWhole = !isEmpty;
    return isEmpty ? undefined : aside;
  } finally {
    await file.close();
    if (!isWhole) await dropSpooled(aside);
  }
}
