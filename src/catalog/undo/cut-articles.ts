import type { ExportReader } from '../../domain/adapter.ts';
import type { RunRow } from '../../store/runs.ts';
import { filesWithoutEnd } from '../export/line-end.ts';
import { noteOf } from '../state/note-of.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';

/**
 * Articles of which half a row may say the stock, as was reported when the file was read (plan/file-notes.ts, fault 4).
 * `last`: the article of the last row of each of its files.
 */
export function cutArticles(
  deps: ExportDeps,
  { source, file, reader }: { source: SourceConfig; file: RunRow; reader: ExportReader },
  last: ReadonlyMap<number, string | undefined>,
): readonly string[] {
  if (noteOf(deps.store, file.id, 'FILE_TRUNCATED') === undefined) return [];
  const cutFiles = filesWithoutEnd(deps, source, file);
  const files = reader.rowsOfFiles?.() ?? [];
  const isCut = (number: number): boolean =>
    files.length === 0 ? cutFiles.length > 0 : cutFiles.includes(files[number]?.file ?? '');
  return [...last].flatMap(([number, article]) =>
    article !== undefined && isCut(number) ? [article] : [],
  );
}
