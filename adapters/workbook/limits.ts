/** A workbook that its library reads as a whole: larger ones go as XLSX or CSV, which are streamed. */
export const bookBytesMax = 48 * 1024 ** 2;
/** Inflated bytes of all parts of an ODS workbook. */
export const inflatedBytesMax = 64 * 1024 ** 2;
/** What the child may use before V8 ends it (fault 12). */
export const childHeapMegabytes = 256;
/** From its start to its last row; then it is killed. */
export const childDeadlineMs = 60_000;
/** Rows as the child tells them. They are kept until the export is read. */
export const childOutputBytesMax = 48 * 1024 ** 2;
/** Filled cells of an ODS workbook, each as often as it is repeated. */
export const cellsMax = 2_000_000;
/** Rows of each sheet beside the one that is read, for its header and a row below it. */
export const rowsOfOthers = 30;
