import { cutNumber } from './cut-number.ts';
import { dayNumber } from './date-text.ts';
import { heldNumber } from './held-number.ts';
import { plainNumber } from './plain-number.ts';
import { unescaped } from './rich-text.ts';
import { type CellFormat, formatFor, type TextFormat } from './sections.ts';
import { isTrue } from './truth.ts';

/** What a sheet's cells refer to. */
export interface CellContext {
  readonly sharedTexts: readonly string[];
  readonly formats: readonly (CellFormat | undefined)[];
  /** What is written around texts. */
  readonly textFormats: readonly (TextFormat | undefined)[];
  readonly startsIn1904: boolean;
  /** Whether formulas that nobody has calculated are at 0 (left-at-zero.ts). */
  readonly leavesZeros: boolean;
}

/** A cell as it is stored: type and style from its tag, the value or text from inside. */
export interface StoredCell {
  readonly type: string;
  readonly style: string | undefined;
  readonly value: string;
  /** An inline text, where the cell has one. */
  readonly inline: string;
}

/** The cell as a person sees it; undefined where it refers to a text that the workbook lacks. */
export function cellText(cell: StoredCell, context: CellContext): string | undefined {
  const { type, value } = cell;
  if (type === 'inlineStr') return shownText(cell.inline, cell, context);
  // A formula without a kept result (isUncalculated), or a cell that only has a colour.
  if (value === '') return '';
  switch (type) {
    case 's':
      return shownText(context.sharedTexts[Number(value)], cell, context);
    case 'str':
      return shownText(unescaped(value), cell, context);
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'e':
      return value;
    case 'd':
      return dayText(cell, context);
    default:
      return numberText(cell, context);
  }
}

/** Of an empty text nothing is written around. */
function shownText<Text extends string | undefined>(
  text: Text,
  { style }: StoredCell,
  { textFormats }: CellContext,
): Text | string {
  const format = style === undefined ? undefined : textFormats[Number(style)];
  return text && format ? `${format.before}${text}${format.after}` : text;
}

/** Whether the cell is a number, and is shown as nothing else. */
export function isNumberCell(cell: StoredCell, context: CellContext): boolean {
  return cell.type === 'n' && formatOf(cell, context)?.isText !== true;
}

/**
 * Whether the cell has a formula whose result was not kept: programs that only write workbooks leave it to the one that
 * opens them, empty or at 0. An empty text is a result (quirk 19).
 */
export function isUncalculated(
  cell: StoredCell & { readonly hasFormula: boolean; readonly hasValue: boolean },
  { leavesZeros }: CellContext,
): boolean {
  // PhpSpreadsheet calls its zero a text.
  const isLeft = leavesZeros && cell.value === '0' && ['n', 'str'].includes(cell.type);
  const isEmptyText = cell.type === 'str' && cell.hasValue;
  // The stream writer of excelize keeps the result as an inline text.
  const isEmpty = cell.value === '' && cell.inline === '';
  return cell.hasFormula && (isLeft || (isEmpty && !isEmptyText));
}

/** What is seen of a number that is not all there; undefined for any other cell. */
export function cutText(cell: StoredCell, context: CellContext): string | undefined {
  const { type, value } = cell;
  return type === 'n' && value !== '' ? cutNumber(value, formatOf(cell, context)) : undefined;
}

/** All that a cell holds of a date or a time; undefined for any other cell. */
export function momentText(cell: StoredCell, context: CellContext): string | undefined {
  const { type, value } = cell;
  if (type === 'd') return value;
  return type === 'n' ? formatOf(cell, context)?.moment?.(value, context.startsIn1904) : undefined;
}

/**
 * What a number cell holds where it shows this instead (heldNumber);
 * a date is no number, as little of it as may be shown.
 */
export function heldText(
  cell: StoredCell,
  shown: string,
  context: CellContext,
): string | undefined {
  const moment = momentText(cell, context);
  if (moment !== undefined) return moment === shown ? undefined : moment;
  return heldNumber(cell.value, shown, formatOf(cell, context));
}

function formatOf({ style, value }: StoredCell, { formats }: CellContext) {
  return style === undefined ? undefined : formatFor(formats[Number(style)], value);
}

/** Of ISO text, which strict workbooks keep in the place of a day number, no more is shown than of the number. */
function dayText(cell: StoredCell, context: CellContext): string {
  const days = dayNumber(cell.value, context.startsIn1904);
  if (Number.isNaN(days)) return cell.value;
  const value = String(days);
  const format = formatOf({ ...cell, value }, context);
  return format?.moment ? format(value, context.startsIn1904) : cell.value;
}

function numberText(cell: StoredCell, context: CellContext): string {
  const { value } = cell;
  const format = formatOf(cell, context);
  return format ? format(value, context.startsIn1904) : plainNumber(value);
}
