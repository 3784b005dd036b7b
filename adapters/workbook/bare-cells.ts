import type { XmlHandler } from '../xlsx/xml.ts';

/** A cell's place in its row, 0-based, and the value that its attribute holds. */
export interface BareCell {
  readonly column: number;
  readonly value: string;
  readonly isNumber: boolean;
}

/** By row, 0-based. */
export type BareRows = ReadonlyMap<number, readonly BareCell[]>;

const columnsMax = 16_384;

/**
 * Finds the cells of an ODS workbook that have a value and show no text: in ODF the attribute is the value, and the
 * library takes such a cell for empty.
 */
export class BareCells implements XmlHandler {
  readonly #sheets = new Map<string, Map<number, readonly BareCell[]>>();
  #rows = new Map<number, readonly BareCell[]>();
  #row = 0;
  #rowTimes = 1;
  #column = 0;
  #cells: BareCell[] = [];
  #open: readonly BareCell[] = [];

  of(sheet: string): BareRows {
    return this.#sheets.get(sheet) ?? new Map();
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') this.#openSheet(attributes['table:name'] ?? '');
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (name === 'p') this.#open = [];
  }

  close(name: string): void {
    if (name === 'table-cell') this.#cells.push(...this.#open);
    if (name !== 'table-row') return;
    if (this.#cells.length > 0) {
      for (let nth = 0; nth < this.#rowTimes; nth++) this.#rows.set(this.#row + nth, this.#cells);
    }
    this.#row += this.#rowTimes;
  }

  #openSheet(name: string): void {
    this.#rows = new Map();
    this.#sheets.set(name, this.#rows);
    this.#row = 0;
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    this.#rowTimes = Number(attributes['table:number-rows-repeated'] ?? 1);
    this.#column = 0;
    this.#cells = [];
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const first = this.#column;
    this.#column += Number(attributes['table:number-columns-repeated'] ?? 1);
    const number = attributes['office:value'];
    const value = number ?? attributes['office:string-value'] ?? '';
    const times = value === '' ? 0 : Math.min(this.#column, columnsMax) - first;
    this.#open = Array.from({ length: Math.max(0, times) }, (_, nth) => ({
      column: first + nth,
      value,
      isNumber: number !== undefined,
    }));
  }
}
