import { type Cells, isEmptyCell } from '../domain/cells.ts';
import { complaintText, shownValue } from '../domain/complaint.ts';
import { isCutCode } from '../domain/cut-code.ts';
import {
  type CommandField,
  type CommandRefusal,
  type CommandText,
  neededFields,
  refusal,
} from './command-rules.ts';

/** Fields that a spreadsheet may have turned into a date, or into a number without its last digits (lessons 6). */
export const codeFields: readonly CommandField[] = [
  'orderNumber',
  'orderId',
  'version',
  'trackingCode',
];

type Place = (field: CommandField) => number;

const namingFields: readonly CommandField[] = ['orderNumber', 'orderId', 'action'];

/**
 * Every cell is empty, and none that names an order or an action is a broken formula. Formulas of other cells may be
 * filled in ahead.
 */
export function isBlank(cells: Cells, place: Place): boolean {
  const isNamed = namingFields.some((field) => cells.faults?.has(place(field)));
  return !isNamed && cells.every(isEmptyCell);
}

/**
 * Why a cell does not say what was meant. Then the row is refused: a dispatch without its tracking code, or with a
 * wrong one, cannot be taken back.
 */
export function refuseCells(
  text: CommandText,
  cells: Cells,
  place: Place,
): CommandRefusal | undefined {
  for (const field of neededFields(text.action)) {
    const fault = cells.faults?.get(place(field));
    if (fault !== undefined) {
      const remedy = 'Correct the cell, and drop the file again.';
      return { code: fault.code, message: complaintText({ ...fault, column: field, remedy }) };
    }
    const isDate = cells.dates?.has(place(field)) === true;
    if (codeFields.includes(field) && (isDate || isCutCode(text[field]))) {
      const made = isDate ? 'is a date' : 'is a number without its last digits';
      const shown = shownValue(text[field]);
      return refusal(
        'COMMAND_CODE_CUT',
        `${field} "${shown}" ${made} that a spreadsheet has made of it.`,
      );
    }
  }
  return undefined;
}
