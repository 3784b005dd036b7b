import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader } from '../../domain/adapter.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { firstOf } from '../../domain/counted.ts';
import { foundColumns, neededColumns } from '../mapping/needed-columns.ts';

type Mapped = Pick<SourceConfig, 'mapping' | 'where' | 'fillDown'>;

const shownMax = 5;

/** What a workbook, or another file, holds that the source does not use. Asked after its rows were read. */
export function workbookNotes(source: Mapped, reader: ExportReader): Complaint[] {
  const notes = [
    sheetsNote(source, reader),
    mergedNote(source, reader),
    ...(reader.notes?.() ?? []),
  ];
  return notes.filter((note) => note !== undefined);
}

/**
 * Another sheet with all the mapped columns probably holds articles, which are then left out. Sheets with other columns
 * do not.
 */
function sheetsNote(source: Mapped, reader: ExportReader): Complaint | undefined {
  const { columns: own, otherSheets = [] } = reader;
  const needed = neededColumns(source).map((column) => own[reader.column(column)] ?? column);
  const alike = otherSheets.filter(({ columns }) =>
    needed.every((column) => columns.includes(column)),
  );
  if (alike.length === 0) return undefined;
  const [others, are] = alike.length === 1 ? ['another sheet', 'is'] : ['other sheets', 'are'];
  const names = firstOf(
    alike.map(({ sheet }) => `"${sheet}"`),
    shownMax,
  );
  const rule = `The workbook has ${others} with the mapped columns, which ${are} not read: ${names}.`;
  return complaintOf({ code: 'FILE_SHEETS', rule });
}

function mergedNote(source: Mapped, reader: ExportReader): Complaint | undefined {
  const filled = source.fillDown?.columns ?? [];
  const needed = [
    ...neededColumns(source),
    ...foundColumns(source.mapping.attributes, reader.columns),
  ].filter((column) => !filled.includes(column));
  const places = new Set(needed.map((column) => reader.column(column)));
  const found = (reader.merged?.() ?? []).filter(({ firstColumn, lastColumn }) =>
    [...places].some((place) => place >= firstColumn && place <= lastColumn),
  );
  if (found.length === 0) return undefined;
  const ranges = firstOf(
    found.map(({ range }) => range),
    shownMax,
  );
  const rule = `Cells of mapped columns are merged over several rows (${ranges}): only the first row of each has the value, and the rows below it have none.`;
  return complaintOf({ code: 'FILE_MERGED', rule });
}
