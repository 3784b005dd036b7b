/** Longest wait for one call to an ERP folder. A share that is slower counts as hanging (fault 17). */
export const callDeadlineMs = 10_000;
/**
 * Calls to ERP folders that are under way at once. libuv has four threads for all file and DNS work of the process, and
 * a hung call keeps its thread. So two are always left for the data folder and the network (fault 17).
 */
export const callsAtOnceMax = 2;
/**
 * Order files of one outbox that wait for the disk at once, so that the disk writes several in one go. They do so in
 * threads of their own (`shares/sync-threads.ts`).
 */
export const syncsAtOnceMax = 6;
/** Files that one call looks at, one after the other, so that a hung share takes one thread and not four. */
export const lookChunk = 32;
/** Order files that are written or renamed between two calls of `breathe`. */
export const filesPerBreath = 8;
/** Names listed per call. */
export const namesPerCall = 1024;
/** A folder with more names is not watched: each file costs the system a watch of its own. */
export const watchedNamesMax = 5_000;
/** A folder with more names is not read. Nobody tidies it, and a scan of it would not end. */
export const folderNamesMax = 500_000;
/** Bytes between two calls of `breathe` while a file is copied or hashed. */
export const sliceBytes = 1_048_576;
/** Largest export that is taken; a million rows are some 300 MB. */
export const exportBytesMax = 2_147_483_648;
/** Largest order file that is compared with one that has its name already. */
export const wholeFileBytesMax = 67_108_864;
/** From this size on a generation of an outbox's record is full, which is after some 30,000 files. */
export const recordBytesMax = 8_388_608;
/**
 * Where another program (virus scanner, backup, Excel) holds a file, it is tried again 10 to 250 ms later (fault 38).
 */
export const busyFirstDelayMs = 10;
export const busyLongestDelayMs = 250;
export const busyTotalMs = 10_000;
