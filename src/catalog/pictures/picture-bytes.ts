import type { imageContentTypes } from '../../domain/limits.ts';
import { isTurnedByExif } from './picture-exif.ts';
import { jpegFacts } from './picture-jpeg.ts';

export type PictureType = (typeof imageContentTypes)[number];

/**
 * What the bytes of a picture say of themselves; the file's
 * name says nothing (fault 24). Pixels are never decoded here.
 */
export interface PictureFacts {
  /** As people call it: JPEG, PNG, HEIC …; undefined where no picture is known by these bytes. */
  readonly format: string | undefined;
  /** Undefined where the marketplace does not take the format. */
  readonly type: PictureType | undefined;
  /** Every part of the file is there, as far as its frame tells. Only JPEG, PNG and WebP are judged. */
  readonly isWhole: boolean;
  /** The camera was held otherwise: EXIF orientation 2 to 8. */
  readonly isTurned: boolean;
  /** Four inks for a press; some browsers show other colours. */
  readonly isCmyk: boolean;
}

const plain = { isWhole: true, isTurned: false, isCmyk: false };
const unknown: PictureFacts = { format: undefined, type: undefined, ...plain };

export function pictureFacts(bytes: Uint8Array): PictureFacts {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) {
    return { format: 'JPEG', type: 'image/jpeg', ...jpegFacts(bytes) };
  }
  if (startsWith(bytes, pngSignature)) {
    return { format: 'PNG', type: 'image/png', isCmyk: false, ...pngFacts(bytes) };
  }
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') {
    return { format: 'WebP', type: 'image/webp', isCmyk: false, ...webpFacts(bytes) };
  }
  const format = otherFormat(bytes);
  return format === undefined ? unknown : { ...unknown, format };
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Formats that are named in the complaint, and that a converter may know. */
function otherFormat(bytes: Uint8Array): string | undefined {
  const start = textAt(bytes, 0, 4);
  if (start === 'GIF8') return 'GIF';
  if (start === 'II*\0' || start === 'MM\0*' || start === 'II+\0') return 'TIFF';
  if (start.startsWith('BM') && bytes.length > 26) return 'BMP';
  if (start === '8BPS') return 'Photoshop';
  if (start === '%PDF') return 'PDF';
  if (textAt(bytes, 4, 4) === 'ftyp') return brandFormat(textAt(bytes, 8, 4));
  const text = textAt(bytes, 0, 256).trimStart().toLowerCase();
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) return 'SVG';
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'HTML';
  return undefined;
}

function brandFormat(brand: string): string | undefined {
  if (brand.startsWith('avi')) return 'AVIF';
  return /^(?:hei|hev|mif|msf)/.test(brand) ? 'HEIC' : undefined;
}

type ChunkFacts = Pick<PictureFacts, 'isWhole' | 'isTurned'>;

/**
 * Goes from chunk to chunk to the last one, `IEND`. Bytes that are no chunk give some length by chance, which ends the
 * walk as well.
 */
function pngFacts(bytes: Uint8Array): ChunkFacts {
  const view = viewOf(bytes);
  const facts = { isWhole: false, isTurned: false };
  let at = pngSignature.length;
  if (textAt(bytes, at + 4, 4) !== 'IHDR') return facts;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const kind = textAt(bytes, at + 4, 4);
    if (kind === 'eXIf') facts.isTurned = isTurnedByExif(bytes.subarray(at + 8, end - 4));
    if (kind === 'IEND') return { ...facts, isWhole: end <= bytes.length };
    at = end;
  }
  return facts;
}

function webpFacts(bytes: Uint8Array): ChunkFacts {
  const view = viewOf(bytes);
  const isKnown = ['VP8 ', 'VP8L', 'VP8X'].includes(textAt(bytes, 12, 4));
  const isWhole = isKnown && view.getUint32(4, true) + 8 <= bytes.length;
  let at = 12;
  while (at + 8 <= bytes.length && textAt(bytes, at, 4) !== 'EXIF')
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2);
  return { isWhole, isTurned: isTurnedByExif(bytes.subarray(at + 8)) };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
