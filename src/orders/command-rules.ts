import { type Code, codes } from '../domain/codes.ts';
import { shownValue } from '../domain/complaint.ts';
import { cancelReasonMax, dispatchNotesMax, trackingCodeMax } from '../domain/limits.ts';
import { type OrderAction, orderActions } from '../domain/order.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import { isOrderId } from './summary.ts';

/** The fields of a command row, as written; absent and empty are the same. */
export const commandFields = [
  'orderNumber',
  'orderId',
  'action',
  'version',
  'reason',
  'trackingCode',
  'notes',
] as const;
export type CommandField = (typeof commandFields)[number];
export type CommandText = Readonly<Record<CommandField, string>>;

export interface CommandRefusal {
  readonly code: Code;
  readonly message: string;
}

/** As `version` of a row: the ERP decided on no certain version, so no If-Match is sent (contract "Commands in"). */
export const anyVersion = 'any';

/** Some ERPs write capitals alone. */
function versionOf(text: string): string | null {
  return text.toLowerCase() === anyVersion ? anyVersion : text || null;
}

/** A row as the journal keeps it. */
export function newCommand(row: number, text: Partial<CommandText>): NewCommand {
  const { orderNumber = '', orderId = '', action = '', version = '' } = text;
  return {
    ...{ row, orderNumber, orderId, action, version: versionOf(version) },
    reason: text.reason || null,
    trackingCode: text.trackingCode || null,
    notes: text.notes || null,
  };
}

export function isOrderAction(text: string): text is OrderAction {
  return (orderActions as readonly string[]).includes(text);
}

/**
 * The texts that an action sends, which the buyer is shown (spec "Orders"), and how long each may be; the specification
 * shows no limit for a reject's reason.
 */
export const sentTexts: Record<OrderAction, readonly SentText[]> = {
  accept: [],
  reject: [{ field: 'reason', max: Number.POSITIVE_INFINITY }],
  dispatch: [
    { field: 'trackingCode', max: trackingCodeMax },
    { field: 'notes', max: dispatchNotesMax },
  ],
  cancel: [{ field: 'reason', max: cancelReasonMax }],
};

interface SentText {
  readonly field: 'reason' | 'trackingCode' | 'notes';
  readonly max: number;
}

/** The fields of a row that its action uses. Where one of them was not read, the action would be sent without it. */
export function neededFields(action: string): readonly CommandField[] {
  const sent = isOrderAction(action) ? sentTexts[action].map(({ field }) => field) : [];
  return ['orderNumber', 'orderId', 'action', 'version', ...sent];
}

/** Why a row is refused before any call (faults 90, 91); undefined: it may be carried out. */
export function refuseCommand(row: CommandText): CommandRefusal | undefined {
  return refuseOrder(row) ?? refuseAction(row);
}

function refuseOrder(row: CommandText): CommandRefusal | undefined {
  if (row.orderId !== '' && !isOrderId(row.orderId)) {
    return refusal('COMMAND_ORDER_ID', `"${shownValue(row.orderId)}" is not an order id.`);
  }
  if (row.orderId === '' && row.orderNumber === '') {
    return refusal('COMMAND_ORDER_MISSING', 'The row names no order.');
  }
  return undefined;
}

function refuseAction(row: CommandText): CommandRefusal | undefined {
  const { action } = row;
  if (!isOrderAction(action)) {
    return refusal('COMMAND_ACTION', `"${shownValue(action)}" is not an action.`);
  }
  if (action === 'reject' && row.reason.trim() === '') {
    return refusal('COMMAND_REASON_MISSING', 'reject needs a reason.');
  }
  for (const { field, max } of sentTexts[action]) {
    const text = row[field];
    // Counted in UTF-16 units. Those are never fewer than code points, so the limit holds whichever "characters" means.
    if (text.length > max) {
      return refusal(
        'COMMAND_TOO_LONG',
        `${field} is ${text.length} characters long; at most ${max} are allowed.`,
      );
    }
    if (!isPlainText(text, field)) {
      return refusal(
        'COMMAND_CHARACTER',
        `${field} "${shownValue(text)}" holds a control character or a damaged character.`,
      );
    }
  }
  return undefined;
}

/** A text for people may have line breaks and tabs; a tracking code may not. */
function isPlainText(text: string, field: CommandField): boolean {
  const bare = field === 'trackingCode' ? text : text.replace(/[\t\r\n]/g, ' ');
  return bare.isWellFormed() && !/\p{Cc}/u.test(bare);
}

/** One sentence on this row, then what to do. */
export function refusal(code: Code, sentence: string): CommandRefusal {
  return { code, message: `${sentence} ${codes[code].remedy}` };
}
