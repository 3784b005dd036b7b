import { complaintText } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import type { Look } from './look.ts';
import type { SampleFile } from './sample-file.ts';

/** How a sample was read, in one line. */
export function lookText(
  { name }: SampleFile,
  { format, options, dialect, rows, isWhole, columns, badRows, fixed }: Look,
): string {
  const { headerRow, sheet, path: place } = options;
  const facts = [
    format,
    dialect.encoding,
    ...(format === 'csv'
      ? [dialect.delimiter === '\t' ? 'tabs' : `separated by ${dialect.delimiter}`]
      : []),
    ...(sheet === undefined ? [] : [`sheet ${sheet}`]),
    ...(place === undefined ? [] : [`elements ${place}`]),
    ...(headerRow === undefined || fixed !== undefined
      ? []
      : [headerRow === 'none' ? 'no row of names' : `names in row ${headerRow.join(' and ')}`]),
    `${counted(columns.length, 'column')}${fixed === undefined ? '' : `, guessed ${fixed.shownBy}`}`,
    isWhole ? counted(rows, 'row') : `the first ${rows} rows looked at`,
    ...(rows > 0 && badRows.length > 0
      ? [`${badRows.length} more cannot be read (${firstFault(badRows)})`]
      : []),
  ];
  return `${name}: ${facts.join(', ')}`;
}

function firstFault([first]: Look['badRows']): string {
  return first === undefined ? '' : complaintText({ ...first, remedy: '' }).trim();
}
