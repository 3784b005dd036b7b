import type { RowPlace } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { appearance, noTables } from '../text/appearance.ts';
import type { Decoder } from '../text/decode.ts';
import { encode } from '../text/encode.ts';
import type { OtherPage } from '../text/foreign-lines.ts';
import { type OpenedText, otherFormat } from '../text/open.ts';
import type { RowDialect } from '../text/rows.ts';
import { keepsOffsets, scanDecoder } from '../text/scan.ts';
import { type CsvDialect, dialectOf } from './dialect.ts';

/** A CSV file whose dialect is known. */
export interface CsvSource {
  readonly text: OpenedText;
  readonly file: string;
  /** For what the scanner cuts out. */
  readonly decoder: Decoder;
  readonly keepsOffsets: boolean;
  readonly delimiter: string;
  readonly quote: string | undefined;
  readonly escapeSign: string | undefined;
  readonly foreign: OtherPage | undefined;
  readonly rows: RowDialect;
  /** The first row, behind byte order mark and `sep=` line. */
  readonly first: RowPlace;
}

const otherMarkup = /^\s*<(?:\?xml|!doctype|html[\s>])/i;

export function csvSource(text: OpenedText): CsvSource | { readonly refusal: Complaint } {
  const { file, decoder, options, head } = text;
  const { headerRow } = options;
  const start = file.read(0, 512);
  // Without names in its first row, a table may begin with a list: PostgreSQL writes {"red","blue"}.
  const isOther = headerRow !== 'none' && noTables.has(appearance(start));
  if (otherMarkup.test(head) || isOther) return { refusal: otherFormat(file, start) };
  const firstRow = headerRow === undefined || headerRow === 'none' ? 1 : Math.min(...headerRow);
  const dialect = dialectOf(head, { ...options, firstRow });
  const rows = rowDialect(dialect, scanDecoder(decoder).encoding);
  if (!rows) return { refusal: unusableMarks(file.name) };
  const separatorBytes = encode(dialect.separatorLine, decoder.encoding).length;
  return {
    text,
    file: file.name,
    decoder: scanDecoder(decoder),
    keepsOffsets: keepsOffsets(decoder),
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    escapeSign: dialect.escapeSign,
    foreign: text.foreign,
    rows,
    first: { offset: text.start + separatorBytes, row: 1 },
  };
}

/** The marks as bytes; undefined where they could not tell fields apart. */
function rowDialect(dialect: CsvDialect, encoding: Encoding): RowDialect | undefined {
  const { delimiter, quote, escapeSign } = dialect;
  const isOneCharacter = Array.from(delimiter).length === 1 && !/[\r\n]/.test(delimiter);
  if (!isOneCharacter || delimiter === quote) return undefined;
  if (escapeSign === undefined) return quoteDialect(dialect, encoding);
  if (!isOneByte(escapeSign) || escapeSign === delimiter || escapeSign === quote) return undefined;
  const rows = quoteDialect(dialect, encoding);
  return rows && { ...rows, escapeByte: escapeSign.charCodeAt(0) };
}

function quoteDialect(
  { delimiter, quote, newline }: CsvDialect,
  encoding: Encoding,
): RowDialect | undefined {
  if (quote === undefined) return { newline };
  return isOneByte(quote)
    ? { newline, quote: quote.charCodeAt(0), delimiter: encode(delimiter, encoding) }
    : undefined;
}

function isOneByte(mark: string): boolean {
  return mark.length === 1 && mark > ' ' && mark <= '~';
}

function unusableMarks(file: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: 'The source declares a delimiter, quote or escape that cannot tell fields apart.',
    remedy:
      'Set delimiter: to one character, quote: to another, an ASCII one, or to none, and escape: to a third one.',
  };
}
