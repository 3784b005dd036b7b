import type { Complaint } from '../domain/complaint.ts';
import { placeText } from '../domain/row-place.ts';
import type { Mapped, NumberCell } from './mapped-row.ts';
import type { Kind } from './plan.ts';
import { kindOf, kinds } from './plan.ts';
import type { RowSums } from './row-sums.ts';
import type { Notes } from './settled-rows.ts';

interface Grouped {
  readonly index: number;
  readonly row: number;
  readonly product: number;
  readonly group: NumberCell;
}

/** A row that would be sent or kept, with a number that may be a thousand times too much. */
export interface DoubtedRow {
  /** The record that counts for the article: of a sum the last one. */
  readonly index: number;
  readonly row: number;
  readonly product: number;
  readonly complaint: Complaint;
}

/**
 * Rows whose numbers have groups of three digits. Where another row of the file can only be read with that mark as the
 * decimal mark, they say nothing for sure (number-marks.ts).
 */
export interface DoubtedGroups {
  note(mapped: Mapped, index: number, row: number): void;
  /**
   * Known at the end of the file: none where every number of it fits the declared style. Of a sum told once. `exported`:
   * stocks that are kept, of which the upsert that creates their article carries one.
   */
  doubted(exported: ReadonlyMap<number, number>): Iterable<DoubtedRow>;
}

/** `files`: of a union, what its rows are told with. */
export function createDoubtedGroups(
  { ids, marks }: Pick<Notes, 'ids' | 'marks'>,
  sums: Pick<RowSums, 'get'>,
  files?: readonly string[],
): DoubtedGroups {
  const grouped: Grouped[] = [];
  let shown: { readonly row: number; readonly opposite: NumberCell } | undefined;
  return {
    note(mapped, index, row) {
      if (mapped.kind === 'row' && mapped.group !== undefined)
        grouped.push({ index, row, product: ids.get(index), group: mapped.group });
      if (mapped.kind === 'rejected' && mapped.opposite !== undefined)
        shown ??= { row, opposite: mapped.opposite };
    },
    *doubted(exported) {
      if (shown === undefined) return;
      const by = `${placeText(shown.row, files)} of the same export writes ${shown.opposite.value}`;
      for (const { index: own, row, product, group } of grouped) {
        const index = sums.get(product)?.index ?? own;
        const isUsed = wouldSend(marks.get(index)) || exported.has(product);
        if (isUsed && ids.get(index) === product)
          yield { index, row, product, complaint: doubtOf(group, by) };
      }
    },
  };
}

const sending: ReadonlySet<Kind> = new Set<Kind>([
  kinds.upsert,
  kinds.stock,
  kinds.waitsForProduct,
  kinds.create,
]);

/** What the marketplace has already is not taken back: such a row says nothing new. */
function wouldSend(mark: number): boolean {
  return sending.has(kindOf(mark) as Kind);
}

function doubtOf({ column, value }: NumberCell, by: string): Complaint {
  return {
    code: 'ROW_NUMBER_AMBIGUOUS',
    column,
    value,
    rule: `can be read in two ways: ${by}, where the mark is a decimal mark.`,
    remedy:
      'Correct that row, or leave it out with where:. Where the whole file is written like it, declare its style with numbers: in the source.',
  };
}
