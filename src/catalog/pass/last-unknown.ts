import { fileNumberAt } from '../../domain/row-place.ts';
import type { Meeting } from '../terms/duplicates.ts';
import { type Kind, kinds } from '../terms/plan.ts';

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
    skip({ index, row }: Pick<Meeting, 'index' | 'row'>, { externalId, id }: Unknown): Kind {
      const file = fileNumberAt(row);
      // Not always in the order of the file, for some rows wait for its end (open-rows.ts).
      if (index >= (last.get(file)?.record ?? 0))
        last.set(file, { record: index, externalId, ...(id !== undefined && { id }) });
      return kinds.skipped;
    },
    all: (): readonly UnknownRecord[] => [...last.values()],
  };
}
