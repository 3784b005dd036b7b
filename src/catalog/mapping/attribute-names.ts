/** The attribute that a prefix makes of a column; undefined where the column does not begin so, or nothing follows. */
export function nameBehind(prefix: string, column: string): string | undefined {
  const name = column.startsWith(prefix) ? column.slice(prefix.length).trim() : '';
  return name === '' ? undefined : name;
}
