/** `data.products`, or as XML paths are written: `data/products`. */
export function keysOf(path: string): readonly string[] {
  return path.split(path.includes('/') ? '/' : '.').filter((key) => key !== '');
}

/** A key with a dot, such as the statement that a database was asked with, is in a path of slashes. */
export function pathOf(keys: readonly string[]): string {
  return keys.some((key) => key.includes('.')) ? `/${keys.join('/')}` : keys.join('.');
}
