import type { RawRows } from '../../domain/adapter.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import { growingFloats, growingIntegers } from '../terms/growing.ts';
import type { Checked } from './pass-result.ts';

/** The rows that were settled without being read: what they say can still be asked for. */
export interface UnreadRows {
  /** The cursor is about to move to the record `index`. */
  pass(index: number, rows: RawRows): void;
  /** Reads the record after all; undefined for one that would be rejected beside the other rows of this file. */
  read(index: number): { readonly row: number; readonly mapped: MappedRow | undefined };
}

/**
 * The place of each 64th record is noted; a record that is asked
 * for is found by reading on from the last place before it.
 */
const recordsApart = 64;

export function createUnreadRows({ reader, map }: Pick<Checked, 'reader' | 'map'>): UnreadRows {
  const places = { records: growingIntegers(), offsets: growingFloats(), lines: growingIntegers() };
  let count = 0;
  const placeBefore = (index: number): number => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (places.records.get(middle) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    pass(index, rows) {
      if (count > 0 && index < places.records.get(count - 1) + recordsApart) return;
      places.records.set(count, index);
      places.offsets.set(count, rows.windowOffset + rows.next);
      places.lines.set(count, rows.row + 1);
      count += 1;
    },
    read(index) {
      const place = placeBefore(index);
      const rows = reader.rawRows?.({
        offset: places.offsets.get(place),
        row: places.lines.get(place),
      });
      for (let record = places.records.get(place); record <= index; record += 1) rows?.move();
      if (rows === undefined) throw new Error(`record ${index} is gone`);
      const mapped = map(rows.record());
      return { row: rows.row, mapped: mapped.kind === 'row' ? mapped : undefined };
    },
  };
}
