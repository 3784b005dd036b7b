import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader } from '../../domain/adapter.ts';

/** What is true of how an export is written, for `check` and `plan`. */
export interface FileDialect {
  readonly encoding?: string;
  /** '' where nothing separates the only column. */
  readonly delimiter?: string;
}

const workbooks: ReadonlySet<SourceConfig['format']> = new Set(['xlsx', 'xls', 'ods']);

/**
 * The reader's dialect says how the result file is written. For a workbook or a tree, most of it does not come from the
 * export.
 */
export function fileDialect(
  { format }: Pick<SourceConfig, 'format'>,
  { dialect: { encoding, delimiter } }: Pick<ExportReader, 'dialect'>,
): FileDialect {
  if (workbooks.has(format)) return {};
  return format === 'csv' ? { encoding, delimiter } : { encoding };
}
