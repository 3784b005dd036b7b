/**
 * Texts and records that stand away from their article are held until it comes; what stands beside it is not.
 * In characters.
 */
export const heldCharactersMax = 64 * 1024 * 1024;
/** So much of a file is looked at to tell its code page. */
export const codePageBytesMax = 64 * 1024 * 1024;
export const recordsPerBatch = 512;
/** The standard's own: 9,900 lines of 40 characters; many more characters are no text of an article. */
export const textLinesMax = 9_900;
export const textCharactersMax = 400_000;
