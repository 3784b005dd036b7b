import { Buffer } from 'node:buffer';
import type { Complaint } from '../../src/domain/complaint.ts';
import { tooLarge } from './damage.ts';
import { elementBytesMax } from './limits.ts';

interface JsonSource {
  readonly file: string;
  readonly blocks: Iterator<Uint8Array | Complaint, void>;
  /** Where the first block is in the file. */
  readonly offset: number;
}

/** The part of the file around the current token, or from a held place on. Positions count from the token's start. */
export class JsonWindow {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Whether the token is a text of ASCII without escapes: most are, and need no decoder. */
  isPlain = false;
  /** Why there are no more bytes, where that is not the end of the file. */
  failure: Complaint | undefined;
  readonly file: string;
  readonly #blocks: Iterator<Uint8Array | Complaint, void>;
  #windowOffset: number;
  #held = -1;

  constructor(source: JsonSource) {
    this.file = source.file;
    this.#blocks = source.blocks;
    this.#windowOffset = source.offset;
  }

  /** The token's position in the scanned bytes. */
  get offset(): number {
    return this.#windowOffset + this.start;
  }

  /** The token as it stands, where it is ASCII; `inner` characters are left out on both sides. */
  ascii(inner = 0): string {
    return this.bytes.toString('latin1', this.start + inner, this.end - inner);
  }

  /** Keeps everything from the token on, until `release`. */
  hold(): void {
    this.#held = this.start;
  }

  /** Everything from the held token to the end of the current one. */
  release(): { readonly bytes: Uint8Array; readonly offset: number } {
    const bytes = this.bytes.subarray(this.#held, this.end);
    const offset = this.#windowOffset + this.#held;
    this.#held = -1;
    return { bytes, offset };
  }

  /** Whether there is a byte `length` behind the token's start; takes another block where it must. */
  has(length: number): boolean {
    return this.start + length < this.bytes.length || this.#extend(length);
  }

  #extend(length: number): boolean {
    while (this.start + length >= this.bytes.length) {
      const from = this.#held === -1 ? this.start : this.#held;
      const kept = this.bytes.subarray(from);
      const block = this.#nextBlock(kept.length);
      if (!block) return false;
      this.bytes = Buffer.concat([kept, block]);
      this.#windowOffset += from;
      this.start -= from;
      if (this.#held !== -1) this.#held = 0;
    }
    return true;
  }

  #nextBlock(kept: number): Uint8Array | undefined {
    if (kept > elementBytesMax) {
      this.failure = tooLarge(this, `an element of more than ${elementBytesMax} bytes`);
    }
    if (this.failure) return undefined;
    const block = this.#blocks.next();
    if (block.done) return undefined;
    if (!('rule' in block.value)) return block.value;
    this.failure = block.value;
    return undefined;
  }
}
