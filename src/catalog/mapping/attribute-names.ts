/** The columns that begin with the prefix, each with the attribute that it makes of it. None where nothing follows it. */
export function prefixed(
  prefix: string | undefined,
  columns: readonly string[],
): { readonly name: string; readonly column: string }[] {
  if (prefix === undefined) return [];
  return columns
    .filter((column) => column.startsWith(prefix))
    .map((column) => ({ name: column.slice(prefix.length).trim(), column }))
    .filter(({ name }) => name !== '');
}
