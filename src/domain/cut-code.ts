/** As spreadsheets write it, and other programs with decimals; `12E3` and `1E10` are numbers of articles. */
const scientific = /^\d(?:[.,]\d+E[+-]?\d+|E[+-]\d{2,})$/i;

/** Whether a spreadsheet has turned the code into a power of ten: what it was is lost for good (quirk 24). */
export function isCutCode(text: string): boolean {
  return scientific.test(text);
}
