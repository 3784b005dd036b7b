import type { ExportRecord, RawRows } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { RowScanner } from '../text/rows.ts';

interface Making {
  /** The record of the row that the scanner is on. */
  readonly record: () => ExportRecord;
  /** Why the whole file is refused for that row. */
  readonly refusal: () => Complaint | undefined;
}

/** The scanner as it is handed out. A class: a million rows pass here even when nothing has changed. */
export class CsvRows implements RawRows {
  readonly #rows: RowScanner;
  readonly #making: Making;

  constructor(rows: RowScanner, making: Making) {
    this.#rows = rows;
    this.#making = making;
  }

  get bytes(): Uint8Array {
    return this.#rows.bytes;
  }

  get start(): number {
    return this.#rows.start;
  }

  get end(): number {
    return this.#rows.end;
  }

  get next(): number {
    return this.#rows.nextStart;
  }

  get isEnded(): boolean {
    return this.#rows.isEnded;
  }

  get row(): number {
    return this.#rows.row;
  }

  get windowOffset(): number {
    return this.#rows.windowOffset;
  }

  move(): 'row' | 'end' | Complaint {
    const moved = this.#rows.next();
    return moved === 'row' ? (this.#making.refusal() ?? moved) : moved;
  }

  holds(length: number): boolean {
    return this.#rows.holds(length);
  }

  skip(length: number, lines: number): void {
    this.#rows.skip(length, lines);
  }

  record(): ExportRecord {
    return this.#making.record();
  }
}
