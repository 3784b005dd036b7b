import type { Mapped } from '../mapping/mapped-row.ts';
import type { Place } from '../terms/duplicates.ts';
import type { Seen } from '../terms/seen.ts';
import type { Knowledge } from './knowledge.ts';
import type { Notes } from './settled-rows.ts';

interface OpenRow {
  readonly mapped: Mapped;
  readonly place: Place;
}

/**
 * Row `417` may be article `00417` that has lost its zeros, or an article of its own if the same file names `00417`,
 * too. Only the end of the file tells, so such rows wait for it (lost-zeros.ts, lost-letters.ts).
 */
interface OpenRows {
  /** True for a row that waits; false for one that can be decided at once. */
  take(mapped: Mapped, place: OpenRow['place']): boolean;
  /** At the end of the file: the waiting rows, as they are to be read. */
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
