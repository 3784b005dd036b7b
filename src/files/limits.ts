/** Longest wait for one call to an ERP folder; a share that is slower counts as hanging (fault 17). */
export const callDeadlineMs = 10_000;
/**
 * Calls to ERP folders under way at once. libuv has four threads for all file and DNS work of the process, and a
 * hung call keeps its thread: two are always left for the data folder and the network (fault 17).
 */
export const callsAtOnceMax = 2;
/** Order files of one outbox that wait for the disk at once, in threads of its own: the disk then waits once for some. */
export const syncsAtOnceMax = 6;
/** Files looked at per call, one after the other, so that a hung share takes one thread and not four. */
export const lookChunk = 32;
/** Order files written or renamed between two breaths. */
export const filesPerBreath = 8;
/** Names listed per call. */
export const namesPerCall = 1024;
/** Names in a folder that is still watched: each file costs the system a watch of its own. */
export const watchedNamesMax = 5_000;
/** Names in one folder. More is a folder that nobody tidies, and a scan that never ends. */
export const folderNamesMax = 500_000;
/** Bytes between two breaths while a file is copied or hashed. */
export const sliceBytes = 1_048_576;
/** Largest export that is taken; a million rows are some 300 MB. */
export const exportBytesMax = 2_147_483_648;
/** Largest order, receipt or result file that is compared or read whole. */
export const wholeFileBytesMax = 67_108_864;
/** Each of the two generations of an outbox's record of its files: some 30,000 files. */
export const recordBytesMax = 8_388_608;
/** Another program (virus scanner, backup, Excel) may hold a file: tried again from 10 to 250 ms apart (fault 38). */
export const busyFirstDelayMs = 10;
export const busyLongestDelayMs = 250;
export const busyTotalMs = 10_000;
