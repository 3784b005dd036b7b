import { type Cells, cellsWith } from '../../src/domain/cells.ts';
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
  return withFaults(cells, broken, { layout, length, ending: endOfFile });
}

/**
 * A row with a line end in a file whose rows are filled up with blanks: where it ends within a field that holds
 * something, that is not whole (fault 4), and what should stand behind it is missing.
 */
export function cutShort(cells: Cells, row: Pick<LastRow, 'layout' | 'length'>): Cells {
  const broken = row.layout.filter((field) => !holds(field, row.length));
  const isWithin = broken.some((field) => cells[row.layout.indexOf(field)]);
  return isWithin ? withFaults(cells, broken, { ...row, ending: endOfLine }) : cells;
}

interface Ending {
  readonly before: string;
  readonly what: string;
  readonly remedy: string;
}

const endOfFile: Ending = {
  before: 'the file ends before it, without a line end',
  what: 'the file, without a line end',
  remedy:
    'Was the export cut off? Export again. If it is complete, let the ERP write a line end after the last row.',
};
const endOfLine: Ending = {
  before: 'the line ends before it, while the others are filled up with blanks',
  what: 'its line, while the others are filled up with blanks',
  remedy: 'Was the row cut off? Export it again, filled up with blanks like the others.',
};

function withFaults(
  cells: Cells,
  broken: Layout,
  { layout, ...row }: Pick<LastRow, 'layout' | 'length'> & { readonly ending: Ending },
): Cells {
  const faults = broken.map((field) => {
    const column = layout.indexOf(field);
    return [column, fault(field, { value: cells[column], ...row })] as const;
  });
  return cellsWith([...cells], { faults: new Map([...(cells.faults ?? []), ...faults]) });
}

function holds({ start, length: places }: Layout[number], length: number): boolean {
  return start - 1 + places <= length;
}

function fault(
  { start, length: places }: Layout[number],
  {
    value,
    length,
    ending,
  }: { readonly value: string | undefined; readonly length: number; readonly ending: Ending },
): Complaint {
  return {
    code: 'ROW_STRUCTURE',
    ...(value === undefined ? {} : { value }),
    rule:
      value === undefined
        ? `is missing: ${ending.before}.`
        : `ends with ${ending.what}, after ${length - start + 1} of its ${places} characters.`,
    remedy: ending.remedy,
  };
}
