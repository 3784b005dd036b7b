import { hash } from 'node:crypto';
import { codes } from '../domain/codes.ts';
import { type Complaint, complaintText } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { errorText } from '../domain/error.ts';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import type { VersionRow } from '../store/orders-versions.ts';
import { entryText, isSameDrop } from './command-folder.ts';
import { newCommand } from './command-rules.ts';
import { isAnsweredBy, leftReceipts } from './left-receipts.ts';
import { parseFile, type TakeDeps } from './parse-file.ts';
import { receiptName } from './receipts.ts';

/** Larger than 100,000 commands with long notes need be. */
const commandFileBytesMax = 33_554_432;
const tooLargeRemedy = 'Split it into several files, and put them into the folder.';

/** A command file that another program or account keeps for itself. */
export interface KeptFile {
  readonly name: string;
  readonly offline: Offline['offline'];
}

/**
 * Takes command files into the journal, each whole and once. Gives back the files that somebody keeps from us: they do
 * not hold up the others (I15). While the folder of the receipts is offline no file is taken (fault 93).
 */
export async function takeCommands(
  deps: TakeDeps,
  receipts: string,
  stable: readonly FileEntry[],
): Promise<{ readonly kept: readonly KeptFile[] } | Offline> {
  const kept: KeptFile[] = [];
  if (stable.length === 0) return { kept };
  const names = await receiptNames(deps, receipts);
  if ('offline' in names) return names;
  const left = await leftReceipts(deps, { folder: receipts, names }, stable);
  if ('offline' in left) return left;
  for (const file of stable) {
    const read = await readCommands(deps, file);
    if (read === undefined) continue;
    if (!('offline' in read)) {
      if (isAdopted(deps, file, read)) continue;
      // A receipt never gets the name of another one, not even of one that was removed: it may come again.
      const isTaken = (name: string) =>
        (names.has(name) && !isAnsweredBy(read.commands, left.get(name))) ||
        deps.store.commandFiles.receiptTaken(name);
      store(deps, file, { ...read, receipt: receiptName(file.name, isTaken) });
    } else if (isOfFileAlone(read)) kept.push({ name: file.name, ...read });
    else return read;
  }
  return { kept };
}

/**
 * A file that was taken and stands still, with another entry: taken anew, its refused rows would be new tries that
 * nobody asked for (fault 82).
 */
function isAdopted(
  { store: { commandFiles } }: TakeDeps,
  file: FileEntry,
  { sha256 }: ReadFile,
): boolean {
  const entry = entryText(file);
  const taken = commandFiles
    .openFiles()
    .find((open) => open.sha256 === sha256 && isSameDrop(open.entry, entry));
  if (taken !== undefined) commandFiles.standsAs(taken.id, entry);
  return taken !== undefined;
}

/** Whether only this file cannot be opened: the folder was listed a moment ago, so it is there. */
function isOfFileAlone({ offline }: Offline): boolean {
  return offline.reason === 'denied' || offline.reason === 'busy';
}

async function receiptNames(deps: TakeDeps, folder: string): Promise<Set<string> | Offline> {
  try {
    const names = await deps.files.listNames(folder);
    return 'offline' in names ? names : new Set(names);
  } catch (cause) {
    // Whatever has gone wrong: without the folder of the receipts no command is taken, but orders continue.
    const sentence = `${folder} cannot be listed: ${errorText(cause)}.`;
    return { offline: { reason: 'failed', sentence, remedy: codes.COMMANDS_OFFLINE.remedy } };
  }
}

interface ReadFile {
  readonly sha256: string;
  readonly commands: readonly NewCommand[];
}

/** Undefined where the file has changed meanwhile: then a later look takes it. */
async function readCommands(
  deps: TakeDeps,
  file: FileEntry,
): Promise<ReadFile | Offline | undefined> {
  const whole = await deps.files.readWhole({ file, bytesMax: commandFileBytesMax });
  if ('changed' in whole) return undefined;
  if ('offline' in whole) return whole;
  if ('refused' in whole) {
    // Its content was not read, so a hash of its entry stands for the hash of its content.
    const sha256 = hash('sha256', entryText(file));
    return { sha256, commands: [unreadable({ ...whole.refused, remedy: tooLargeRemedy })] };
  }
  const parsed = await parseFile(deps, file.name, whole.bytes);
  const commands = 'refusal' in parsed ? [unreadable(parsed.refusal)] : parsed.commands;
  return { sha256: whole.sha256, commands };
}

/** The one line of the receipt of a file whose rows cannot be read; row 0 stands for the file. */
function unreadable(complaint: Complaint): NewCommand {
  const refused = { code: complaint.code, message: complaintText(complaint) };
  return { ...newCommand(0, {}), refused };
}

function store(deps: TakeDeps, file: FileEntry, read: ReadFile & { receipt: string }): void {
  const { commandFiles, sightings, acknowledgements, together } = deps.store;
  const { sha256, receipt, commands } = read;
  together(() => {
    commandFiles.take({
      sha256,
      name: file.name,
      receipt,
      knowledge: sightings.of(file.name) ?? acknowledgements.knowledge(),
      entry: entryText(file),
      state: 'TAKEN',
      commands: commands.map((command) => withOrder(deps, command)),
      at: deps.clock.now(),
    });
    tellRefused(deps, file.name, commands);
  });
}

/** A row that is refused while its file is taken never changes its state, so `changeCommand` tells nothing of it. */
function tellRefused(
  { store: { log }, clock }: TakeDeps,
  name: string,
  commands: readonly NewCommand[],
): void {
  const refused = commands.filter((command) => command.refused !== undefined);
  const [first] = refused;
  if (first?.refused === undefined) return;
  const { row, refused: why } = first;
  const which = `${counted(refused.length, 'command')} refused, first row ${row}`;
  const text = `${name}: ${row === 0 ? 'refused' : which} (${why.code})`;
  log.tell({ at: clock.now(), part: 'commands', text });
}

/**
 * A refused row gets its order's id, too: later rows of the same order must not be carried out (fault 89). It is done
 * with, so it also gets what a read would have shown of its order.
 */
function withOrder(deps: TakeDeps, command: NewCommand): NewCommand {
  const newest = orderNamed(deps, command);
  if (newest === undefined) return command;
  const { order_id: orderId, order_number: orderNumber, status: orderStatus } = newest;
  return command.refused === undefined
    ? { ...command, orderId }
    : { ...command, orderId, orderNumber, orderStatus };
}

/** The newest version of the one order that a row names. */
function orderNamed(
  { store: { lookup } }: TakeDeps,
  { orderId, orderNumber }: NewCommand,
): VersionRow | undefined {
  if (orderId !== '') {
    const newest = lookup.newest(orderId);
    return ['', newest?.order_number].includes(orderNumber) ? newest : undefined;
  }
  const [found, another] = orderNumber === '' ? [] : lookup.byNumber(orderNumber);
  return found === undefined || another !== undefined ? undefined : lookup.newest(found.orderId);
}
