import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { characters, Layout } from './layout.ts';

type Line = ReturnType<typeof characters>;

/** What stands behind the last column, without the blanks and control characters (NUL, Ctrl-Z) that fill lines up. */
export function restOf(line: Line, end: number): string {
  if (line.length <= end) return '';
  const rest = line.slice(end);
  const text = typeof rest === 'string' ? rest : rest.join('');
  let from = 0;
  let to = text.length;
  while (to > 0 && text.charCodeAt(to - 1) <= 0x20) to--;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  return text.slice(from, to);
}

/**
 * A row that continues where the others end has a value that is too long, and all behind it has moved: a stock of 14
 * for 140. Only a field that begins the line stands where it belongs, so it says whose row it is.
 */
export function moved(cells: Cells, rest: string, layout: Layout): Cells {
  const fault: Complaint = {
    code: 'ROW_STRUCTURE',
    value: rest,
    rule: 'is after the last column, where other rows have nothing: a value of the row is too long, and the fields after it have moved.',
    remedy: 'Shorten the value in the ERP, or correct columns: of the source.',
  };
  const faults = layout.flatMap(({ start }, column) =>
    start === 1 ? [] : [[column, fault] as const],
  );
  return cellsWith([...cells], { faults: new Map(faults) });
}
