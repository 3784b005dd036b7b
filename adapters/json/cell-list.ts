import type { Complaint } from '../../src/domain/complaint.ts';
import type { TreeColumns } from './columns.ts';
import { columnsMax } from './limits.ts';
import type { ValueName } from './names.ts';

/** The cells of one element, as its values come in. */
export class CellList {
  readonly texts: (string | undefined)[] = [];
  /** Why the element cannot be read. */
  complaint: Complaint | undefined;
  readonly #place: { readonly file: string; readonly row: number };
  readonly #columns: TreeColumns;

  constructor(place: { readonly file: string; readonly row: number }, columns: TreeColumns) {
    this.#place = { file: place.file, row: place.row };
    this.#columns = columns;
  }

  put(name: ValueName, text: string): void {
    this.#set(name.full, text);
    if (name.short !== undefined && name.short !== name.full) this.#set(name.short, text);
  }

  #set(name: string, text: string): void {
    const index = this.#columns.index(name);
    if (index === -1) {
      this.complaint = {
        code: 'FILE_TOO_LARGE',
        ...this.#place,
        rule: `The file has more than ${columnsMax} different columns.`,
        remedy: 'Correct path: of the source, or export fewer fields.',
      };
      return;
    }
    if (this.texts[index] !== undefined) this.complaint = this.#twice(name);
    while (this.texts.length < index) this.texts.push(undefined);
    this.texts[index] = text;
  }

  #twice(name: string): Complaint {
    return {
      code: 'ROW_STRUCTURE',
      ...this.#place,
      column: name,
      rule: 'The element names this twice, so which value counts is in doubt.',
      remedy: 'Correct the program that exports it.',
    };
  }
}
