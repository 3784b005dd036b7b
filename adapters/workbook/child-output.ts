import type { Complaint } from '../../src/domain/complaint.ts';
import type { CutCell } from '../xlsx/sheet.ts';

/** What the child is asked for. */
export interface Asked {
  readonly format: 'xls' | 'ods';
  readonly file: string;
  readonly sheet?: string;
  /** Code page of workbooks that are older than Unicode. */
  readonly codePage?: number;
}

/** The first line of the child's answer; a row on each line after it. */
export type ChildHead =
  | {
      readonly sheet: string;
      readonly sheets: readonly string[];
      readonly hidden: readonly string[];
      readonly merged: readonly string[];
      /** The first rows of the other sheets that a person sees; none where the sheet is named. */
      readonly others: readonly { readonly sheet: string; readonly rows: readonly ChildRow[] }[];
    }
  | Complaint;

export type ChildRow = readonly [
  row: number,
  cells: readonly (string | null)[],
  facts: ChildRowFacts,
];

export type ErrorCell = readonly [column: number, shown: string];

/** What a cell holds that shows another number. */
export type HeldNumber = readonly [column: number, number: string];

/** All that a cell holds of a date or a time. */
export type DateCell = readonly [column: number, moment: string];

/** By column: what the texts do not say. */
export interface ChildRowFacts {
  readonly cut?: readonly CutCell[];
  readonly numbers?: readonly number[];
  readonly truths?: readonly number[];
  readonly held?: readonly HeldNumber[];
  readonly dates?: readonly DateCell[];
  readonly uncalculated?: readonly number[];
  readonly errors?: readonly ErrorCell[];
}
