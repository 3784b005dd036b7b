/**
 * How long the catalogue's state remembers what it no longer needs (fault 39, ARCHITECTURE.md "What bounds the state").
 */
const dayMs = 24 * 60 * 60_000;

/** Between two looks for what can be forgotten. */
export const forgetEveryMs = dayMs;

/** Newest runs of a source of which everything stays, whatever their age: export, complaints, requests (`undo`). */
export const runsWhole = 5;
/** Exports with rejected rows whose result files cannot be written for now stay for these, the newest of them. */
export const unwrittenBytesMax = 100_000_000;
/** Of a source that exports all the time no more than these stay whole: some hours of stock every five minutes. */
export const runsWholeMost = 100;
/** A mistake that nobody has taken back for so long is corrected by an export. */
export const runsWholeMs = 14 * dayMs;
/** The books of a run and the holds that ended with it, for `history`. */
export const runRowsMs = 90 * dayMs;

/** Beyond this many later requests to look through, reading every row is no dearer: the hashes of rows are void. */
export const laterRequestsMax = 5_000;

/**
 * Names of exports that are remembered of a source, beside those that are in its folder: a year of one every five
 * minutes.
 */
export const takenKept = 100_000;

/** In `meta`, before the SHA-256 of a content over which its reader ended. */
export const stoppedReadersOf = 'readers that ended over ';
