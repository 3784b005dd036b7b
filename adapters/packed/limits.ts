/** One gzip file, unpacked; a file in a ZIP container has the limit of a part of a workbook. */
export const unpackedBytesMax = 2 * 1024 ** 3;
/** Files named in a complaint. */
export const namesShown = 5;
