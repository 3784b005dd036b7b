import type { UnknownRecord } from './last-unknown.ts';
import type { PassResult } from './pass-result.ts';

/** Unknown articles whose stock would be kept for later, though it may come from half a row. */
export function cutUnknown(
  result: PassResult,
  cutFiles: readonly string[],
): readonly UnknownRecord[] {
  const records = lastRecords(result, cutFiles);
  const isKept = ({ externalId, id }: UnknownRecord): boolean =>
    id === undefined ? result.unknownStock?.has(externalId) === true : result.exported.has(id);
  return result.lastUnknown.filter((last) => records.includes(last.record) && isKept(last));
}

/** The last record of each of these files, which may be half a row (fault 4). */
export function lastRecords(
  { files, marks }: Pick<PassResult, 'files' | 'marks'>,
  wanted: readonly string[],
): readonly number[] {
  if (wanted.length === 0 || marks.length === 0) return [];
  if (files.length === 0) return [marks.length - 1];
  let end = 0;
  return files.flatMap(({ file, rows }) => {
    end += rows;
    return rows > 0 && wanted.includes(file) ? [end - 1] : [];
  });
}
