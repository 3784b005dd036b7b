import type { Complaint } from '../../domain/complaint.ts';
import { placeText } from '../../domain/row-place.ts';
import type { GroupCell, Mapped } from '../mapping/mapped-row.ts';
import { type Kind, kindOf, kinds } from '../terms/plan.ts';
import { createGroupedRows } from './grouped-rows.ts';
import type { RowSums } from './row-sums.ts';
import type { Notes } from './settled-rows.ts';

/** A row that would be sent or kept, with a number that may be a thousand times too much or too little. */
export interface DoubtedRow {
  /** The record that counts for the article: of a sum the last one. */
  readonly index: number;
  readonly row: number;
  readonly product: number;
  readonly complaint: Complaint;
}

/**
 * `22.125` is 22,125 pieces or 22 and an eighth. If another row of the file can only be read in the opposite of the
 * declared style (`94.5`), rows with such numbers say nothing for sure (number-marks.ts).
 */
interface DoubtedGroups {
  note(mapped: Mapped, index: number, row: number): void;
  /**
   * Known at the end of the file: none if every number fits the declared style; each sum once. `exported`: stocks that
   * are kept for articles that are created later, so their rows are doubted though they send nothing now.
   */
  doubted(exported: ReadonlyMap<number, number>): Iterable<DoubtedRow>;
}

/** `files`: the names of a union's files, which its rows are told with. */
export function createDoubtedGroups(
  { ids, marks }: Pick<Notes, 'ids' | 'marks'>,
  sums: Pick<RowSums, 'get'>,
  files?: readonly string[],
): DoubtedGroups {
  const grouped = createGroupedRows();
  const shown: { any?: Shown; grouped?: Shown } = {};
  return {
    note(mapped, index, row) {
      if (mapped.kind === 'row' && mapped.group !== undefined)
        grouped.add({ index, row, product: ids.get(index), group: mapped.group });
      if (mapped.kind !== 'rejected' || mapped.opposite === undefined) return;
      const { value, isGrouped } = mapped.opposite;
      shown.any ??= { row, value };
      if (isGrouped) shown.grouped ??= { row, value };
    },
    *doubted(exported) {
      if (shown.any === undefined) return;
      for (const { index: own, row, product, group } of grouped) {
        const by = group.isDecimal ? shown.grouped : shown.any;
        const index = sums.get(product)?.index ?? own;
        const isUsed = wouldSend(marks.get(index)) || exported.has(product);
        if (by !== undefined && isUsed && ids.get(index) === product)
          yield { index, row, product, complaint: doubtOf(group, by, files) };
      }
    },
  };
}

/** The first row of the file that is written in the opposite style. */
interface Shown {
  readonly row: number;
  readonly value: string;
}

const sending: ReadonlySet<Kind> = new Set<Kind>([
  kinds.upsert,
  kinds.stock,
  kinds.waitsForProduct,
  kinds.create,
]);

/** A row that says what the marketplace has already is not doubted: it says nothing new. */
function wouldSend(mark: number): boolean {
  return sending.has(kindOf(mark) as Kind);
}

function doubtOf(
  { column, value, isDecimal }: GroupCell,
  by: Shown,
  files: readonly string[] | undefined,
): Complaint {
  const mark = value.includes('.') ? 'the point' : 'the comma';
  const meaning = `${mark} ${isDecimal ? 'separates thousands' : 'is a decimal mark'}`;
  return {
    code: 'ROW_NUMBER_AMBIGUOUS',
    column,
    value,
    rule: `can be read in two ways: ${placeText(by.row, files)} of the same export writes ${by.value}, where ${meaning}.`,
    remedy:
      'Correct that row, or leave it out with where:. If the whole file is written like it, declare its style with numbers: in the source.',
  };
}
