import { type FirstRows, firstRows, type Reading, rowsTried, withOptions } from './first-rows.ts';
import type { SampleFile } from './sample-file.ts';

const sheetsTried = 20;

/** Where the rows may stand: in one of the sheets of a workbook, or under one of the paths of a tree. */
export async function placesIn(sample: SampleFile, reading: Reading): Promise<readonly Reading[]> {
  const read = await firstRows(sample, reading, rowsTried);
  if ('refusal' in read) {
    const { paths = [] } = read.refusal;
    return paths.length === 0 ? [reading] : paths.map((path) => withOptions(reading, { path }));
  }
  if (read.sheets.length < 2) return [reading];
  return shownSheets(read).map((sheet) => withOptions(reading, { sheet }));
}

/** A hidden sheet is often last year's list. It is read only where the workbook shows no other. */
function shownSheets({ sheets, hidden }: FirstRows): readonly string[] {
  const shown = sheets.filter((sheet) => !hidden.includes(sheet));
  return (shown.length === 0 ? sheets : shown).slice(0, sheetsTried);
}
