import type { XmlHandler } from '../xlsx/xml.ts';
import { CellStyles } from './cell-styles.ts';
import { CellsByRow, type Columns, columnsMax, inEach } from './cells-by-row.ts';

type Attributes = Readonly<Record<string, string>>;

export interface StyledCell {
  readonly column: number;
  /** Name of the style of its numbers. */
  readonly numbers: string;
}

/** By row, 0-based. */
export type StyledRows = ReadonlyMap<number, readonly StyledCell[]>;

/** An NCName has none of the characters that would end an attribute. */
const namePattern = /^[^"&<>]+$/;

/**
 * Filled cells that the library shows under no style: they name none and have the one of their row or column, or name one
 * that says what it shows in styles.xml or in the style that it is made from.
 */
export class StyledCells implements XmlHandler {
  readonly styles = new CellStyles();
  /** The styles of numbers that were found. */
  readonly used = new Set<string>();
  readonly #known = new Set<string>();
  readonly #cells = new CellsByRow<StyledCell>({
    isTextless: false,
    of: (attributes, columns) => this.#styled(attributes, columns),
  });
  #ofColumns: string[] = [];
  #ofRow: string | undefined;

  of(sheet: string): StyledRows {
    return this.#cells.of(sheet);
  }

  open(name: string, attributes: Attributes): void {
    this.styles.open(name, attributes);
    if (name === 'style') this.#openStyle(attributes);
    else if (name === 'table') this.#ofColumns = [];
    else if (name === 'table-column') this.#openColumn(attributes);
    else if (name === 'table-row') this.#ofRow = attributes['table:default-cell-style-name'];
    this.#cells.open(name, attributes);
  }

  close(name: string): void {
    this.#cells.close(name);
  }

  /** The library finds what a style of content.xml says itself. */
  #openStyle(attributes: Attributes): void {
    if (attributes['style:data-style-name'] === undefined) return;
    this.#known.add(attributes['style:name'] ?? '');
  }

  #openColumn(attributes: Attributes): void {
    const style = attributes['table:default-cell-style-name'] ?? '';
    const times = Number(attributes['table:number-columns-repeated'] ?? 1);
    const end = Math.min(this.#ofColumns.length + times, columnsMax);
    while (this.#ofColumns.length < end) this.#ofColumns.push(style);
  }

  #styled(attributes: Attributes, columns: Columns): readonly StyledCell[] {
    const type = attributes['office:value-type'];
    if (type === undefined || type === 'string' || type === 'boolean') return [];
    const own = attributes['table:style-name'];
    return inEach(columns, (column) => {
      const style = own ?? this.#ofRow ?? this.#ofColumns[column] ?? '';
      return { column, numbers: this.#numbersOf(style, own) ?? '' };
    }).filter(({ numbers }) => numbers !== '');
  }

  #numbersOf(style: string, own: string | undefined): string | undefined {
    const numbers = this.styles.numbersOf(style);
    if (numbers === undefined || !namePattern.test(numbers)) return undefined;
    if (own !== undefined && this.#known.has(own) && !this.styles.isMistaken(numbers))
      return undefined;
    this.used.add(numbers);
    return numbers;
  }
}
