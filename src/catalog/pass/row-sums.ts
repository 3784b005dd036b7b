import type { SourceConfig } from '../../config/declaration.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { Thousandths } from '../../domain/quantity.ts';
import { fileNumberAt } from '../../domain/row-place.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import type { RowComplaints } from '../mapping/row-complaints.ts';
import type { SumColumns } from '../mapping/sum.ts';
import { offeredStock, type Value } from '../mapping/values.ts';
import type { Place } from '../terms/duplicates.ts';
import { growingFloats, growingIntegers } from '../terms/growing.ts';
import { kinds } from '../terms/plan.ts';
import { type RowWish, stockOf } from './diff.ts';
import { createRepeatedRows } from './repeated-rows.ts';
import type { Notes } from './settled-rows.ts';

/** What the rows of an article add up to under `duplicates: sum`. */
export interface RowSum {
  /** The last of the rows: it stands for all of them in the books. */
  readonly index: number;
  readonly row: number;
  readonly rows: number;
  /** Null while no row says anything (quirk 34: absent is not zero). */
  readonly quantity: Thousandths | null;
  readonly columns?: SumColumns | undefined;
  /** Any of the rows has a number with a single mark before its last three digits (diff.ts). */
  readonly isMarked?: boolean | undefined;
}

interface RefusedSum {
  readonly externalId: string;
  readonly complaint: Complaint;
}

export interface RowSums {
  add(product: number, place: Place, mapped: MappedRow): void;
  get(product: number): RowSum | undefined;
  /** By product. */
  all(): Iterable<readonly [number, RowSum]>;
  /** Nothing of the sum is sent. */
  refuse(product: number, refusal: RefusedSum): void;
  /**
   * Each row that was added to a refused sum: rejected with it,
   * and told in the result file. `records`: how many there are.
   */
  refused(records: number): readonly (RefusedSum & Place)[];
  /** Rows that were added to a later row of their article, and so count as skipped. */
  readonly added: number;
  /** Rows that equal another one of their article. */
  readonly repeatedRows: number;
}

export function createRowSums(): RowSums {
  const sums = new Map<number, RowSum>();
  const refusals = new Map<number, RefusedSum>();
  // By record: the product that it was added to, and the row. Objects for a million rows would cost ten times as much.
  const products = growingIntegers();
  const rows = growingFloats();
  const repeated = createRepeatedRows();
  let added = 0;
  return {
    add(product, { index, row }, mapped) {
      const wish = stockOf(mapped);
      // A row with 0 changes no sum, so a repeated one does not matter.
      if (mapped.quantity && mapped.cells) repeated.add(product, { index, row }, mapped.cells);
      const before = sums.get(product) ?? emptySum;
      if (before.rows > 0) added += 1;
      products.set(index, product);
      rows.set(index, row);
      sums.set(product, {
        ...{ ...before, index, row, rows: before.rows + 1 },
        ...withRow(before, wish, row),
        isMarked: before.isMarked || wish.isMarked,
      });
    },
    get: (product) => sums.get(product),
    all: () => sums,
    refuse(product, refusal) {
      refusals.set(product, refusal);
      // The rows of the sum now count as rejected, not as added and skipped.
      added -= (sums.get(product)?.rows ?? 1) - 1;
    },
    refused: (records) => (refusals.size === 0 ? [] : refusedRows(records)),
    get added() {
      return added;
    },
    get repeatedRows() {
      return repeated.count;
    },
  };

  function refusedRows(records: number): (RefusedSum & Place)[] {
    const found: (RefusedSum & Place)[] = [];
    for (let index = 0; index < records; index += 1) {
      const refusal = refusals.get(products.get(index));
      if (refusal !== undefined) found.push({ index, row: rows.get(index), ...refusal });
    }
    return found;
  }
}

const emptySum: RowSum = { index: 0, row: 0, rows: 0, quantity: null };

/** Adds a row, keeping each column of each file of a union apart: a single one of them may jump. */
function withRow(
  before: Pick<RowSum, 'quantity' | 'columns'>,
  { quantity, columns }: RowWish,
  row: number,
): Pick<RowSum, 'quantity' | 'columns'> {
  if (quantity === null) return { quantity: before.quantity, columns: before.columns };
  const sum = (before.quantity ?? 0) + quantity;
  const file = fileNumberAt(row);
  // One column in the first file: the sum itself says all, until another file adds to it.
  if (columns === undefined && file === 0) return { quantity: sum, columns: undefined };
  const own = columns ?? [quantity];
  const all = [...(before.columns ?? [before.quantity ?? 0])];
  for (const [column, value] of own.entries()) {
    const place = file * own.length + column;
    while (all.length <= place) all.push(0);
    all[place] = (all[place] ?? 0) + value;
  }
  return { quantity: sum, columns: all };
}

export type Total = Value<Thousandths | null>;

/** `isUnknown`: a row of the article could not be read, so no part of the sum is sent. */
interface Sum extends Pick<RowSum, 'quantity'> {
  readonly isUnknown: boolean;
}

/**
 * Buffer, range and clamp are applied to the sum, not to its rows: a warehouse below zero takes from the others (quirks
 * 31, 33).
 */
export function totalOf(
  { mapping, negative }: SourceConfig,
  externalId: string,
  { quantity, isUnknown }: Sum,
): Total {
  if (isUnknown) {
    const rule = 'cannot be added up: another row of the article could not be read.';
    return { complaint: complaintOf({ code: 'ROW_SUM', value: externalId, rule }) };
  }
  if (quantity === null || mapping.availableQty === undefined) return { value: quantity };
  return offeredStock(quantity, mapping.availableQty, negative);
}

/** Rejects each row of a refused sum, and notes how many rows of the others count as skipped. */
export function reportSums(
  sums: Pick<RowSums, 'refused' | 'added'>,
  { marks, records }: Pick<Notes, 'marks' | 'records'>,
  complaints: Pick<RowComplaints, 'add'>,
): void {
  for (const { index, row, complaint, externalId } of sums.refused(records.count)) {
    marks.set(index, kinds.rejected);
    complaints.add(complaint, { row, externalId });
  }
  if (sums.added > 0) complaints.add(rowsAdded(sums.added), { level: 'note' });
}

/** Told once for a run: in its books these rows are skipped, and nothing of them is lost. */
function rowsAdded(rows: number): Complaint {
  const rule =
    rows === 1
      ? 'row was added to the last row of its article and counts as skipped.'
      : 'rows were added to the last rows of their articles and count as skipped.';
  return complaintOf({ code: 'ROW_ADDED', value: String(rows), rule });
}
