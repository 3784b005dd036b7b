import type { ExportReader } from '../domain/adapter.ts';
import type { RowMapper } from './bind.ts';
import { growingFloats } from './growing.ts';
import type { MappedRow } from './mapping.ts';

/** Where the rows stand that were settled without being read, by product. */
export interface UnreadRows {
  note(product: number, offset: number): void;
  /** Reads the row after all, once; undefined where it was read before. */
  read(product: number, row: number): MappedRow | undefined;
}

export function createUnreadRows(given: {
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
}): UnreadRows {
  // The offset plus 1.
  const places = growingFloats();
  return {
    note: (product, offset) => places.set(product, offset + 1),
    read(product, row) {
      const place = places.get(product);
      if (place === 0) return undefined;
      places.set(product, 0);
      const record = given.reader.recordAt?.(place - 1, row);
      const mapped = record && given.mapper.map(record);
      if (mapped?.kind !== 'row') throw new Error(`row ${row} is gone`);
      return mapped;
    },
  };
}
