/** What programs write for a number that they could not compute: in the place of a stock nobody knows it. */
export const uncomputed: readonly string[] = ['undefined', 'NaN', 'nan'];

/**
 * What programs write into a text for a cell without a value: those of SQL (`<null>` is Firebird's
 * isql), of Java and JavaScript, and pandas.
 */
export const nullWords: readonly string[] = [
  ...['NULL', '\\N', '(null)', '<null>', 'null', 'NaT', '<NA>'],
  ...uncomputed,
];
