import type { XmlHandler } from '../xlsx/xml.ts';
import { CellStyles } from './cell-styles.ts';
import { CellsByRow, type Columns, columnsMax, inEach } from './cells-by-row.ts';

type Attributes = Readonly<Record<string, string>>;

interface StyledCell {
  readonly column: number;
  /** Name of the style of its numbers. */
  readonly numbers: string;
}

/** Those of a row, 0-based. */
export type StyledRows = (row: number) => readonly StyledCell[];

/** An NCName has none of the characters that would end an attribute. */
const namePattern = /^[^"&<>]+$/;

/**
 * Filled cells that the library shows under no style: they name none and have the one of their row or column, or name
 * one that says what it shows in styles.xml or in the style that it is made from; or they show no text (bare-cells.ts).
 */
export class StyledCells implements XmlHandler {
  readonly styles = new CellStyles();
  readonly #known = new Set<string>();
  readonly #cells = new CellsByRow<StyledCell>({
    isTextless: false,
    of: (attributes, columns) => this.#styled(attributes, columns, false),
  });
  /** Their style is one that the library finds, but the cells it leaves out. */
  readonly #bare = new CellsByRow<StyledCell>({
    isTextless: true,
    of: (attributes, columns) => this.#styled(attributes, columns, true),
  });
  #ofColumns: string[] = [];
  #ofRow: string | undefined;

  of(sheet: string): StyledRows {
    const [cells, bare] = [this.#cells.of(sheet), this.#bare.of(sheet)];
    return (row) => [...(cells.get(row) ?? []), ...(bare.get(row) ?? [])];
  }

  /** The styles of numbers that were found, always in the same order. */
  used(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const cells of [this.#cells, this.#bare])
      for (const { numbers } of cells.all()) names.add(numbers);
    return names;
  }

  open(name: string, attributes: Attributes): void {
    this.styles.open(name, attributes);
    if (name === 'style') this.#openStyle(attributes);
    else if (name === 'table') this.#ofColumns = [];
    else if (name === 'table-column') this.#openColumn(attributes);
    else if (name === 'table-row') this.#ofRow = attributes['table:default-cell-style-name'];
    this.#cells.open(name, attributes);
    this.#bare.open(name, attributes);
  }

  close(name: string): void {
    this.#cells.close(name);
    this.#bare.close(name);
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

  #styled(attributes: Attributes, columns: Columns, isFound: boolean): readonly StyledCell[] {
    const type = attributes['office:value-type'];
    if (type === undefined || type === 'string' || type === 'boolean') return [];
    const own = attributes['table:style-name'];
    return inEach(columns, (column) => {
      const style = own ?? this.#ofRow ?? this.#ofColumns[column] ?? '';
      const numbers = this.#numbersOf(style);
      return { column, numbers: this.#isFound(own, numbers) === isFound ? numbers : '' };
    }).filter(({ numbers }) => numbers !== '');
  }

  #isFound(own: string | undefined, numbers: string): boolean {
    return own !== undefined && this.#known.has(own) && !this.styles.isMistaken(numbers);
  }

  #numbersOf(style: string): string {
    const numbers = this.styles.numbersOf(style) ?? '';
    return namePattern.test(numbers) ? numbers : '';
  }
}
