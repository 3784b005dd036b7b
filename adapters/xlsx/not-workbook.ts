import type { Complaint } from '../../src/domain/complaint.ts';
import { appearance, firstBytes, openedBySpreadsheets } from '../text/appearance.ts';
import { damaged } from './damage.ts';

const saveAnew =
  'Open it in a spreadsheet program and save it as XLSX, or have the system export CSV: no format: reads it.';

/** Web shops and ERPs write pages and XML that a spreadsheet program opens, under the name of a workbook (quirk 1). */
export function notWorkbook(
  file: string,
  {
    noun,
    head,
    remedy,
  }: { readonly noun: string; readonly head: Uint8Array; readonly remedy: string },
): Complaint {
  const looks = appearance(head);
  const rule = `The file is not ${noun} (first bytes ${firstBytes(head)}): it looks like ${looks}.`;
  const isOpened = openedBySpreadsheets.has(looks);
  return { ...damaged(file, rule), remedy: isOpened ? saveAnew : remedy };
}
