import { Buffer } from 'node:buffer';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import { parseFile, type TakeDeps } from './parse-file.ts';
import { receiptName } from './receipts.ts';

/** Larger than a receipt of 100,000 rows need be. */
const receiptBytesMax = 67_108_864;

/** Of a row as `receipts.ts` writes it. */
const waitingRow = /^\d+,.*,[a-z]*,waiting,|^\{"row":.*"outcome":"waiting"/m;

/**
 * The rows of receipts under the names of these files that say waiting, and of which the state knows nothing: it was put
 * back to one from before them (fault 34).
 */
export async function leftReceipts(
  deps: TakeDeps,
  place: { readonly folder: string; readonly names: ReadonlySet<string> },
  files: readonly FileEntry[],
): Promise<ReadonlyMap<string, readonly NewCommand[]> | Offline> {
  const unknown = new Set(files.flatMap(({ name }) => unknownOf(deps, place.names, name)));
  const left = new Map<string, readonly NewCommand[]>();
  if (unknown.size === 0) return left;
  const { ignoreCase } = deps.files;
  const scan = await deps.files.scan({ folder: place.folder, files: ['*'], ignoreCase });
  if ('offline' in scan) return scan;
  for (const file of scan.entries.filter(({ name }) => unknown.has(name))) {
    const read = await deps.files.readWhole({ file, bytesMax: receiptBytesMax });
    if (!('bytes' in read && waitingRow.test(Buffer.from(read.bytes).toString()))) continue;
    const parsed = await parseFile(deps, file.name, read.bytes);
    if ('commands' in parsed) left.set(file.name, parsed.commands);
  }
  return left;
}

/**
 * Nobody else ends such a receipt, so the file whose rows it has does. Another one of that name does not: of the file
 * before it this receipt is all that the ERP has. What was found out of an order stands in the receipt alone.
 */
export function isAnsweredBy(
  commands: readonly NewCommand[],
  receipt: readonly NewCommand[] | undefined,
): boolean {
  const isOf = ({ orderNumber, orderId, action }: NewCommand, told: NewCommand | undefined) =>
    action === told?.action &&
    ['', told.orderNumber].includes(orderNumber) &&
    ['', told.orderId].includes(orderId);
  return (
    receipt?.length === commands.length &&
    commands.every((command, index) => isOf(command, receipt[index]))
  );
}

function unknownOf(
  { store }: TakeDeps,
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
