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

/** Writes each of these files' receipts as its rows stand now; the first trouble ends it. */
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
 * Moves what is through to `done` or `error`, once the receipt on the disk says all there is to say (I8). `standing` is
 * what the last look has seen: what is in it and not found now may have gone with its share, and the next look tells.
 */
export async function moveEnded(
  deps: ReceiptDeps,
  places: CommandPlaces,
  standing: ReadonlySet<string>,
): Promise<Offline | undefined> {
  const { commands, commandFiles } = deps.store;
  for (const file of commandFiles.openFiles()) {
    if (file.state !== 'OPEN' || file.stale > 0) continue;
    const rows = commands.outcomes(file.id);
    if (!isThrough(commands, rows)) continue;
    const refused = rows.some(({ state }) => outcomeOf(state) === 'refused');
    const moved = await deps.files.moveFile({
      file: entryOf(file, places.folder),
      into: join(places.folder, refused ? 'error' : 'done'),
    });
    if ('offline' in moved) return moved;
    if ('gone' in moved && standing.has(file.entry)) continue;
    // Gone or replaced by another drop: either way this one is no longer there.
    if (!('refused' in moved)) commandFiles.moved(file.id);
  }
  return undefined;
}

/**
 * Nothing moves by itself any more: rows have ended, or wait for a new version or a person, or behind a row that does,
 * of whatever file.
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
