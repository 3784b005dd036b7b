/** Places of records that stand away from their article; what is beside it takes none. */
export const placesMax = 1_000_000;
/** Group names, in characters. */
export const groupCharactersMax = 8 * 1024 * 1024;
/** The standard's own: 9,900 lines of 40 characters; many more characters are no text of an article. */
export const textLinesMax = 9_900;
export const textCharactersMax = 400_000;
export const textBytesMax = 2 * 1024 * 1024;
/** So much of a file is looked at to tell its code page. */
export const codePageBytesMax = 64 * 1024 * 1024;
/** After so many lines without a record the caller may look up. */
export const linesPerTurn = 4_096;
export const recordsPerBatch = 512;
