/** One packed file, unpacked: as large as an export may be that comes as it is. */
export const unpackedBytesMax = 2 * 1024 ** 3;
/** Files named in a complaint. */
export const namesShown = 5;
