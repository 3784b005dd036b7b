/** Beyond these a JSON file is refused: no export needs them, and a hostile one would fill the memory (fault 13). */
export const depthMax = 64;
export const elementBytesMax = 4 * 1024 ** 2;
export const textBytesMax = 1024 ** 2;
export const numberCharactersMax = 1_000;
/** Different column names in one file; lists and nested objects count by the columns they become. */
export const columnsMax = 20_000;
/** Of all column names together: each repeats the names that it is within. */
export const columnCharactersMax = 16 * 1024 ** 2;
