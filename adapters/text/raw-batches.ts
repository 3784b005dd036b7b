import type { ExportBatch, ExportRecord, RawRows } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { batchRecords } from './limits.ts';
import type { RowScanner } from './rows.ts';

/** Where a row stands in the window that holds it. */
export interface RawRow {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly row: number;
  readonly offset: number;
}

interface Making {
  /** Rows up to this one are preamble and header. */
  readonly lastHeaderRow: number;
  readonly record: (row: RawRow) => ExportRecord;
  /** Why the whole file is refused for the row that the scanner stands on. */
  readonly refusal: (rows: RowScanner) => Complaint | undefined;
}

/** Rows as bytes, one window of the scanner after the other; a refusal closes the last batch. */
export async function* rawBatches(rows: RowScanner, making: Making): AsyncGenerator<ExportBatch> {
  let batch = new RawBatch(rows, making);
  for (let moved = rows.next(); moved !== 'end'; moved = rows.next()) {
    if (moved === 'row' && rows.row <= making.lastHeaderRow) continue;
    const refusal = moved === 'row' ? making.refusal(rows) : moved;
    if (refusal !== undefined) {
      yield { records: batch.records, refusal };
      return;
    }
    if (!batch.hasRoomFor(rows)) {
      if (batch.count > 0) yield batch;
      batch = new RawBatch(rows, making);
    }
    batch.add(rows);
  }
  if (batch.count > 0) yield batch;
}

/** A million rows pass here even when nothing has changed: numbers are noted, records are made when asked for. */
class RawBatch implements ExportBatch, RawRows {
  count = 0;
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly starts = new Int32Array(batchRecords);
  readonly ends = new Int32Array(batchRecords);
  readonly numbers = new Int32Array(batchRecords);
  readonly #make: Making['record'];
  #records: readonly ExportRecord[] | undefined;

  constructor(rows: RowScanner, { record }: Making) {
    this.bytes = rows.bytes;
    this.offset = rows.windowOffset;
    this.#make = record;
  }

  hasRoomFor(rows: RowScanner): boolean {
    return rows.bytes === this.bytes && this.count < batchRecords;
  }

  add({ start, end, row }: RowScanner): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.numbers[this.count] = row;
    this.count += 1;
  }

  get raw(): RawRows {
    return this;
  }

  get records(): readonly ExportRecord[] {
    this.#records ??= Array.from({ length: this.count }, (_, index) => this.#made(index));
    return this.#records;
  }

  record(index: number): ExportRecord {
    return this.#records?.[index] ?? this.#made(index);
  }

  #made(index: number): ExportRecord {
    const start = this.starts[index] ?? 0;
    return this.#make({
      bytes: this.bytes,
      start,
      end: this.ends[index] ?? 0,
      row: this.numbers[index] ?? 0,
      offset: this.offset + start,
    });
  }
}
