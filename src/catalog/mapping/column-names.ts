/** `Bestand[2]` is how readers call the second column of one name (adapters/text/columns.ts). */
const ordinal = /\[\d+\]$/;

/** A column's name as the file writes it. */
export function writtenName(column: string): string {
  return column.trim().replace(ordinal, '');
}

/** The places of all columns of a table that have the same name as this one, the first being 1. */
export function placesOfName(column: string, columns: readonly string[]): readonly number[] {
  const name = writtenName(column);
  return columns.flatMap((other, index) => (writtenName(other) === name ? [index + 1] : []));
}
