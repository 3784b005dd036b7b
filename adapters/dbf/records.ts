import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { DbfHeader } from './header.ts';
import { recordBlockBytes } from './limits.ts';

interface RawRecord {
  /** 1-based, as dBase counts: deleted records included. */
  readonly row: number;
  readonly offset: number;
  /** The deletion mark and the fields. */
  readonly raw: Uint8Array;
}

/** Every record that the header counts. A block stays in memory as long as one of its records does. */
export function* recordBlocks(
  file: AdapterFile,
  { records, recordsStart, recordBytes }: DbfHeader,
): Generator<RawRecord> {
  const perBlock = Math.max(1, Math.floor(recordBlockBytes / recordBytes));
  for (let first = 0; first < records; first += perBlock) {
    const count = Math.min(perBlock, records - first);
    const at = recordsStart + first * recordBytes;
    const block = file.read(at, count * recordBytes);
    for (let index = 0; index < count; index++) {
      const start = index * recordBytes;
      const raw = block.subarray(start, start + recordBytes);
      // The file became shorter while it was read; whoever gave it to us compares sizes afterwards (fault 2).
      if (raw.length < recordBytes) return;
      yield { row: first + index + 1, offset: at + start, raw };
    }
  }
}
