import { join } from 'node:path';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CommandFileRow } from '../store/orders-command-files.ts';
import type { CommandFilesPort } from './command-folder.ts';
import type { OrderDeps } from './ports.ts';
import { csvReceipt, isJsonName, jsonReceipt, outcomeOf, receiptLine } from './receipts.ts';

interface ReceiptDeps extends OrderDeps {
  readonly files: CommandFilesPort;
}

export interface CommandPlaces {
  readonly folder: string;
  readonly receipts: string;
}

/** Writes the receipt of each of these files as its rows stand now; ends at the first that cannot be written. */
export async function writeReceipts(
  deps: ReceiptDeps,
  places: CommandPlaces,
  files: readonly CommandFileRow[],
): Promise<Offline | undefined> {
  const { commands, commandFiles } = deps.store;
  for (const file of files) {
    const lines = commands.outcomes(file.id).map(receiptLine);
    const bytes = isJsonName(file.name) ? jsonReceipt(lines) : csvReceipt(lines);
    const target = { folder: places.receipts, name: file.receipt };
    const written = await deps.files.writeAtomically(target, bytes);
    if ('offline' in written) return written;
    commandFiles.receiptWritten(file);
  }
  return undefined;
}

/**
 * Moves files whose rows have ended to `done` or `error`, once the receipt on the disk says everything (I8).
 * `standing` is what the last look has seen. A file that was there and is not found now may have gone with
 * its share, so it is left to the next look.
 */
export async function moveEnded(
  deps: ReceiptDeps,
  places: CommandPlaces,
  standing: ReadonlySet<string>,
): Promise<Offline | undefined> {
  const { commands, commandFiles } = deps.store;
  for (const file of commandFiles.openFiles()) {
    if (file.state !== 'OPEN' || file.stale > 0 || commands.isMovingOn(file.id)) continue;
    const rows = commands.outcomes(file.id);
    if (!isThrough(commands, rows)) continue;
    const refused = rows.some(({ state }) => outcomeOf(state) === 'refused');
    const moved = await deps.files.moveFile({
      file: entryOf(file, places.folder),
      into: join(places.folder, refused ? 'error' : 'done'),
    });
    if ('offline' in moved) return moved;
    if ('gone' in moved && standing.has(file.entry)) continue;
    // Gone, or replaced by another file of that name: either way this one is no longer there.
    if (!('refused' in moved)) commandFiles.moved(file.id);
  }
  return undefined;
}

/**
 * No row moves by itself any more: each has ended, waits for a new version or a person, or is behind a row that
 * does, in this or another file.
 */
function isThrough(commands: OrderDeps['store']['commands'], rows: readonly CommandRow[]): boolean {
  return rows.every((row) => {
    if (outcomeOf(row.state) !== 'waiting') return true;
    const state = commands.head(row.id)?.state;
    return state === 'AMENDMENT' || state === 'PARKED';
  });
}

function entryOf(file: CommandFileRow, folder: string): FileEntry {
  const [name, size, mtimeMs, ctimeMs, dev, ino] = JSON.parse(file.entry) as [
    string,
    number,
    number,
    number,
    string,
    string,
  ];
  return { name, path: join(folder, name), size, mtimeMs, ctimeMs, dev, ino };
}
