import { Buffer } from 'node:buffer';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import { parseFile, type TakeDeps } from './parse-file.ts';
import { receiptName } from './receipts.ts';

/** Larger than a receipt of 100,000 rows need be. */
const receiptBytesMax = 67_108_864;

/** A row with the outcome `waiting`, as `receipts.ts` writes it in CSV or in JSON. */
const waitingRow = /^\d+,.*,[a-z]*,waiting,|^\{"row":.*"outcome":"waiting"/m;

/**
 * `a.csv.receipt.csv` is in the folder and says `waiting`, and our state does not know it: the state was put back
 * to one from before that receipt (fault 34). These are the rows of such receipts, for the command files `files`.
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
 * A left receipt would say `waiting` for ever, so it is written again when the file with the same rows comes. Another
 * file of that name gets a receipt of its own, because the left one is all that the ERP has of the earlier file. A
 * receipt also names the order's number or id where its row left it out.
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
