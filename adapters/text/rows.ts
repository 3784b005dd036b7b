import type { RowPlace } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { rowBytesMax } from './limits.ts';

/** How rows are told apart, in bytes. Without a quote every line is a row. */
export interface RowDialect {
  /** 10, or 13 for files whose lines end in CR alone. */
  readonly newline: 10 | 13;
  readonly quote?: number;
  /** Needed beside a quote: only a quote that begins a field opens one. */
  readonly delimiter?: Uint8Array;
  /** Before a quote or a line end, it makes it a part of the value. */
  readonly escapeByte?: number;
}

/**
 * The next window: the bytes of an unfinished row once more, and at least as many behind them where there are so many;
 * undefined at the end, where the window before stays as it is. Each is an array of its own, or one of two in turn.
 */
export type RowWindows = (kept: Uint8Array) => Uint8Array | Complaint | undefined;

type RowEnd = 'row' | 'end' | Complaint;

const lineFeed = 10;
const carriageReturn = 13;
/** Ctrl-Z, with which DOS programs end a text file, and fill up its last block. */
const endOfDosFile = 26;
const markBytes = [0xef, 0xbb, 0xbf] as const;

/**
 * Cuts rows on bytes, by quotes and line ends alone, so that an unchanged row is never decoded
 * (performance notes: the raw row is what gets hashed). A cursor: `next` moves it, the fields say where it stands.
 */
export class RowScanner {
  /**
   * The window that holds the row; another one replaces it, and slices of it stay valid as long as `RowWindows` says.
   */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** 1-based; blank lines count, line breaks inside quotes do not. */
  row = 0;
  /** False for a last row without a line end. */
  isEnded = true;
  readonly #windows: RowWindows;
  readonly #dialect: RowDialect;
  readonly #file: string;
  #windowOffset: number;
  #nextStart = 0;
  #isDry = false;
  /** Why no more bytes come; said again at each try. */
  #broken: Complaint | undefined;
  #newlineAt = -2;
  #quoteAt = -2;

  constructor(
    source: { readonly windows: RowWindows; readonly file: string },
    dialect: RowDialect,
    from: RowPlace,
  ) {
    this.#windows = source.windows;
    this.#file = source.file;
    this.#dialect = dialect;
    this.#windowOffset = from.offset;
    this.row = from.row - 1;
  }

  /** Position of the window in the blocks as a whole. */
  get windowOffset(): number {
    return this.#windowOffset;
  }

  /** Position of the row in the blocks as a whole. */
  get offset(): number {
    return this.#windowOffset + this.start;
  }

  /** Where the line after the row begins in the window. */
  get nextStart(): number {
    return this.#nextStart;
  }

  /** The row's bytes without its line end. */
  current(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }

