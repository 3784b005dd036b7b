import { Buffer } from 'node:buffer';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { CommandFolderDeps } from './command-folder.ts';
import { receiptName } from './receipts.ts';

/** Larger than a receipt of 100,000 rows need be. */
const receiptBytesMax = 67_108_864;

/** Of a row as `receipts.ts` writes it. */
const waitingRow = /^\d+,.*,[a-z]*,waiting,|^\{"row":.*"outcome":"waiting"/m;

/**
 * Receipts of these files that say waiting, and of which the state knows nothing: it was put back to one from before
 * them (fault 34). Nobody else ends them, so the files that stand there now do.
 */
export async function leftReceipts(
  deps: CommandFolderDeps,
  place: { readonly folder: string; readonly names: ReadonlySet<string> },
  files: readonly FileEntry[],
): Promise<ReadonlySet<string> | Offline> {
  const unknown = new Set(files.flatMap(({ name }) => unknownOf(deps, place.names, name)));
  const left = new Set<string>();
  if (unknown.size === 0) return left;
  const { ignoreCase } = deps.files;
  const scan = await deps.files.scan({ folder: place.folder, files: ['*'], ignoreCase });
  if ('offline' in scan) return scan;
  for (const file of scan.entries.filter(({ name }) => unknown.has(name))) {
    const read = await deps.files.readWhole({ file, bytesMax: receiptBytesMax });
    if ('bytes' in read && waitingRow.test(Buffer.from(read.bytes).toString())) left.add(file.name);
  }
  return left;
}

function unknownOf(
  { store }: CommandFolderDeps,
  names: ReadonlySet<string>,
  file: string,
): readonly string[] {
  const found: string[] = [];
  receiptName(file, (name) => {
    const isKnown = store.commandFiles.receiptTaken(name);
    if (names.has(name) && !isKnown) found.push(name);
    return isKnown || names.has(name);
  });
  return found;
}
