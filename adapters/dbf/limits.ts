/** A memo is one field of a record. */
export { fieldBytesMax as memoBytesMax } from '../text/limits.ts';
/** The format's own bounds are wider than any table of an ERP. */
export const fieldsMax = 2_000;
export const headerBytesMax = 256 * 1024;
/** Text that decides on the encoding where the table does not say it. */
export const sampledBytesMax = 1024 ** 2;
/** Bytes of records read at once. */
export const recordBlockBytes = 256 * 1024;