  /** Moves to the next row that is not blank. */
  next(): RowEnd {
    for (;;) {
      const moved = this.#nextLine();
      if (moved !== 'row' || !this.#isBlank()) return moved;
    }
  }

  /** Brings so many bytes behind the row into the window; false where there are fewer, or where they cannot be read. */
  holds(length: number): boolean {
    while (this.bytes.length - this.#nextStart < length)
      if (this.#isDry || this.#refill() !== undefined) return false;
    return true;
  }

  /** Moves over bytes that are known to be whole rows on so many lines. */
  skip(length: number, lines: number): void {
    this.#nextStart += length;
    this.row += lines;
  }

  #nextLine(): RowEnd {
    for (;;) {
      this.#passMark();
      const stop = this.#rowEnd(this.#nextStart);
      if (stop !== -1) return this.#moveTo(stop);
      if (this.#isDry) return this.#lastRow();
      if (this.bytes.length - this.#nextStart > rowBytesMax) return this.#tooLong();
      const refilled = this.#refill();
      if (refilled) return refilled;
    }
  }

  /**
   * Over the byte order mark of a file that was written behind another one: as text it would be part of the row's first
   * cell, whose quote mark would open nothing. The bytes begin no row in any code page.
   */
  #passMark(): void {
    const [first, second, third] = markBytes;
    while (
      this.bytes[this.#nextStart] === first &&
      this.bytes[this.#nextStart + 1] === second &&
      this.bytes[this.#nextStart + 2] === third
    )
      this.#nextStart += markBytes.length;
  }

  #moveTo(stop: number): RowEnd {
    if (stop - this.#nextStart > rowBytesMax) return this.#tooLong();
    this.start = this.#nextStart;
    this.#nextStart = stop + 1;
    this.row++;
    // CR CR LF, too: a file gets it that was written as text twice.
    this.end = stop;
    while (this.end > this.start && this.bytes[this.end - 1] === carriageReturn) this.end--;
    return 'row';
  }

  #lastRow(): RowEnd {
    if (this.#nextStart >= this.bytes.length) return 'end';
    if (this.#hasOpenQuote(this.#nextStart)) return this.#unclosed();
    this.isEnded = false;
    return this.#moveTo(this.bytes.length);
  }

  #isBlank(): boolean {
    let at = this.start;
    while (at < this.end && this.bytes[at] === endOfDosFile) at++;
    return at === this.end;
  }

  /** Index of the line end that ends the row, -1 where the window does not hold it. */
  #rowEnd(start: number): number {
    let at = start;
    for (;;) {
      const newline = this.#nextNewline(at);
      const quote = this.#nextQuote(at);
      if (quote === -1 || (newline !== -1 && newline < quote)) {
        if (newline === -1 || !this.#isEscaped(newline, start)) return newline;
        at = newline + 1;
        continue;
      }
      if (this.#opensField(quote, start)) {
        const closing = this.#closingQuote(quote + 1);
        if (closing === -1) return -1;
        at = closing + 1;
      } else {
        at = quote + 1;
      }
    }
  }

  #hasOpenQuote(start: number): boolean {
    this.#quoteAt = -2;
    for (let at = start; ; ) {
      const quote = this.#nextQuote(at);
      if (quote === -1) return false;
      at = quote + 1;
      if (!this.#opensField(quote, start)) continue;
      const closing = this.#closingQuote(at);
      if (closing === -1) return true;
      at = closing + 1;
    }
  }

  #opensField(quote: number, rowStart: number): boolean {
    if (quote === rowStart) return true;
    const delimiter = this.#dialect.delimiter ?? new Uint8Array(0);
    const from = quote - delimiter.length;
    const isBehind =
      from >= rowStart && delimiter.every((byte, at) => this.bytes[from + at] === byte);
    return isBehind && !this.#isEscaped(from, rowStart);
  }

  /** Whether an escape is before the mark that is none itself; before a line end it may be before its CR. */
  #isEscaped(mark: number, from: number): boolean {
    const { escapeByte } = this.#dialect;
    if (escapeByte === undefined) return false;
    let at = mark - 1;
    if (this.bytes[mark] === lineFeed && this.bytes[at] === carriageReturn) at--;
    let escapes = 0;
    while (at - escapes >= from && this.bytes[at - escapes] === escapeByte) escapes++;
    return escapes % 2 === 1;
  }

  #closingQuote(from: number): number {
    const quote = this.#dialect.quote ?? 0;
    let at = this.bytes.indexOf(quote, from);
    while (at !== -1) {
      const isLastByte = at + 1 === this.bytes.length;
      if (this.#isEscaped(at, from)) {
        at = this.bytes.indexOf(quote, at + 1);
        continue;
      }
      // The next block may begin with the second of a doubled quote.
      if (isLastByte && !this.#isDry) return -1;
      if (this.bytes[at + 1] !== quote) return at;
      at = this.bytes.indexOf(quote, at + 2);
    }
    return -1;
  }

  // Both positions are remembered: searching again from each row for a rare quote is quadratic.
  #nextNewline(from: number): number {
    if (this.#newlineAt !== -1 && this.#newlineAt < from) {
      this.#newlineAt = this.bytes.indexOf(this.#dialect.newline, from);
    }
    return this.#newlineAt;
  }

  #nextQuote(from: number): number {
    const { quote } = this.#dialect;
    if (quote === undefined) return -1;
    if (this.#quoteAt !== -1 && this.#quoteAt < from) {
      this.#quoteAt = this.bytes.indexOf(quote, from);
    }
    return this.#quoteAt;
  }

  /**
   * Keeps the unfinished row; at least as much comes with it, so that a long row is not scanned again for each block.
   */
  #refill(): Complaint | undefined {
    if (this.#broken !== undefined) return this.#broken;
    const window = this.#windows(this.bytes.subarray(this.#nextStart));
    // The row is scanned again from its beginning, also where nothing came.
    this.#newlineAt = -2;
    this.#quoteAt = -2;
    if (window === undefined) {
      this.#isDry = true;
      return undefined;
    }
    if ('rule' in window) {
      this.#broken = window;
      return window;
    }
    this.#windowOffset += this.#nextStart;
    this.bytes = window;
    this.#nextStart = 0;
    return undefined;
  }

  #unclosed(): Complaint {
    return {
      code: 'FILE_TRUNCATED',
      file: this.#file,
      row: this.row + 1,
      rule: 'A quote opens in this row and is never closed.',
      remedy:
        'Export again; or set quote: none if quote marks in the file are part of the text, as for inches.',
    };
  }

  #tooLong(): Complaint {
    const isQuoted = this.#hasOpenQuote(this.#nextStart);
    return {
      code: 'FILE_TOO_LARGE',
      file: this.#file,
      row: this.row + 1,
      rule: `The row is longer than ${rowBytesMax} bytes${isQuoted ? '; a quote that opens in it is not closed until then' : ''}.`,
      remedy: isQuoted
        ? 'Set quote: none if quote marks are part of the text in the file, or export again.'
        : 'Check the line ends of the export.',
    };
  }
}
