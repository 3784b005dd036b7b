import type { AdapterFile, ExportReader, OtherSheet, ReadAdapter } from '../domain/adapter.ts';
import { type Cells, isEmptyCell } from '../domain/cells.ts';
import { codes } from '../domain/codes.ts';
import { type Complaint, complaintText, shownValue } from '../domain/complaint.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import { codeFields, isBlank, refuseCells } from './command-cells.ts';
import {
  type CommandField,
  type CommandText,
  commandFields,
  neededFields,
  newCommand,
  refusal,
  refuseCommand,
} from './command-rules.ts';

/** More rows than a large wholesaler has in a day. A file with more is refused whole. */
const commandRowsMax = 100_000;

export type ParsedCommands =
  | { readonly commands: readonly NewCommand[] }
  | { readonly refusal: Complaint };

/** For each field the places of the columns that have its name. */
type Columns = ReadonlyMap<CommandField, readonly number[]>;

/** A row that breaks a rule is refused; a damaged file is refused whole. */
export async function parseCommands(
  file: AdapterFile,
  adapter: ReadAdapter,
): Promise<ParsedCommands> {
  const opened = await openCommands(file, adapter);
  if ('refusal' in opened) return { refusal: asOfCommands(opened.refusal) };
  const several = refuseSheets(file.name, opened.reader);
  return several === undefined ? readCommands(file.name, opened.reader) : { refusal: several };
}

/**
 * Opened twice: once for the names of the columns, then with those that hold codes, so that a workbook shows codes that
 * were cut (lessons 6).
 */
async function openCommands(
  file: AdapterFile,
  adapter: ReadAdapter,
): ReturnType<ReadAdapter['open']> {
  const options = { encoding: 'auto' };
  const opened = await adapter.open({ files: [file], options });
  if ('refusal' in opened) return opened;
  const { reader } = opened;
  const columns = columnsOf(reader.columns);
  const identifiers = codeFields.flatMap((field) =>
    (columns.get(field) ?? []).flatMap((index) => reader.columns[index] ?? []),
  );
  return adapter.open({ files: [file], options: { ...options, identifiers } });
}

async function readCommands(file: string, reader: ExportReader): Promise<ParsedCommands> {
  const commands: NewCommand[] = [];
  for await (const batch of reader.batches()) {
    const rows = batch.records.map((record) => ({ row: record.row, cells: record.cells() }));
    // After the rows: a tree (JSON) knows only the columns of the cells that were read so far.
    const columns = columnsOf(reader.columns);
    const wrong = refuseColumns(file, reader, columns);
    if (wrong !== undefined) return { refusal: wrong };
    const inner = innerColumnsOf(reader);
    for (const { row, cells } of rows) {
      const command = commandOf(row, columns, cells);
      if (command !== undefined) commands.push(refuseObject(command, inner, cells));
    }
    if (batch.refusal !== undefined) return { refusal: asOfCommands(batch.refusal) };
    if (commands.length > commandRowsMax) return { refusal: tooMany(file) };
  }
  return commands.length === 0 ? { refusal: empty(file) } : { commands };
}

/**
 * Readers advise what helps with exports (`encoding:`, `path:`, `quote:` of the source). Command files have no such
 * settings.
 */
function asOfCommands(found: Complaint): Complaint {
  return { ...found, remedy: codes.COMMAND_FILE_UNREADABLE.remedy };
}

/**
 * `ORDER_NUMBER` is `orderNumber`, because some ERPs can write nothing else: case, blanks, `_` and `-` do not count.
 */
function columnsOf(written: readonly string[]): Columns {
  return columnsBy(written, (name, field) => name === field);
}

/** Of a tree (JSON): the columns below a field that is an object, as `trackingCode.number`. */
function innerColumnsOf({ columns, columnsAreComplete }: ExportReader): Columns {
  if (columnsAreComplete) return new Map();
  return columnsBy(columns, (name, field) => name.startsWith(`${field}.`));
}

function columnsBy(
  written: readonly string[],
  isOf: (name: string, field: string) => boolean,
): Columns {
  const names = written.map(bareName);
  return new Map(
    commandFields.map((field) => {
      const bare = bareName(field);
      return [field, names.flatMap((name, index) => (isOf(name, bare) ? [index] : []))];
    }),
  );
}

/** The readers call the second of two equal names `orderId[2]`. */
function bareName(name: string): string {
  return name.replace(/[\s_-]|\[2\]$/g, '').toLowerCase();
}

