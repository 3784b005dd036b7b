import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { wholeCode } from '../text/whole-code.ts';
import type { TreeColumns } from './columns.ts';
import { columnCharactersMax, columnsMax } from './limits.ts';
import type { ValueName } from './names.ts';
import type { JsonTree } from './record.ts';
import type { Token } from './tokens.ts';

/** The cells of one element, as its values come in. */
export class CellList {
  /** Why the element cannot be read. */
  complaint: Complaint | undefined;
  /** What is wrong with single cells: the others still say whose element it is. */
  #faults: Map<number, Complaint> | undefined;
  readonly #place: { readonly file: string; readonly row: number };
  readonly #columns: TreeColumns;
  readonly #codes: ReadonlySet<string>;
  readonly #texts: (string | undefined)[] = [];
  #numbers: Set<number> | undefined;
  #truths: Set<number> | undefined;

  constructor(
    { file, row }: { readonly file: string; readonly row: number },
    { columns, codes }: Pick<JsonTree, 'columns' | 'codes'>,
  ) {
    this.#place = { file, row };
    this.#columns = columns;
    this.#codes = codes;
  }

  /** All that was put; what stands without quotes stays a number or a truth, whatever the source says of its texts. */
  get cells(): Cells {
    const [numbers, truths, faults] = [this.#numbers, this.#truths, this.#faults];
    return cellsWith(this.#texts, { numbers, truths, faults });
  }

  /** The value's token tells its kind; what is no value has none. A text that means nothing is undefined. */
  put(name: ValueName, text: string | undefined, kind: Token | undefined): void {
    this.#set(name.full, text, kind);
    if (name.short !== undefined && name.short !== name.full) this.#set(name.short, text, kind);
  }

  #set(name: string, text: string | undefined, kind: Token | undefined): void {
    const index = this.#columns.index(name);
    if (index === -1) {
      this.complaint = {
        code: 'FILE_TOO_LARGE',
        ...this.#place,
        rule: `The file has more than ${columnsMax} different columns, or ${columnCharactersMax} characters in their names.`,
        remedy: 'Correct path: of the source, or export fewer fields.',
      };
      return;
    }
    const fault = this.#texts[index] === undefined ? undefined : twice;
    this.#fault(index, text === undefined ? unreadable : fault);
    if (this.#columns.broken.has(name)) this.complaint = this.#broken(name);
    while (this.#texts.length < index) this.#texts.push(undefined);
    // A text of a code stays as it is.
    const isCode = kind === 'number' && this.#codes.has(this.#columns.names[index] ?? '');
    this.#texts[index] = isCode ? wholeCode(text ?? '') : (text ?? '');
    if (kind === 'number') this.#numbers = withIndex(this.#numbers, index);
    // null is a literal, too, and an empty text.
    if (kind === 'literal' && text !== '') this.#truths = withIndex(this.#truths, index);
  }

  #fault(index: number, fault: Complaint | undefined): void {
    if (fault) this.#faults = (this.#faults ?? new Map<number, Complaint>()).set(index, fault);
  }

  #broken(name: string): Complaint {
    return {
      code: 'ROW_STRUCTURE',
      ...this.#place,
      column: name,
      rule: 'The name holds a line break, and elsewhere it has none: the text was broken into lines wherever they were full, within values, too.',
      remedy: 'Export it whole: FOR JSON of SQL Server by sqlcmd -y 0 or bcp queryout.',
    };
  }
}

const twice: Complaint = {
  code: 'ROW_STRUCTURE',
  rule: 'is in the element twice, so it is not clear which value counts.',
  remedy: 'Correct the program that exports it.',
};

const unreadable = complaintOf({
  code: 'ROW_CHARACTER',
  rule: 'holds bytes or escapes that mean no character.',
});

function withIndex(indexes: Set<number> | undefined, index: number): Set<number> {
  return (indexes ?? new Set<number>()).add(index);
}
