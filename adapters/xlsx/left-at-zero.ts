import { isTrue } from './truth.ts';

type Attributes = Readonly<Record<string, string>>;

/** What XlsxWriter and its family in other languages write, whatever version of Excel is out. */
const writersId = '124519';

/**
 * Whether formulas that nobody has calculated are at 0 in the workbook, for the program that opens it
 * (quirk 19). A wish to be calculated when opened is no sign of that alone: EPPlus writes it beside results,
 * and so did PHPExcel with this id, which names the mode that is usual anyway. Excel keeps a chain of its
 * formulas, and LibreOffice has no such wish.
 */
export function areLeftAtZero(calculation: Attributes, hasChain: boolean): boolean {
  if (hasChain || !isTrue(calculation['fullCalcOnLoad'])) return false;
  if (isUnset(calculation['calcCompleted'])) return true;
  return calculation['calcId'] === writersId && calculation['calcMode'] !== 'auto';
}

function isUnset(flag: string | undefined): boolean {
  return flag === '0' || flag === 'false';
}
