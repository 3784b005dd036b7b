import type { Database } from './database.ts';

/** Product ids of a source's last accepted file in file order (0: a record without one), then of the vanished ones. */
export interface SourceIndex {
  readonly rows: Int32Array;
  /** Vanished from the file but still published: a held or ignored row survives the next file. */
  readonly tail: Int32Array;
}

const chunkEntries = 65_536;
const tailChunk = -1;
const none = new Int32Array(0);

export type RawIndex = ReturnType<typeof createRawIndex>;

/** The index of each source, stored in chunks. */
export function createRawIndex(database: Database) {
  return {
    read: (source: string): SourceIndex => readIndex(database, source),
    /** Replaces the index; part of the transaction that commits the plan. */
    write: (source: string, index: SourceIndex): void => writeIndex(database, source, index),
    /** Takes ids out of the tail: they are gone from the marketplace, or hidden there. */
    removeFromTail: (source: string, gone: ReadonlySet<number>): void =>
      removeFromTail(database, source, gone),
  };
}

function readIndex(database: Database, source: string): SourceIndex {
  const chunks = database
    .prepare<[string], { chunk: number; packed: Buffer }>(
      'SELECT chunk, packed FROM raw_index WHERE source = ? ORDER BY chunk',
    )
    .all(source);
  const tail = chunks.find((chunk) => chunk.chunk === tailChunk);
  const rows = chunks
    .filter((chunk) => chunk.chunk !== tailChunk)
    .map((chunk) => toIds(chunk.packed));
  return { rows: joined(rows), tail: tail === undefined ? none : toIds(tail.packed) };
}

function writeIndex(database: Database, source: string, index: SourceIndex): void {
  database.prepare('DELETE FROM raw_index WHERE source = ?').run(source);
  const insert = database.prepare('INSERT INTO raw_index (source, chunk, packed) VALUES (?, ?, ?)');
  for (let start = 0, chunk = 0; start < index.rows.length; start += chunkEntries, chunk += 1) {
    insert.run(source, chunk, toBytes(index.rows.subarray(start, start + chunkEntries)));
  }
  if (index.tail.length > 0) insert.run(source, tailChunk, toBytes(index.tail));
}

function removeFromTail(database: Database, source: string, gone: ReadonlySet<number>): void {
  const tail = database
    .prepare<[string, number], Buffer>(
      'SELECT packed FROM raw_index WHERE source = ? AND chunk = ?',
    )
    .pluck()
    .get(source, tailChunk);
  if (tail === undefined) return;
  const rest = toIds(tail as unknown as Buffer).filter((id) => !gone.has(id));
  database
    .prepare('UPDATE raw_index SET packed = ? WHERE source = ? AND chunk = ?')
    .run(toBytes(rest), source, tailChunk);
}

function toIds(packed: Buffer): Int32Array {
  // Copied, because the BLOB may start at an address that is no multiple of four.
  return new Int32Array(new Uint8Array(packed).buffer);
}

function toBytes(ids: Int32Array): Uint8Array {
  return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
