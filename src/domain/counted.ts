/** `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 file`, `2 files`; another plural than with s is given. */
export function counted(items: number, one: string, many = `${one}s`): string {
  return `${items} ${items === 1 ? one : many}`;
}

/** `1 row`, `1,234 rows`. */
export function countedWithCommas(items: number, one: string, many = `${one}s`): string {
  return `${count(items)} ${items === 1 ? one : many}`;
}

/** `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return texts.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
