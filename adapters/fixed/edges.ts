import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type characters, type Layout, layoutEnd } from './layout.ts';

type Line = ReturnType<typeof characters>;

/** The first or last place of a field, with the place beside it that no field takes; both from 0. */
export interface Edge {
  readonly column: number;
  readonly inner: number;
  readonly gap: number;
  /**
   * Whether numbers end before this side of the field, too: where all reach it, digits beside it are another column.
   */
  readonly isLoose: boolean;
}

type Side = Omit<Edge, 'isLoose'>;

/** Fewer may be chance. */
const fewest = 3;

const numberPattern = /^[-+\d.,]+$/;

/**
 * The edges beside which nine of ten rows leave the place blank: where others write there, it is a column that nobody
 * reads.
 */
export function blankEdges(lines: readonly Line[], layout: Layout): readonly Edge[] {
  return sidesOf(layout).flatMap((side) => {
    const beside = lines.filter((line) => isBlank(line[side.gap]));
    if (beside.length < fewest || 10 * beside.length < 9 * lines.length) return [];
    const shorter = beside.filter(
      (line) => isBlank(line[side.inner]) && hasNumber(line, layout, side),
    );
    return [{ ...side, isLoose: shorter.length >= fewest }];
  });
}

function isBlank(character: string | undefined): boolean {
  return (character ?? ' ').trim() === '';
}

function hasNumber(line: Line, layout: Layout, { column }: Side): boolean {
  const { start = 1, length = 0 } = layout[column] ?? {};
  const text = Array.from({ length }, (_, at) => line[start - 1 + at] ?? '').join('');
  return numberPattern.test(text.trim());
}

function sidesOf(layout: Layout): readonly Side[] {
  const isTaken = (place: number): boolean =>
    layout.some(({ start, length }) => place >= start - 1 && place < start - 1 + length);
  const edges = layout.flatMap(({ start, length }, column) => [
    { column, inner: start - 1, gap: start - 2 },
    { column, inner: start - 2 + length, gap: start - 1 + length },
  ]);
  // Behind the last field rest.ts looks.
  return edges.filter(({ gap }) => gap >= 0 && gap < layoutEnd(layout) && !isTaken(gap));
}

/**
 * A number that continues beside its field is not whole: its field is wider than the layout says, and a stock would be
 * 234 for 1234, or 12 for the 12- that is below zero.
 */
export function withinEdges(cells: Cells, line: Line, edges: readonly Edge[]): Cells {
  const crossed = edges.filter(({ column, inner, gap, isLoose }) => {
    const goesOn = isLoose ? /[\d.,-]/ : /-/;
    const isWhole = !/[\d.,]/.test(line[inner] ?? '') || !goesOn.test(line[gap] ?? '');
    return !isWhole && numberPattern.test((cells[column] ?? '').trim());
  });
  if (crossed.length === 0) return cells;
  const faults = crossed.map((edge) => [edge.column, fault(cells, edge)] as const);
  return cellsWith([...cells], { faults: new Map(faults) });
}

function fault(cells: Cells, { column, gap }: Edge): Complaint {
  const value = cells[column];
  return {
    code: 'ROW_STRUCTURE',
    ...(value === undefined ? {} : { value }),
    rule: `continues beside its field, at place ${gap + 1} of the line, where other rows are blank.`,
    remedy: 'Correct start: and length: of the field in columns: of the source.',
  };
}
