import { at, type Path, type Plain, type Position, readTree } from './tree.ts';
import { sourcesOf } from './written.ts';

/** Keys of a source that name columns, and those below them whose texts are none. */
const naming = ['mapping', 'where', 'fillDown'];
const notColumns: ReadonlySet<string | number> = new Set([
  'constant',
  'default',
  'translate',
  'replace',
]);

/** Where a source's configuration names a column, alone or within an expression; else where its mapping begins. */
export function placeOfColumn(
  text: string,
  { source, column }: { readonly source: string; readonly column: string },
): Position | undefined {
  const tree = readTree(text);
  const written = sourcesOf(tree.value).find(({ name }) => name === source);
  if (written === undefined) return undefined;
  const named = naming
    .map((key) => [...written.path, key])
    .flatMap((path) => textsBelow(at(tree.value, path) ?? null, path));
  const found =
    named.find(([, name]) => name === column) ?? named.find(([, name]) => name.includes(column));
  return found === undefined
    ? tree.position([...written.path, 'mapping'], 'key')
    : tree.position(found[0], 'value');
}

function textsBelow(value: Plain, path: Path): (readonly [Path, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null) return [];
  const entries: readonly (readonly [string | number, Plain])[] = Array.isArray(value)
    ? value.map((item: Plain, index) => [index, item] as const)
    : Object.entries(value);
  return entries
    .filter(([key]) => !notColumns.has(key))
    .flatMap(([key, inner]) => textsBelow(inner, [...path, key]));
}
