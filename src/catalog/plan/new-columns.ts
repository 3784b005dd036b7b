import { addedColumns, type Layout, namesOf, withoutAbsent } from '../export/header.ts';
import { foundColumns, neededColumns } from '../mapping/needed-columns.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';

/** In `meta`: columns of the newest file that files before it lacked. */
export const newColumnsOf = (source: string): string => `new columns of ${source}`;

/**
 * The ERP has a new store, say, and the export a column for it. The run says so once; whoever reads the line of the
 * source days later sees it too, until a file lacks the column or the configuration uses it (lessons 9).
 */
export function keepNewColumns(
  store: CatalogStore,
  { name }: Pick<SourceConfig, 'name'>,
  layout: Layout,
): void {
  const has = new Set(withoutAbsent(layout));
  const known = readMeta<string[]>(store, newColumnsOf(name)) ?? [];
  const names = [...known, ...addedColumns(layout)].filter((column) => has.has(column));
  store.meta.set(newColumnsOf(name), names.length === 0 ? '' : JSON.stringify(names));
}

/** For the line of the source. */
export function newColumnsText(store: CatalogStore, source: SourceConfig): string | undefined {
  const names = readMeta<string[]>(store, newColumnsOf(source.name)) ?? [];
  if (names.length === 0) return undefined;
  // A pair is found only beside its other columns, which may have been there before.
  const header = JSON.parse(store.sources.get(source.name)?.header ?? '[]') as string[];
  const attributes = foundColumns(source.mapping.attributes, [...header, ...names]);
  const used = [...neededColumns(source), ...attributes];
  const unused = names.filter((name) => !used.includes(name));
  if (unused.length === 0) return undefined;
  const columns = unused.length === 1 ? 'a new column' : `${unused.length} new columns`;
  return `The export has ${columns} that the configuration does not use: ${namesOf(unused)}.`;
}
