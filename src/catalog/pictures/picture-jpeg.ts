import type { PictureFacts } from './picture-bytes.ts';
import { isTurnedByExif } from './picture-exif.ts';

type JpegFacts = Pick<PictureFacts, 'isWhole' | 'isTurned' | 'isCmyk'>;

const marker = { end: 0xd9, scan: 0xda, app1: 0xe1 } as const;
/** SOF0 to SOF15, without the tables (DHT, JPG, DAC) that stand between them. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** What may follow 0xFF inside a scan: a stuffed byte, a restart mark or filling. */
const isOfScan = (code: number): boolean =>
  code === 0x00 || code === 0xff || (code >= 0xd0 && code <= 0xd7);

/**
 * Walks the segments of a JPEG to its end mark. Cameras may write more behind that mark, which does no harm. A preview
 * inside a segment has an end mark of its own, which does not count for the picture's.
 */
export function jpegFacts(bytes: Uint8Array): JpegFacts {
  const facts = { isWhole: false, isTurned: false, isCmyk: false };
  let hasScan = false;
  for (const { code, content } of segments(bytes)) {
    if (isFrame(code)) facts.isCmyk = content[5] === 4;
    if (code === marker.app1 && isTurnedSegment(content)) facts.isTurned = true;
    if (code === marker.scan) hasScan = true;
    if (code === marker.end) facts.isWhole = hasScan;
  }
  return facts;
}

interface Segment {
  readonly code: number;
  readonly content: Uint8Array;
}

/** The segments up to the end mark, or up to bytes that are no segment. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const code = bytes[at + 1] ?? 0;
    if (code === marker.end) yield { code, content: new Uint8Array() };
    if (code === marker.end || (code !== 0xff && at + 4 > bytes.length)) return;
    if (code === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    yield { code, content: bytes.subarray(at + 4, end) };
    at = code === marker.scan ? endOfScan(bytes, end) : end;
  }
}

function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length && isOfScan(bytes[at + 1] ?? 0))
    at = bytes.indexOf(0xff, at + 1);
  return at < 0 ? bytes.length : at;
}

const exifMark = 'Exif\0\0';

function isTurnedSegment(segment: Uint8Array): boolean {
  const start = Buffer.from(segment.subarray(0, exifMark.length)).toString('latin1');
  return start === exifMark && isTurnedByExif(segment.subarray(exifMark.length));
}
