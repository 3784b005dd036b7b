import type { AttributePair, AttributesMapping, SourceConfig } from '../../config/declaration.ts';
import { pairColumns } from './attribute-pairs.ts';
import { columnsOf } from './field.ts';
import { columnsOfCondition } from './where.ts';

/** Every column that the mapping and the filters read. */
export function neededColumns(
  source: Pick<SourceConfig, 'mapping' | 'where' | 'fillDown'>,
): string[] {
  const { attributes, ...fields } = source.mapping;
  const mapped = Object.values(fields).filter((field) => field !== undefined);
  const named = attributes?.named.map(({ field }) => field) ?? [];
  return [
    ...[...mapped, ...named].flatMap(columnsOf),
    ...(attributes?.columns ?? []),
    ...(attributes?.pairs ?? []).flatMap(plainColumns),
    ...source.where.flatMap(columnsOfCondition),
    ...(source.fillDown?.columns ?? []),
    ...(source.fillDown?.within === undefined ? [] : [source.fillDown.within]),
  ];
}

/** The columns of a pair. None with `*`: a file may have any number of these, even none. */
function plainColumns({ name, value, unit }: AttributePair): string[] {
  return name.includes('*') ? [] : [name, value, ...(unit === undefined ? [] : [unit])];
}

/** Of a file's columns, those that a prefix or a pair makes attributes of. */
export function foundColumns(
  mapping: AttributesMapping | undefined,
  columns: readonly string[],
): string[] {
  const { prefix, pairs = [] } = mapping ?? {};
  const paired = new Set(
    pairs.flatMap((pair) =>
      pairColumns(pair, columns).flatMap(({ name, value, unit }) => [name, value, unit]),
    ),
  );
  return columns.filter(
    (name) => (prefix !== undefined && name.startsWith(prefix)) || paired.has(name),
  );
}
