import type { Cells } from '../../src/domain/cells.ts';
import { cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { TreeColumns } from './columns.ts';
import { columnsMax } from './limits.ts';
import type { ValueName } from './names.ts';

/** The cells of one element, as its values come in. */
export class CellList {
  /** Why the element cannot be read. */
  complaint: Complaint | undefined;
  readonly #place: { readonly file: string; readonly row: number };
  readonly #columns: TreeColumns;
  readonly #texts: (string | undefined)[] = [];
  #numbers: Set<number> | undefined;

  constructor(place: { readonly file: string; readonly row: number }, columns: TreeColumns) {
    this.#place = { file: place.file, row: place.row };
    this.#columns = columns;
  }

  /** All that was put; what stands without quotes and is a number stays one, whatever the source says of its texts. */
  get cells(): Cells {
    return cellsWith(this.#texts, { numbers: this.#numbers });
  }

  put(name: ValueName, text: string, isNumber: boolean): void {
    this.#set(name.full, text, isNumber);
    if (name.short !== undefined && name.short !== name.full) this.#set(name.short, text, isNumber);
  }

  #set(name: string, text: string, isNumber: boolean): void {
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
    if (this.#texts[index] !== undefined) this.complaint = this.#twice(name);
    while (this.#texts.length < index) this.#texts.push(undefined);
    this.#texts[index] = text;
    if (!isNumber) return;
    this.#numbers ??= new Set();
    this.#numbers.add(index);
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
