import { Buffer } from 'node:buffer';
import iconv from 'iconv-lite';
import type { CodePage, Encoding } from '../../src/domain/encoding.ts';

/** What an unassigned byte maps to in a table; no page maps a byte to this character otherwise. */
export const unassigned = 0xfffd;
/** So a row shows it that is not sent. */
export const unread = '\ufffd';

export function isPage(encoding: Encoding): encoding is CodePage {
  return !encoding.startsWith('utf-');
}

export interface PageTable {
  /** 256 UTF-16 code units by byte, to read. */
  readonly units: Uint16Array;
  /** Bytes by UTF-16 code unit, to write. */
  readonly bytes: ReadonlyMap<number, number>;
  /** Undefined where Node's decoder reads an assigned byte otherwise. */
  readonly quick: QuickDecoder | undefined;
}

type QuickDecoder = InstanceType<typeof TextDecoder>;

const tables = new Map<CodePage, PageTable>();

/**
 * The page's table, taken from iconv-lite once per process.
 * Not from TextDecoder: Node 20 reads windows-1252 as latin1, and the euro sign becomes a control character.
 */
export function pageTable(page: CodePage): PageTable {
  const known = tables.get(page);
  if (known) return known;
  const table = builtTable(page);
  tables.set(page, table);
  return table;
}

/** A text where each byte that means nothing in the page is told apart. */
export function markedText(bytes: Uint8Array, page: CodePage): string {
  const { units } = pageTable(page);
  const text = Uint16Array.from(bytes, (byte) => units[byte] ?? unassigned);
  return Buffer.from(text.buffer).toString('utf16le');
}

function builtTable(page: CodePage): PageTable {
  const every = Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const text = withEuro(iconv.decode(every, page, { stripBOM: false }), page);
  const written = Uint16Array.from({ length: 256 }, (_, byte) => text.charCodeAt(byte));
  const assigned = [...written.entries()].filter(([, unit]) => unit !== unassigned);
  const units = page.startsWith('iso-8859-') ? written.map(withoutControl) : written;
  return {
    units,
    bytes: new Map(assigned.map(([byte, unit]) => [unit, byte])),
    quick: quickDecoder(page, units),
  };
}

/** iconv-lite has the sign of any currency where Macs have written the euro since 1998. */
function withEuro(text: string, page: CodePage): string {
  return page === 'macintosh' ? text.replace('¤', '€') : text;
}

/** ISO 8859 has control characters where pages of Windows and DOS have letters and signs: no text means them. */
function withoutControl(unit: number): number {
  return unit >= 0x80 && unit <= 0x9f ? unassigned : unit;
}

/** Where Node's decoders keep what a page leaves unassigned, or have nothing to say. */
export const doubtful = /[\u0080-\u009f\ufffd]/;

/** Node's own decoder of a page, more than twice as quick, where it agrees with the table on each assigned byte. */
function quickDecoder(encoding: CodePage, units: Uint16Array): QuickDecoder | undefined {
  try {
    const quick = new TextDecoder(encoding, { ignoreBOM: true });
    const agrees = units.every((unit, byte) => {
      const text = quick.decode(Uint8Array.of(byte));
      return unit === unassigned ? doubtful.test(text) : text.charCodeAt(0) === unit;
    });
    return agrees ? quick : undefined;
  } catch {
    return undefined;
  }
}
