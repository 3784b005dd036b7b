import type { ExportBatch, ExportRecord } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { batchBytes, batchRecords } from './limits.ts';
import type { RowScanner } from './rows.ts';

interface Making {
  /** Rows up to this one are preamble and header. */
  readonly lastHeaderRow: number;
  /** The record of the row that the scanner is on, or why the whole file is refused. */
  readonly record: (rows: RowScanner) => ExportRecord | Complaint;
}

/** Records in batches until the rows end; a refusal closes the last batch. */
export async function* rowBatches(rows: RowScanner, making: Making): AsyncGenerator<ExportBatch> {
  let records: ExportRecord[] = [];
  let bytes = 0;
  for (let moved = rows.next(); moved !== 'end'; moved = rows.next()) {
    if (moved === 'row' && rows.row <= making.lastHeaderRow) continue;
    const record = moved === 'row' ? making.record(rows) : moved;
    if ('rule' in record) {
      yield { records, refusal: record };
      return;
    }
    records.push(record);
    bytes += rows.end - rows.start;
    if (records.length === batchRecords || bytes >= batchBytes) {
      yield { records };
      records = [];
      bytes = 0;
    }
  }
  if (records.length > 0) yield { records };
}
