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
