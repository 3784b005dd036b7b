import type { Complaint } from '../../src/domain/complaint.ts';
import { tooLarge } from '../xlsx/damage.ts';
import type { XmlHandler } from '../xlsx/xml.ts';
import { cellsMax } from './limits.ts';
import { hasNoResult } from './uncalculated-cells.ts';

/** Counts the filled cells of an ODS workbook, each as often as it says that it is repeated. */
export class CellCount implements XmlHandler {
  complaint: Complaint | undefined;
  readonly #file: string;
  #cells = 0;
  #rowCells = 0;
  #rowTimes = 1;
  #cellTimes = 1;
  #isFilled = false;

  constructor(file: string) {
    this.#file = file;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table-row') {
      this.#rowTimes = Number(attributes['table:number-rows-repeated'] ?? 1);
      this.#rowCells = 0;
    } else if (name === 'table-cell') {
      this.#cellTimes = Number(attributes['table:number-columns-repeated'] ?? 1);
      this.#isFilled = attributes['office:value-type'] !== undefined || hasNoResult(attributes);
    } else if (name === 'p') this.#isFilled = true;
  }

  close(name: string): void {
    if (name === 'table-cell' && this.#isFilled) this.#rowCells += this.#cellTimes;
    if (name !== 'table-row') return;
    // Rows without a filled cell are repeated to the end of the sheet, and cost nothing.
    if (this.#rowCells > 0) this.#cells += this.#rowCells * this.#rowTimes;
    if (this.#cells <= cellsMax) return;
    this.complaint ??= tooLarge(this.#file, `The workbook has more than ${cellsMax} filled cells.`);
  }
}
