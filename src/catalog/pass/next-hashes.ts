import { growingIntegers } from '../terms/growing.ts';

/**
 * The hashes of this file for the next one, two numbers a record. As long as each record stands where it stood in the
 * file before and was settled, that file's own array serves: an unchanged export of a million rows needs no second one
 * of 8 MB. A record that nobody sets reads as 0 and 0.
 */
export class NextHashes {
  /** Those of the file before, while they are the same up to `#end`. */
  #before: Int32Array | undefined;
  /** Records, all set, for which `#before` speaks. */
  #end = 0;
  readonly #own = growingIntegers();
  readonly #recordsExpected: number;

  constructor(before: Int32Array | undefined, recordsExpected: number) {
    this.#before = before;
    this.#recordsExpected = recordsExpected;
  }

  set(record: number, low: number, high: number): void {
    const at = 2 * record;
    if (this.#before?.[at] === low && this.#before[at + 1] === high && record <= this.#end) {
      this.#end = Math.max(this.#end, record + 1);
      return;
    }
    this.#part();
    // The higher place first, so that the array grows once.
    this.#own.set(at + 1, high);
    this.#own.set(at, low);
  }

  /** A part of the file before's array, for the records from `record` on. */
  carry(hashes: Int32Array, record: number): void {
    const at = 2 * record;
    if (this.#before !== undefined && record === this.#end && isAt(this.#before, at, hashes)) {
      this.#end += hashes.length / 2;
      return;
    }
    this.#part();
    this.#own.reserve(at + hashes.length).set(hashes, at);
  }

  take(records: number): Int32Array {
    if (this.#before !== undefined && records === this.#end)
      return this.#before.subarray(0, 2 * records);
    this.#part();
    return this.#own.take(2 * records);
  }

  /** From here on the two files differ. */
  #part(): void {
    if (this.#before === undefined) return;
    this.#own.reserve(2 * this.#recordsExpected).set(this.#before.subarray(0, 2 * this.#end));
    this.#before = undefined;
  }
}

function isAt(whole: Int32Array, at: number, part: Int32Array): boolean {
  return (
    part.buffer === whole.buffer &&
    part.byteOffset === whole.byteOffset + at * Int32Array.BYTES_PER_ELEMENT
  );
}
