/** What programs of SQL write into a text for a cell without a value. */
export const nullWords: readonly string[] = ['NULL', '\\N', '(null)'];
