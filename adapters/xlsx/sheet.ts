import { type CellFacts, type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { fieldBytesMax } from '../text/limits.ts';
import { ArrayAreas } from './array-areas.ts';
import {
  type CellContext,
  cellText,
  cutText,
  heldText,
  isNumberCell,
  isUncalculated,
  momentText,
  type StoredCell,
} from './cell.ts';
import { tooLarge } from './damage.ts';
import { errorCell } from './error-cell.ts';
import { cellsMax, rowsMax } from './limits.ts';
import { Merges } from './merges.ts';
import { columnOf } from './place.ts';
import { RichText } from './rich-text.ts';
import { isTrue } from './truth.ts';
import { uncalculated } from './uncalculated.ts';
import type { XmlHandler } from './xml.ts';

/** A row with at least one filled cell. */
export interface SheetRow {
  /** The sheet's own number. */
  readonly row: number;
  readonly cells: Cells | Complaint;
  /** By column: what is seen of numbers that are not all there; a code must not be made of them (cut-number.ts). */
  readonly cut?: readonly CutCell[];
  /** A filter or a person has hidden it. */
  readonly isHidden?: boolean;
}

export type CutCell = readonly [column: number, seen: string];

/** Collects the rows of a sheet while its XML is read. */
export class SheetContent implements XmlHandler {
  complaint: Complaint | undefined;
  /** Columns as the sheet itself states them; writers are not always right. */
  statedWidth = 0;
  readonly merges = new Merges();
  readonly #context: CellContext & { readonly file: string };
  #rows: SheetRow[] = [];
  #row = 0;
  #isHidden = false;
  #column = -1;
  #cells: (string | undefined)[] = [];
  #cut: CutCell[] = [];
  #numbers: Set<number> | undefined;
  #truths: Set<number> | undefined;
  #held: Map<number, string> | undefined;
  #faults: Map<number, Complaint> | undefined;
  #dates: Map<number, string> | undefined;
  #damage: Complaint | undefined;
  #type = '';
  #style: string | undefined;
  #value = '';
  #isInValue = false;
  #hasFormula = false;
  #hasValue = false;
  readonly #inline = new RichText();
  readonly #arrays = new ArrayAreas();

  constructor(context: CellContext & { readonly file: string }) {
    this.#context = context;
  }

  /** The rows so far; the next call gives those after them. */
  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'v') this.#openValue();
    else if (name === 'f') this.#openFormula(attributes);
    else if (name === 'mergeCell') this.merges.add(attributes['ref'] ?? '');
    else if (name === 'dimension') this.statedWidth = widthOf(attributes['ref'] ?? '');
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (!this.#isInValue) this.#inline.add(text);
    // As with an inline text: beyond the limit nothing more is kept.
    else if (this.#value.length <= fieldBytesMax) this.#value += text;
  }

  close(name: string): void {
    if (name === 'v') this.#isInValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else this.#inline.close(name);
  }

  #openFormula({ t, ref = '' }: Readonly<Record<string, string>>): void {
    this.#hasFormula = true;
    const isSpread = t === 'array' && ref.includes(':');
    if (this.#context.leavesZeros && isSpread) this.#arrays.add(ref);
  }

  #openValue(): void {
    this.#isInValue = true;
    this.#hasValue = true;
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    // Some writers leave the numbers out: the next row is meant.
    const number = Number(attributes['r'] ?? this.#row + 1);
    this.#row = Number.isInteger(number) && number > 0 ? number : this.#row + 1;
    this.#isHidden = isTrue(attributes['hidden']);
    this.#column = -1;
    this.#cells = [];
    this.#cut = [];
    this.#numbers = undefined;
    this.#truths = undefined;
    this.#held = undefined;
    this.#faults = undefined;
    this.#dates = undefined;
    this.#damage = undefined;
    if (this.#row > rowsMax) {
      this.complaint = tooLarge(this.#context.file, `The sheet has a row beyond ${rowsMax}.`);
    }
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const reference = attributes['r'];
    const column = reference === undefined ? -1 : columnOf(reference);
    this.#column = column === -1 ? this.#column + 1 : column;
    this.#type = attributes['t'] ?? 'n';
    this.#style = attributes['s'];
    this.#value = '';
    this.#hasFormula = false;
    this.#hasValue = false;
    this.#inline.take();
    if (this.#column >= cellsMax) {
      const rule = `Row ${this.#row} of the sheet has a cell beyond column ${cellsMax}.`;
      this.complaint = tooLarge(this.#context.file, rule);
    }
  }

  #closeCell(): void {
    const isTooLong = this.#value.length > fieldBytesMax || this.#inline.isTooLong;
    const cell = {
      type: this.#type,
      style: this.#style,
      // Of a text blanks count; others may stand on lines of their own.
      value: this.#type === 'str' ? this.#value : this.#value.trim(),
      inline: this.#inline.take(),
      hasFormula: this.#hasFormula || this.#arrays.has(this.#row, this.#column),
      hasValue: this.#hasValue,
    };
    const text = cellText(cell, this.#context);
    if (isTooLong) {
      const rule = `A cell in row ${this.#row} has more than ${fieldBytesMax} characters.`;
      this.complaint = tooLarge(this.#context.file, rule);
    } else if (text === undefined) this.#damage = this.#missingText();
    else if (isUncalculated(cell, this.#context)) this.#fault(uncalculated);
    else if (text === '' || this.complaint) return;
    else if (cell.type === 'e') this.#fault(errorCell(text));
    else this.#put(cell, text);
  }

  #put(cell: StoredCell, text: string): void {
    while (this.#cells.length < this.#column) this.#cells.push(undefined);
    this.#cells[this.#column] = text;
    if (isNumberCell(cell, this.#context)) this.#putNumber(cell, text);
    if (cell.type === 'b') this.#putTruth();
    const seen = cutText(cell, this.#context);
    if (seen !== undefined) this.#cut.push([this.#column, seen]);
    const moment = momentText(cell, this.#context);
    if (moment !== undefined) this.#putDate(moment);
  }

  #putDate(moment: string): void {
    this.#dates ??= new Map();
    this.#dates.set(this.#column, moment);
  }

  #putTruth(): void {
    this.#truths ??= new Set();
    this.#truths.add(this.#column);
  }

  #putNumber(cell: StoredCell, text: string): void {
    this.#numbers ??= new Set();
    this.#numbers.add(this.#column);
    const held = heldText(cell, text, this.#context);
    if (held === undefined) return;
    this.#held ??= new Map();
    this.#held.set(this.#column, held);
  }

  #fault(complaint: Complaint): void {
    this.#faults ??= new Map();
    this.#faults.set(this.#column, complaint);
  }

  #closeRow(): void {
    if (!this.#damage && this.#cells.length === 0 && !this.#faults) return;
    const cells = this.#damage ?? cellsWith(this.#cells, this.#facts());
    const cut = this.#cut.length === 0 ? {} : { cut: this.#cut };
    const hidden = this.#isHidden ? { isHidden: true } : {};
    this.#rows.push({ row: this.#row, cells, ...cut, ...hidden });
  }

  #facts(): CellFacts {
    return {
      numbers: this.#numbers,
      truths: this.#truths,
      held: this.#held,
      faults: this.#faults,
      dates: this.#dates,
    };
  }

  #missingText(): Complaint {
    return {
      code: 'ROW_STRUCTURE',
      file: this.#context.file,
      row: this.#row,
      rule: 'A cell refers to a text that the workbook does not hold.',
      remedy: 'Save the workbook again in the program that wrote it.',
    };
  }
}

/** The number of columns of `A1:AZ2`. */
function widthOf(range: string): number {
  return Math.min(cellsMax, columnOf(range.slice(range.indexOf(':') + 1)) + 1);
}
