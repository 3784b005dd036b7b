import { join } from 'node:path';
import type { FileEntry } from '../files/entry.ts';
import type { Moved } from '../files/move.ts';
import type { Offline } from '../files/offline.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CommandFileRow } from '../store/orders-command-files.ts';
import { type CommandFilesPort, isSameDrop } from './command-folder.ts';
import type { OrderDeps } from './ports.ts';
import { csvReceipt, isJsonName, jsonReceipt, outcomeOf, receiptLine } from './receipts.ts';
import type { KeptFile } from './take-commands.ts';

interface ReceiptDeps extends OrderDeps {
  readonly files: CommandFilesPort;
}

export interface CommandPlaces {
  readonly folder: string;
  readonly receipts: string;
}

/** Files that another program holds: they are tried again, and do not hold up the others (I15). */
interface Tried {
  readonly held: readonly KeptFile[];
}

/**
 * Writes the receipt of each of these files as its rows stand now; ends at the first for which the folder has no place.
 */
export async function writeReceipts(
  deps: ReceiptDeps,
  places: CommandPlaces,
  files: readonly CommandFileRow[],
): Promise<Tried | Offline> {
  const { commands, commandFiles } = deps.store;
  const held: KeptFile[] = [];
  for (const file of files) {
    const lines = commands.outcomes(file.id).map(receiptLine);
    const bytes = isJsonName(file.name) ? jsonReceipt(lines) : csvReceipt(lines);
    const target = { folder: places.receipts, name: file.receipt };
    const written = await deps.files.writeAtomically(target, bytes);
    if (!('offline' in written)) commandFiles.receiptWritten(file);
    else if (isOfReceiptAlone(written)) held.push({ name: file.receipt, offline: written.offline });
    else return written;
  }
  return { held };
}

/** A receipt that is open in Excel cannot be replaced: a Windows share says busy or denied. */
function isOfReceiptAlone({ offline, isOfFile }: Offline & { isOfFile?: true }): boolean {
  return isOfFile === true && (offline.reason === 'busy' || offline.reason === 'denied');
}

/**
 * Moves files whose rows have ended to `done` or `error`, once the receipt on the disk says everything (I8).
 * `standing` is what the last look has seen. A file of which it is not sure that it is gone is left to the next look.
 */
export async function moveEnded(
  deps: ReceiptDeps,
  places: CommandPlaces,
  standing: ReadonlySet<string>,
): Promise<Tried | Offline> {
  const { commands, commandFiles } = deps.store;
  const held: KeptFile[] = [];
  for (const file of commandFiles.openFiles()) {
    const rows = endedRows(commands, file);
    if (rows === undefined) continue;
    const refused = rows.some(({ state }) => outcomeOf(state) === 'refused');
    const moved = await deps.files.moveFile({
      file: entryOf(file, places.folder),
      into: join(places.folder, refused ? 'error' : 'done'),
    });
    if ('offline' in moved) {
      if (moved.offline.reason !== 'busy') return moved;
      held.push({ name: file.name, ...moved });
      continue;
    }
    if (mayStand(moved, file, standing)) continue;
    // Gone, or replaced by another file of that name: either way this one is no longer there.
    if (!('refused' in moved)) commandFiles.moved(file.id);
  }
  return { held };
}

/** One that was there and is not found may be gone with its share; one that looks different may be the same. */
function mayStand(moved: Moved, { entry }: CommandFileRow, standing: ReadonlySet<string>): boolean {
  if ('gone' in moved) return standing.has(entry);
  return 'changed' in moved && [...standing].some((other) => isSameDrop(other, entry));
}

/** Undefined where a row may move on, or the receipt on the disk is behind. */
function endedRows(
  commands: OrderDeps['store']['commands'],
  { id, state, stale }: CommandFileRow,
): readonly CommandRow[] | undefined {
  if (state !== 'OPEN' || stale > 0 || commands.isMovingOn(id)) return undefined;
  const rows = commands.outcomes(id);
  return isThrough(commands, rows) ? rows : undefined;
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
