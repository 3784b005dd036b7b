import type { Cells } from '../../src/domain/cells.ts';
import { cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Layout } from './layout.ts';

interface LastRow {
  readonly layout: Layout;
  /** Where rows end that have a line end behind them. */
  readonly ends: ReadonlySet<string>;
  readonly length: number;
}

/** `2/1`: a line of so many characters begins two fields and holds one of them whole. */
export function endOf(layout: Layout, length: number): string {
  const begun = layout.filter(({ start }) => start <= length);
  const whole = begun.filter((field) => holds(field, length));
  return `${begun.length}/${whole.length}`;
}

/**
 * A last row without a line end may end where others do, as where blanks at the end are left away. Elsewhere it was
 * cut off, and what it holds of a stock may be the 12 of 1209 (fault 4): what is not whole cannot be told.
 */
export function cutOff(cells: Cells, { layout, ends, length }: LastRow): Cells {
  if (ends.has(endOf(layout, length)) || cells.every((cell) => !cell)) return cells;
  const broken = layout.filter((field) => !holds(field, length));
  // A row that is alone may have fewer fields than the layout.
  const isWhole = ends.size === 0 && broken.every(({ start }) => start > length);
  if (isWhole || broken.length === 0) return cells;
  const faults = broken.map((field) => {
    const column = layout.indexOf(field);
    return [column, fault(field, { value: cells[column], length })] as const;
  });
  return cellsWith(cells, { faults: new Map(faults) });
}

function holds({ start, length: places }: Layout[number], length: number): boolean {
  return start - 1 + places <= length;
}

function fault(
  { start, length: places }: Layout[number],
  { value, length }: { readonly value: string | undefined; readonly length: number },
): Complaint {
  return {
    code: 'ROW_STRUCTURE',
    ...(value === undefined ? {} : { value }),
    rule:
      value === undefined
        ? 'is missing: the file ends before it, without a line end.'
        : `ends with the file, without a line end, after ${length - start + 1} of its ${places} characters.`,
    remedy:
      'Was the export cut off? Export again. Where it is whole, have a line end written behind the last row.',
  };
}
