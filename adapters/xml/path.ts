import { localName } from './local-name.ts';

/** True for the path (local names from the root down) of an element that is a record. */
export type IsRecord = (path: readonly string[]) => boolean;

/**
 * `product` and `catalog/product` fit at any depth, `/shop/catalog/product` from the root only.
 * Prefixes are left out, because the same ERP writes them today and not tomorrow (quirk 44).
 */
export function recordPath(path: string): IsRecord {
  const names = pathNames(path);
  const fromRoot = path.trim().startsWith('/');
  if (names.length === 0) return () => false;
  return (at) => (fromRoot ? at.length === names.length : true) && endsWith(at, names);
}

export function pathNames(path: string): readonly string[] {
  return path
    .split('/')
    .map((part) => localName(part.trim()).normalize('NFC'))
    .filter((part) => part !== '');
}

/** Whether the path ends with these names, however their accents are composed (Columns.known). */
function endsWith(path: readonly string[], names: readonly string[]): boolean {
  const start = path.length - names.length;
  return start >= 0 && names.every((name, index) => path[start + index]?.normalize('NFC') === name);
}
