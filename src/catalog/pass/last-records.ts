import { fileNumberAt } from '../../domain/row-place.ts';
import type { Place } from '../terms/duplicates.ts';
import { type Kind, kinds } from '../terms/plan.ts';
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

/** An article that nobody knows yet; a file of changes keeps its stock under the number of the mirror. */
interface Unknown {
  readonly externalId: string;
  readonly id?: number;
}

/** A record of stock of such an article. */
export interface UnknownRecord extends Unknown {
  readonly record: number;
}

/** The last such record of each file: where the file is cut off, it may be half a row (fault 4). */
export function createLastUnknown() {
  const last = new Map<number, UnknownRecord>();
  return {
    skip({ index, row }: Place, { externalId, id }: Unknown): Kind {
      const file = fileNumberAt(row);
      // Not always in the order of the file, for some rows wait for its end (open-rows.ts).
      if (index >= (last.get(file)?.record ?? 0))
        last.set(file, { record: index, externalId, ...(id !== undefined && { id }) });
      return kinds.skipped;
    },
    all: (): readonly UnknownRecord[] => [...last.values()],
  };
}
