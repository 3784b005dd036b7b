import { field, type Line, type Version } from './file.ts';

/** Names of main groups and groups, from the S records of a `.WRG` file. */
export class Groups {
  readonly #names = new Map<string, string>();

  /** DATANORM 4 may name both in one record: `S;;01;Main;12;Group;`. DATANORM 5: `S;01;12;Name;`. */
  add(version: Version, line: Line): void {
    if (version === 5) {
      this.#set(field(line, 1), field(line, 2), field(line, 3));
      return;
    }
    const main = field(line, 2);
    this.#set(main, '', field(line, 3));
    if (field(line, 4) !== '') this.#set(main, field(line, 4), field(line, 5));
  }

  /** The group's name; its number where no file names it. */
  name(main: string, group: string): string {
    const number = group === '' ? main : group;
    return this.#names.get(key(main, group)) ?? number;
  }

  #set(main: string, group: string, name: string): void {
    if (name !== '') this.#names.set(key(main, group), name);
  }
}

function key(main: string, group: string): string {
  return `${main};${group}`;
}
