import { fileNumberAt } from '../../domain/row-place.ts';
import type { Meeting } from '../terms/duplicates.ts';
import type { Kind } from '../terms/plan.ts';
import { kinds } from '../terms/plan.ts';

/** A record of stock of an article that nobody knows yet. */
export interface UnknownRecord {
  readonly record: number;
  readonly externalId: string;
}

/** Of each file of an export the last such record: where the file is cut off, that may be half a row (fault 4). */
export function createLastUnknown() {
  const last = new Map<number, UnknownRecord>();
  return {
    skip(externalId: string, { index, row }: Pick<Meeting, 'index' | 'row'>): Kind {
      const file = fileNumberAt(row);
      // Some rows wait for the end of the file (open-rows.ts).
      if (index >= (last.get(file)?.record ?? 0)) last.set(file, { record: index, externalId });
      return kinds.skipped;
    },
    all: (): readonly UnknownRecord[] => [...last.values()],
  };
}
