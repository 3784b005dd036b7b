import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Encoding, encodingNamed } from '../../src/domain/encoding.ts';
import type { Decoder } from '../text/decode.ts';
import { detectEncoding } from '../text/detect.ts';
import { lineAt } from '../text/wrong-byte.ts';
import type { DbfHeader } from './header.ts';
import { languagePage } from './language.ts';
import { sampledBytesMax } from './limits.ts';
import type { MemoFile } from './memo.ts';
import { memoBlock, nullFlags, textBytes } from './record.ts';
import { recordBlocks } from './records.ts';
import { withoutSoftBreaks } from './soft-breaks.ts';

interface Table {
  readonly file: AdapterFile;
  readonly header: DbfHeader;
  readonly memo: MemoFile | undefined;
}

/**
 * The declared encoding, else the one that the header's language byte names, else strict UTF-8: the byte is absent in
 * some tables and lies in others (quirk 5), so what it says is held against the texts.
 */
export function tableDecoder(
  table: Table,
  declared = 'auto',
): Decoder | { readonly refusal: Complaint } {
  const texts = sample(table, encodingNamed(declared));
  const page = declared === 'auto' ? languagePage(table.header.language) : undefined;
  const found = detectEncoding(texts, page ?? declared);
  if ('decoder' in found) return found.decoder;
  const another = page === undefined ? found : detectEncoding(texts);
  return 'decoder' in another ? another.decoder : { refusal: inTable(found.refusal, texts) };
}

/** Places in the texts are none in the table: the record is named instead. */
function inTable({ rule, ...refusal }: Complaint, texts: AdapterFile): Complaint {
  const recordAt = (offset: string): number => lineAt(texts, Number(offset));
  const told = rule
    .replace(/ at offset (\d+)(?:, line \d+)?/, (_, at: string) => ` in record ${recordAt(at)}`)
    .replace(/\(line (?=\d)/, '(record ');
  return { ...refusal, rule: told };
}

/**
 * Texts of the table as a file of their own, those of a record on one line. Undeclared, what may be a letter of UTF-8
 * stays one.
 */
function sample({ file, header, memo }: Table, encoding: Encoding = 'utf-8'): AdapterFile {
  const flags = nullFlags(header.fields);
  const parts: Uint8Array[] = [];
  let size = 0;
  const add = (bytes: Uint8Array | undefined): void => {
    if (bytes === undefined || bytes.length === 0) return;
    parts.push(bytes.map(withinLine), tab);
    size += bytes.length;
  };
  for (const { raw } of recordBlocks(file, header)) {
    for (const field of header.fields) {
      const bytes = raw.subarray(field.start, field.start + field.length);
      if (field.type === 'M') add(memoSample(memo?.read(memoBlock(bytes)), encoding));
      else add(textBytes(flags, { field, bytes, raw })?.filter((byte) => byte !== 0));
    }
    parts.push(lineEnd);
    if (size >= sampledBytesMax) break;
  }
  const texts = Buffer.concat(parts);
  return {
    name: file.name,
    size: texts.length,
    read: (at, length) => texts.subarray(at, at + length),
  };
}

const tab = Buffer.from('\t');
const lineEnd = Buffer.from('\n');
const withinLine = (byte: number): number => (byte === 10 || byte === 13 ? 9 : byte);

function memoSample(content: Uint8Array | undefined, encoding: Encoding): Uint8Array | undefined {
  return content && withoutSoftBreaks(content, encoding);
}
