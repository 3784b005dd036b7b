import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import { memoBytesMax } from './limits.ts';

/** Long texts that are in a file of their own. */
export interface MemoFile {
  readonly name: string;
  /** The bytes of one memo; undefined where the block is no number, where none is there, or one beyond the limit. */
  read(block: number): Uint8Array | undefined;
}

const dbtBlockBytes = 512;
/** First byte of a table of dBase III with memos, and of those of dBase IV. */
const dbase3Table = 0x83;
const dbase4Tables = new Set([0x8b, 0xcb]);
/** What dBase III writes as the version of a memo file. */
const dbase3Memo = 0x03;
const endOfMemo = 0x1a;
const chunkBytes = 4_096;

export function isMemoName(name: string): boolean {
  return /\.(?:dbt|fpt)$/i.test(name);
}

/** `.fpt` of FoxPro; `.dbt` of dBase III (text up to 1A) and of dBase IV (each with its length). */
export function openMemo(file: AdapterFile, tableVersion: number): MemoFile {
  const head = Buffer.from(file.read(0, 24));
  const isFoxPro = /\.fpt$/i.test(file.name);
  const blockBytes = isFoxPro ? wordAt(head, 6, 'BE') || 1 : dbtBlock(head, tableVersion);
  return {
    name: file.name,
    read(block) {
      const at = block * blockBytes;
      if (!Number.isInteger(block) || block < 1 || at >= file.size) return undefined;
      return isFoxPro ? foxProMemo(file, at) : dbaseMemo(file, at);
    },
  };
}

/** dBase III has no such size: its blocks are all alike, and the rest of its header is whatever was in memory. */
function dbtBlock(head: Buffer, tableVersion: number): number {
  const isMarked = head[16] === dbase3Memo && !dbase4Tables.has(tableVersion);
  if (tableVersion === dbase3Table || isMarked) return dbtBlockBytes;
  return wordAt(head, 20, 'LE') || dbtBlockBytes;
}

function wordAt(head: Buffer, at: number, order: 'LE' | 'BE'): number {
  if (head.length < at + 2) return 0;
  return order === 'LE' ? head.readUInt16LE(at) : head.readUInt16BE(at);
}

/** Type and length in front, high byte first; type 1 is text. */
function foxProMemo(file: AdapterFile, at: number): Uint8Array | undefined {
  const head = Buffer.from(file.read(at, 8));
  if (head.length < 8 || head.readUInt32BE(0) !== 1) return undefined;
  return stretch(file, at + 8, head.readUInt32BE(4));
}

function dbaseMemo(file: AdapterFile, at: number): Uint8Array | undefined {
  const head = Buffer.from(file.read(at, 8));
  const hasLength = head.length === 8 && head.readUInt32BE(0) === 0xffff0800;
  if (hasLength) return stretch(file, at + 8, head.readUInt32LE(4) - 8);
  return upToMark(file, at);
}

function stretch(file: AdapterFile, at: number, length: number): Uint8Array | undefined {
  if (length < 0 || length > memoBytesMax || at + length > file.size) return undefined;
  return file.read(at, length);
}

function upToMark(file: AdapterFile, from: number): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (let at = from; at < file.size && at - from <= memoBytesMax; at += chunkBytes) {
    const chunk = file.read(at, chunkBytes);
    const end = chunk.indexOf(endOfMemo);
    if (end !== -1) return Buffer.concat([...parts, chunk.subarray(0, end)]);
    parts.push(chunk);
  }
  return undefined;
}
