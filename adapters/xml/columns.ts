import { columnNameCharactersMax, columnsMax } from './limits.ts';
import { tooLarge } from './refused.ts';

/** The columns of a tree: they grow as elements are seen. */
export class Columns {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The index of a column that the file has. @throws Refused above the limits. */
  index(name: string): number {
    const known = this.#indexes.get(name);
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
  reserve(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    this.#indexes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
