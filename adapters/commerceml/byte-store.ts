import { Buffer } from 'node:buffer';

const blockBytes = 1024 * 1024;
const lengthBytes = 4;
/** Keeps a place in one number: block × this + offset. */
const placesPerBlock = 2 ** 28;

/** Many small texts in few large blocks outside the heap: half a million objects less for the garbage collector. */
export class ByteStore {
  readonly #blocks: Buffer[] = [];
  #used = blockBytes;
  /** Bytes in use. */
  bytes = 0;

  /** Stores a text and returns its place. */
  append(text: string): number {
    const length = Buffer.byteLength(text);
    const needed = lengthBytes + length;
    const last = this.#blocks.at(-1);
    const block =
      last === undefined || this.#used + needed > last.length ? this.#grow(needed) : last;
    const place = (this.#blocks.length - 1) * placesPerBlock + this.#used;
    block.writeUInt32LE(length, this.#used);
    block.write(text, this.#used + lengthBytes);
    this.#used += needed;
    this.bytes += needed;
    return place;
  }

  read(place: number): string {
    const block = this.#blocks[Math.floor(place / placesPerBlock)] ?? Buffer.alloc(0);
    const offset = place % placesPerBlock;
    const start = offset + lengthBytes;
    return block.toString('utf8', start, start + block.readUInt32LE(offset));
  }

  #grow(needed: number): Buffer {
    const block = Buffer.allocUnsafe(Math.max(blockBytes, needed));
    this.#blocks.push(block);
    this.#used = 0;
    return block;
  }
}
