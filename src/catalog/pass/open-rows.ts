import type { Mapped } from '../mapping/mapped-row.ts';
import type { Meeting } from '../terms/duplicates.ts';
import type { Seen } from '../terms/seen.ts';
import type { Knowledge } from './knowledge.ts';
import type { Notes } from './settled-rows.ts';

interface OpenRow {
  readonly mapped: Mapped;
  readonly place: Omit<Meeting, 'wish'>;
}

/** Rows of which only the whole file says whether they are about another article (lost-letters.ts). */
export interface OpenRows {
  /** False where the row is settled as it is. */
  take(mapped: Mapped, place: OpenRow['place']): boolean;
  /** At the end of the file: as they are to be read. */
  settled(): readonly OpenRow[];
}

export function createOpenRows(
  { find }: Pick<Knowledge, 'find'>,
  seen: Seen,
  { unchanged }: Pick<Notes, 'unchanged'>,
): OpenRows {
  const rows: OpenRow[] = [];
  const isNamed = (externalId: string): boolean => {
    const id = find(externalId)?.id ?? 0;
    return seen.has(id) || unchanged.get(id) !== 0;
  };
  const settled = ({ mapped, place }: OpenRow): OpenRow => {
    if (mapped.kind !== 'rejected' || mapped.unless === undefined) return { mapped, place };
    const { unless, ...rejected } = mapped;
    return { mapped: isNamed(unless.named) ? unless.row : rejected, place };
  };
  return {
    take(mapped, place) {
      const isOpen = mapped.kind === 'rejected' && mapped.unless !== undefined;
      if (isOpen) rows.push({ mapped, place });
      return isOpen;
    },
    settled: () => rows.map(settled),
  };
}
