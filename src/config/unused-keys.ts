import { at, type Position, readTree } from './tree.ts';
import { sourcesOf } from './written.ts';

/** Keys of a source that say something of some formats alone. */
const formatsOf = {
  delimiter: ['csv'],
  quote: ['csv'],
  escape: ['csv'],
  headerRow: ['csv', 'fixed', 'xlsx', 'xls', 'ods'],
  columns: ['fixed'],
  recordLength: ['fixed'],
  sheet: ['xlsx', 'xls', 'ods'],
  path: ['xml', 'json', 'gdsn'],
} as const;

interface UnusedKey extends Position {
  readonly key: string;
  /** Those that it is for. */
  readonly formats: readonly string[];
}

/**
 * What a source says in vain under its format, and where. It is no error: a line may be there for a format to come.
 */
export function unusedKeys(
  text: string,
  { name, format }: { readonly name: string; readonly format: string },
): readonly UnusedKey[] {
  const tree = readTree(text);
  const written = sourcesOf(tree.value).find((source) => source.name === name);
  if (written === undefined) return [];
  return Object.entries(formatsOf).flatMap(([key, formats]: [string, readonly string[]]) => {
    const path = [...written.path, key];
    if (formats.includes(format) || at(tree.value, path) === undefined) return [];
    return [{ key, formats, ...tree.position(path, 'key') }];
  });
}
