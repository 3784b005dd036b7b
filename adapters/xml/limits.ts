/** Limits of every XML reader: a hostile or broken file ends in a complaint, never in a full memory (fault 11). */
export const depthMax = 64;
export const elementsPerRecordMax = 20_000;
/** Texts and attribute values of one record together, and one single comment, tag or text outside a record. */
export const charactersPerRecordMax = 4 * 1024 * 1024;
export const attributesPerElementMax = 256;
export const columnsMax = 5_000;
export const columnNameCharactersMax = 1_000;
/** Distinct paths that are counted to tell which elements a file has when `path` finds nothing. */
export const censusPathsMax = 1_000;

export const recordsPerBatch = 256;
/** Blocks that are read before a batch is given, even an empty one. */
export const stepsPerBatchMax = 16;
export const blockBytes = 64 * 1024;
