import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import { columnNameCharactersMax, columnsMax } from './limits.ts';
import { tooLarge } from './refused.ts';

/** Whether a standard makes the values of a column numbers: XML says nothing of that itself. */
export type IsNumber = (name: string) => boolean;

/** The columns of a tree: they grow as elements are seen. */
export class Columns {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #file: string;
  readonly #isNumber: IsNumber | undefined;
  readonly #numbers = new Set<number>();
  /** Somebody asks for elements by an attribute: `field[@name=artnr]`. */
  hasKeyed = false;

  constructor(file: string, isNumber?: IsNumber) {
    this.#file = file;
    this.#isNumber = isNumber;
  }

  /** Knows which cells are numbers, where the file's standard says it. */
  typed(cells: Cells): Cells {
    return this.#isNumber === undefined ? cells : cellsWith(cells, { numbers: this.#numbers });
  }

  /** The index of a column that the file has. @throws Refused above the limits. */
  index(name: string): number {
    const known = this.known(name);
    if (known !== undefined) return known;
    if (this.names.length >= columnsMax) {
      throw tooLarge(this.#file, `The file has more than ${columnsMax} different columns.`);
    }
    if (name.length > columnNameCharactersMax) {
      throw tooLarge(
        this.#file,
        `A column's name is longer than ${columnNameCharactersMax} characters.`,
      );
    }
    return this.reserve(name);
  }

  /** The index of a column that somebody asks for; it may never be seen in the file. */
  reserve(written: string): number {
    const known = this.known(written);
    if (known !== undefined) return known;
    const name = written.normalize('NFC');
    this.#indexes.set(name, this.names.length);
    if (this.#isNumber?.(name)) this.#numbers.add(this.names.length);
    if (name.includes('[@')) this.hasKeyed = true;
    return this.names.push(name) - 1;
  }

  /**
   * The index of a column that somebody asked for; undefined where nobody did, and the file does not have it. Programs
   * of a Mac write `ö` as two signs that look like the one that is in the configuration.
   */
  known(name: string): number | undefined {
    return this.#indexes.get(name) ?? this.#indexes.get(name.normalize('NFC'));
  }
}
