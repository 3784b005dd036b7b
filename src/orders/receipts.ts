import { argument } from '../domain/argument.ts';
import { fittingName } from '../domain/file-name.ts';
import type { CommandRow, CommandState } from '../store/commands.ts';
import { isMoving } from './command-deps.ts';

export type Outcome = 'done' | 'refused' | 'waiting';

/** The columns of contract "Receipts out", in this sequence. */
export const receiptColumns = [
  'row',
  'orderNumber',
  'orderId',
  'action',
  'outcome',
  'code',
  'message',
  'orderStatus',
  'at',
] as const;
type ReceiptLine = Readonly<Record<(typeof receiptColumns)[number], string>>;

const outcomes: Record<CommandState, Outcome> = {
  READY: 'waiting',
  SENT: 'waiting',
  CHECKING: 'waiting',
  AMENDMENT: 'waiting',
  NEWER_FILE: 'waiting',
  PARKED: 'waiting',
  DONE: 'done',
  REFUSED: 'refused',
};

export function outcomeOf(state: CommandState): Outcome {
  return outcomes[state];
}

/**
 * Why a row waits is seldom its own matter: a pause, an outage, the feed, or a parked row before it that needs a person.
 * So its text says where to look.
 */
function waitText({ order_id: id, order_number: number }: CommandRow): string {
  return `Not finished yet. To see what it waits for: stockhand status, and stockhand orders show ${argument(id || number)}.`;
}

/** The code of a row under way, without a text, is a mark for the next look (fault 44), and nothing that anybody has to settle. */
export function codeOf(command: Pick<CommandRow, 'state' | 'code' | 'message'>): string | null {
  return command.message === null && isMoving(command) ? null : command.code;
}

export function receiptLine(command: CommandRow): ReceiptLine {
  return {
    row: String(command.row),
    orderNumber: command.order_number,
    orderId: command.order_id,
    action: command.action,
    outcome: outcomeOf(command.state),
    code: codeOf(command) ?? '',
    message: command.message ?? (isMoving(command) ? waitText(command) : ''),
    orderStatus: command.order_status ?? '',
    at: new Date(command.at).toISOString(),
  };
}

/** RFC 4180 in UTF-8 with a header. A machine reads it, so every text is exact (fault 79). */
export function csvReceipt(lines: readonly ReceiptLine[]): Uint8Array {
  const rows = [receiptColumns, ...lines.map((line) => receiptColumns.map((name) => line[name]))];
  const text = rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  return new TextEncoder().encode(text);
}

function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The row is a number, the rest is text, so that ids keep every digit. */
export function jsonReceipt(lines: readonly ReceiptLine[]): Uint8Array {
  const rows = lines.map((line) => JSON.stringify({ ...line, row: Number(line.row) }));
  return new TextEncoder().encode(`[\n${rows.join(',\n')}\n]\n`);
}

export function isJsonName(name: string): boolean {
  return /\.json$/i.test(name);
}

/** `<command file>.receipt.csv`, then `<command file>.receipt.2.csv` and so on. */
export function receiptName(commandFile: string, isTaken: (name: string) => boolean): string {
  const ending = isJsonName(commandFile) ? 'json' : 'csv';
  const numbered = (number: number) =>
    fittingName(commandFile, `.receipt.${number === 1 ? '' : `${number}.`}${ending}`);
  let number = 1;
  while (isTaken(numbered(number))) number += 1;
  return numbered(number);
}
