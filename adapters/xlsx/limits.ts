/** What no real workbook reaches; a bomb is refused at the first of them (fault 12). */
export const workbookBytesMax = 1024 ** 3;
export const entriesMax = 10_000;
/** Inflated bytes of one part of a workbook. */
export const partBytesMax = 1024 ** 3;
/** Above `inflatedFreelyBytes`, a part may be so many times larger than its compressed bytes. */
export const inflationMax = 250;
export const inflatedFreelyBytes = 32 * 1024 ** 2;
/** XML between two tags: a text, a comment or one tag with its attributes. */
export const xmlTokenBytesMax = 2 * 1024 ** 2;
export const sharedTextsMax = 5_000_000;
export const sharedCharactersMax = 128 * 1024 ** 2;
/** Excel's own grid. */
export const cellsMax = 16_384;
export const rowsMax = 1_048_576;
export const sheetsMax = 1_000;
export const stylesMax = 65_536;
/** Excel takes 255; each costs time for every number that is shown. */
export const formatCharactersMax = 2_000;
/** Merged cells that are reported; a sheet may be full of them. */
export const mergesMax = 10_000;
/** Sheets beside the one that is read that are looked at. */
export const otherSheetsMax = 50;
