import { plainName } from '../text/columns.ts';
import { columnCharactersMax, columnsMax } from './limits.ts';

const lineBreaks = /[\r\n]+/;

/** The columns of a tree: they grow as elements are seen. A Map, so `__proto__` is a name like any other (fault 10). */
export class TreeColumns {
  readonly names: string[] = [];
  /** Names with a line break that another name is the same without: the text was broken into lines of one length. */
  readonly broken = new Set<string>();
  readonly #indexes = new Map<string, number>();
  #characters = 0;

  /** The column's index, new where the name was not seen before; -1 where the file has too many, or too long ones. */
  index(name: string): number {
    return this.#indexes.get(name) ?? this.#newIndex(name);
  }

  /** As in a table, neither blanks around the name count, nor how its accents are composed. */
  #newIndex(name: string): number {
    const plain = plainName(name);
    const index = this.#indexes.get(plain) ?? this.names.length;
    if (index >= columnsMax || this.#characters + name.length > columnCharactersMax) return -1;
    this.#characters += name.length;
    if (lineBreaks.test(name) && this.#indexes.has(name.replace(lineBreaks, '')))
      this.broken.add(name);
    if (index === this.names.length) this.names.push(plain);
    this.#indexes.set(plain, index).set(name, index);
    return index;
  }
}
