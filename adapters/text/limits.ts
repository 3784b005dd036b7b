/** What a readable export never reaches: beyond these a file is refused instead of filling the memory (fault 13). */
export const fileBytesMax = 4 * 1024 ** 3;
export const rowBytesMax = 4 * 1024 ** 2;
export const fieldBytesMax = 1024 ** 2;
export const columnsMax = 2_000;
/** Records in one batch: enough to keep the work between two batches small beside the reading. */
export const batchRecords = 512;
/** A batch of long rows ends earlier: it is in memory as a whole. */
export const batchBytes = 4 * 1024 ** 2;
