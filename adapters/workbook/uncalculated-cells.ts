import type { XmlHandler } from '../xlsx/xml.ts';

/** Columns by row, both 0-based. */
export type UncalculatedRows = ReadonlyMap<number, readonly number[]>;

const columnsMax = 16_384;

/** Finds the formulas of an ODS workbook whose results were not kept: the library leaves these cells out (quirk 19). */
export class UncalculatedCells implements XmlHandler {
  readonly #sheets = new Map<string, Map<number, readonly number[]>>();
  #rows = new Map<number, readonly number[]>();
  #row = 0;
  #rowTimes = 1;
  #column = 0;
  #columns: number[] = [];

  of(sheet: string): UncalculatedRows {
    return this.#sheets.get(sheet) ?? new Map();
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') this.#openSheet(attributes['table:name'] ?? '');
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#cell(attributes);
  }

  close(name: string): void {
    if (name !== 'table-row') return;
    if (this.#columns.length > 0) {
      for (let nth = 0; nth < this.#rowTimes; nth++) this.#rows.set(this.#row + nth, this.#columns);
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
    this.#columns = [];
  }

  #cell(attributes: Readonly<Record<string, string>>): void {
    const first = this.#column;
    this.#column += Number(attributes['table:number-columns-repeated'] ?? 1);
    if (!hasNoResult(attributes)) return;
    const end = Math.min(this.#column, columnsMax);
    for (let column = first; column < end; column++) this.#columns.push(column);
  }
}

/** An empty text is a result, and has its type. */
export function hasNoResult(attributes: Readonly<Record<string, string>>): boolean {
  return attributes['table:formula'] !== undefined && attributes['office:value-type'] === undefined;
}
