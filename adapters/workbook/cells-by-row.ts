import type { XmlHandler } from '../xlsx/xml.ts';

type Attributes = Readonly<Record<string, string>>;

/** The columns that a cell stands for, 0-based. */
export interface Columns {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/** What is to be found in the cells of an ODS workbook. */
export interface Search<Item> {
  /** By the attributes alone. */
  of(attributes: Attributes, columns: Columns): readonly Item[];
  /** Nothing is found in a cell that shows a text. */
  readonly isTextless: boolean;
}

export const columnsMax = 16_384;

/** Finds cells by sheet and row, 0-based; repeated rows and cells are at each of their places. */
export class CellsByRow<Item> implements XmlHandler {
  readonly #search: Search<Item>;
  readonly #sheets = new Map<string, Map<number, readonly Item[]>>();
  #rows = new Map<number, readonly Item[]>();
  #row = 0;
  #rowTimes = 1;
  #column = 0;
  #found: Item[] = [];
  #inCell: readonly Item[] = [];

  constructor(search: Search<Item>) {
    this.#search = search;
  }

  of(sheet: string): ReadonlyMap<number, readonly Item[]> {
    return this.#sheets.get(sheet) ?? new Map();
  }

  *all(): Generator<Item> {
    for (const rows of this.#sheets.values()) for (const found of rows.values()) yield* found;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table') this.#openSheet(attributes['table:name'] ?? '');
    else if (name === 'table-row') this.#openRow(attributes);
    else if (isCell(name)) this.#openCell(name, attributes);
    else if (name === 'p' && this.#search.isTextless) this.#inCell = [];
  }

  close(name: string): void {
    if (isCell(name)) {
      this.#found.push(...this.#inCell);
      this.#inCell = [];
    }
    if (name !== 'table-row') return;
    if (this.#found.length > 0) {
      for (let nth = 0; nth < this.#rowTimes; nth++) this.#rows.set(this.#row + nth, this.#found);
    }
    this.#row += this.#rowTimes;
  }

  #openSheet(name: string): void {
    this.#rows = new Map();
    this.#sheets.set(name, this.#rows);
    this.#row = 0;
  }

  #openRow(attributes: Attributes): void {
    this.#rowTimes = Number(attributes['table:number-rows-repeated'] ?? 1);
    this.#column = 0;
    this.#found = [];
  }

  #openCell(name: string, attributes: Attributes): void {
    const first = this.#column;
    this.#column += Number(attributes['table:number-columns-repeated'] ?? 1);
    // Nobody sees what a merged area covers, and the library leaves it out.
    if (name === 'covered-table-cell') return;
    this.#inCell = this.#search.of(attributes, { first, end: Math.min(this.#column, columnsMax) });
  }
}

function isCell(name: string): boolean {
  return name === 'table-cell' || name === 'covered-table-cell';
}

/** One for each column. */
export function inEach<Item>({ first, end }: Columns, item: (column: number) => Item): Item[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, nth) => item(first + nth));
}
