import type { WorkBook } from 'xlsx';
import { cellRows } from './cell-rows.ts';
import type { StyledCells } from './styled-cells.ts';

/** The format codes of the styles that a probe shows (style-probe.ts). */
export function styleCodes(
  { SheetNames: [sheet = ''], Sheets }: WorkBook,
  styled: StyledCells,
): ReadonlyMap<string, string> {
  const [cells = []] = cellRows(Sheets[sheet]);
  const codes = Array.from(styled.used(), (name, nth) => {
    const code = String(cells[nth]?.z ?? 'General');
    return [name, styled.styles.codeOf(name, code)] as const;
  });
  return new Map(codes);
}
