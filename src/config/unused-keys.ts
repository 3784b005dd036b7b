import { at, type Path, type Position, readTree, type Tree } from './tree.ts';
import { sourcesOf } from './written.ts';

type FormatsOf = Readonly<Record<string, readonly string[]>>;

/** Keys of a source that say something of some formats alone. */
const formatsOfSource: FormatsOf = {
  delimiter: ['csv'],
  quote: ['csv'],
  escape: ['csv'],
  headerRow: ['csv', 'fixed', 'xlsx', 'xls', 'ods'],
  columns: ['fixed'],
  recordLength: ['fixed'],
  sheet: ['xlsx', 'xls', 'ods'],
  path: ['xml', 'json', 'gdsn'],
};

/** The same of the order files. */
const formatsOfOutbox: FormatsOf = {
  template: ['template'],
  columns: ['csv', 'xlsx'],
  csv: ['csv'],
  encoding: ['csv', 'template', 'commerceml'],
};

export interface UnusedKey extends Position {
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
  return written === undefined
    ? []
    : unusedBelow(tree, { path: written.path, formatsOf: formatsOfSource, format });
}

/** What the outbox says in vain under its format, and where. */
export function unusedOutboxKeys(text: string, format: string): readonly UnusedKey[] {
  const path = ['orders', 'outbox'];
  return unusedBelow(readTree(text), { path, formatsOf: formatsOfOutbox, format });
}

function unusedBelow(
  tree: Tree,
  group: { readonly path: Path; readonly formatsOf: FormatsOf; readonly format: string },
): UnusedKey[] {
  return Object.entries(group.formatsOf).flatMap(([key, formats]) => {
    const path = [...group.path, key];
    if (formats.includes(group.format) || at(tree.value, path) === undefined) return [];
    return [{ key, formats, ...tree.position(path, 'key') }];
  });
}
