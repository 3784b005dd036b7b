/** What programs write into a text for a cell without a value: those of SQL, of Java and JavaScript, and pandas. */
export const nullWords: readonly string[] = [
  ...['NULL', '\\N', '(null)'],
  ...['null', 'undefined', 'NaN'],
  ...['nan', 'NaT', '<NA>'],
];
