/** `data.products`, or as XML paths are written: `data/products`; there a key may hold signs as in a JSON Pointer. */
export function keysOf(path: string): readonly string[] {
  const isOfSlashes = path.includes('/');
  const keys = path.split(isOfSlashes ? '/' : '.').filter((key) => key !== '');
  return isOfSlashes ? keys.map(unescaped) : keys;
}

/** A key with a dot or a slash, such as the statement that a database was asked with, is in a path of slashes. */
export function pathOf(keys: readonly string[]): string {
  return keys.some((key) => /[./]/.test(key)) ? `/${keys.map(escaped).join('/')}` : keys.join('.');
}

/** RFC 6901, 3. */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
