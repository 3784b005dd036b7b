import type { SourceConfig } from '../config/declaration.ts';
import type { Cells } from '../domain/cells.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { AttributeColumns } from './attributes.ts';
import { isByPlace } from './by-place.ts';
import { neededColumns } from './needed-columns.ts';

/**
 * Tells a row that is the header once more, as where one export was written behind another: text columns would take it
 * for an article. Undefined where no names stand in the file, or a single one, which an article may be called.
 */
export function bindHeaderAgain(
  source: SourceConfig,
  file: AttributeColumns,
): ((cells: Cells) => Complaint | undefined) | undefined {
  const names = [...new Set(neededColumns(source))];
  const places = names.map((name) => [file.column(name), name] as const);
  const [first] = places;
  if (first === undefined || places.length < 2 || !file.columnsAreComplete || isByPlace(source))
    return undefined;
  const [at, title] = first;
  const isTitle = (cells: Cells, place: number, name: string): boolean =>
    cells[place]?.trim() === name;
  return (cells) => {
    if (!isTitle(cells, at, title)) return undefined;
    if (!places.every(([place, name]) => isTitle(cells, place, name))) return undefined;
    const { remedy } = codes.ROW_HEADER_AGAIN;
    const rule = 'is the header once more.';
    return { code: 'ROW_HEADER_AGAIN', column: title, value: title, rule, remedy };
  };
}
