/** What comes packed may be as large as what comes as it is. */
export { fileBytesMax as unpackedBytesMax } from '../text/limits.ts';
/** Files named in a complaint. */
export const namesShown = 5;
