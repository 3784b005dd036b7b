import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly text: string;
}

/** PKWARE APPNOTE 4.5: the lowest version that knows deflate. */
const versionNeeded = 20;
/** APPNOTE 4.4.4, bit 11: names are UTF-8. */
const utf8Names = 0x0800;
const deflated = 8;
/** 1980-01-01, the first day that the format has: the same parts are the same bytes. */
const firstDay = 0x0021;

/** A ZIP archive of a few small parts. */
export function zipOf(parts: readonly ZipPart[]): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const packed = deflateRawSync(text);
    const shared = sharedHeader(name, { text, packed });
    const local = Buffer.concat([signature(0x04034b50), shared, Buffer.from(name), packed]);
    directory.push(centralEntry(name, shared, offset));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...bodies, central, end(parts.length, central.length, offset)]);
}

/** What the local header and the entry of the directory have in common, from `version needed` on. */
function sharedHeader(
  name: string,
  { text, packed }: { readonly text: string; readonly packed: Buffer },
): Buffer {
  const header = Buffer.alloc(26);
  [versionNeeded, utf8Names, deflated, 0, firstDay].forEach((field, index) => {
    header.writeUInt16LE(field, index * 2);
  });
  header.writeUInt32LE(crc32(text), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(Buffer.byteLength(text), 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function centralEntry(name: string, shared: Buffer, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(versionNeeded);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, shared, rest, Buffer.from(name)]);
}

function end(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(18);
  record.writeUInt16LE(count, 4);
  record.writeUInt16LE(count, 6);
  record.writeUInt32LE(size, 8);
  record.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), record]);
}

function signature(code: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(code);
  return bytes;
}