function refuseColumns(
  file: string,
  { columns: names, columnsAreComplete }: ExportReader,
  columns: Columns,
): Complaint | undefined {
  const [twice] = commandFields.filter((field) => (columns.get(field) ?? []).length > 1);
  if (twice !== undefined) {
    const both = columns.get(twice)?.map((index) => `"${shownValue(names[index] ?? '')}"`);
    return complaint(
      file,
      `has more than one column for ${twice}: ${both?.join(' and ')}.`,
      'Keep one of them.',
    );
  }
  if (!columnsAreComplete) return undefined;
  const hasOrder = namesOrders(columns);
  if (hasOrder && has(columns, 'action')) return undefined;
  const rule = hasOrder
    ? 'has no column "action".'
    : 'has no column "orderNumber" and none "orderId".';
  return complaint(
    file,
    rule,
    'Give the columns orderNumber or orderId, action, and as needed version, reason, trackingCode, notes.',
  );
}

function has(columns: Columns, field: CommandField): boolean {
  return (columns.get(field) ?? []).length > 0;
}

function namesOrders(columns: Columns): boolean {
  return has(columns, 'orderNumber') || has(columns, 'orderId');
}

/** Only one sheet is read. Commands on another sheet would be left out without a word, so the file is refused. */
function refuseSheets(
  file: string,
  { sheet = '', columns: own, otherSheets = [] }: ExportReader,
): Complaint | undefined {
  const read = { sheet, columns: own };
  const quoted = (one: OtherSheet) => `"${shownValue(one.sheet)}"`;
  const [first, ...others] = [read, ...otherSheets].filter(({ columns }) => hasCommands(columns));
  if (first === undefined || (first === read && others.length === 0)) return undefined;
  if (others.length > 0) {
    const rule = `has commands on several sheets: ${[first, ...others].map(quoted).join(' and ')}.`;
    return complaint(file, rule, 'Write each sheet into its own file.');
  }
  const rule = `has its commands on the sheet ${quoted(first)}, and the sheet ${quoted(read)} is read.`;
  return complaint(file, rule, 'Put the sheet of the commands first.');
}

function hasCommands(written: readonly string[]): boolean {
  const columns = columnsOf(written);
  return namesOrders(columns) && has(columns, 'action');
}

/** Undefined for a row without any text. */
function commandOf(
  row: number,
  columns: Columns,
  cells: Cells | Complaint,
): NewCommand | undefined {
  if ('rule' in cells) return refusedRow(row, cells);
  const place = (field: CommandField) => columns.get(field)?.[0] ?? -1;
  if (isBlank(cells, place)) return undefined;
  const cell = (field: CommandField) => (cells[place(field)] ?? '').trim();
  const text: CommandText = {
    orderNumber: cell('orderNumber'),
    orderId: cell('orderId'),
    action: cell('action').toLowerCase(),
    version: cell('version'),
    reason: cell('reason'),
    trackingCode: cell('trackingCode'),
    notes: cell('notes'),
  };
  const refused = refuseCells(text, cells, place) ?? refuseCommand(text);
  return { ...newCommand(row, text), ...(refused === undefined ? {} : { refused }) };
}

/** With an object in place of its tracking code a dispatch would be sent without one, which cannot be taken back. */
function refuseObject(command: NewCommand, inner: Columns, cells: Cells | Complaint): NewCommand {
  if ('rule' in cells || command.refused !== undefined) return command;
  const isFilled = (index: number) => !isEmptyCell(cells[index]);
  const column = neededFields(command.action).find(
    (field) => !command[field] && inner.get(field)?.some(isFilled),
  );
  if (column === undefined) return command;
  const found = { code: 'ROW_STRUCTURE', column, rule: 'is an object and not a text.' } as const;
  const remedy = 'Correct the row, and drop the file again.';
  return {
    ...command,
    refused: { code: found.code, message: complaintText({ ...found, remedy }) },
  };
}

function refusedRow(row: number, found: Complaint): NewCommand {
  const message = complaintText({ ...found, remedy: 'Correct the row, and drop the file again.' });
  return { ...newCommand(row, {}), refused: { code: found.code, message } };
}

function complaint(file: string, rule: string, remedy: string): Complaint {
  return { code: 'COMMAND_FILE_UNREADABLE', file, rule, remedy };
}

function tooMany(file: string): Complaint {
  return complaint(file, `has more than ${commandRowsMax} rows.`, 'Split it.');
}

function empty(file: string): Complaint {
  const { message } = refusal('COMMAND_FILE_UNREADABLE', '');
  return complaint(file, 'holds no commands.', message.trim());
}
