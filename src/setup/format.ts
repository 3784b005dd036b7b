import { unpack } from '../../adapters/packed/unpack.ts';
import {
  appearance,
  interchange,
  listAsCell,
  openedBySpreadsheets,
} from '../../adapters/text/appearance.ts';
import type { SourceConfig } from '../config/declaration.ts';
import type { AdapterFile } from '../domain/adapter.ts';
import { memoEnding } from './companions.ts';

export type Format = SourceConfig['format'];

const headBytes = 64 * 1024;

/** The first bytes of an export, unpacked, under its own name. */
export async function headOf(
  file: AdapterFile,
  most = headBytes,
): Promise<{ name: string; bytes: Uint8Array }> {
  const packed = await unpack(file, { namesOf: () => [], areRead: false });
  const [member] = packed === undefined || 'rule' in packed ? [] : packed.members;
  if (member === undefined)
    return { name: file.name, bytes: file.read(0, Math.min(most, file.size)) };
  const blocks: Uint8Array[] = [];
  let length = 0;
  for await (const block of member.blocks()) {
    if ('rule' in block) break;
    blocks.push(Uint8Array.from(block));
    length += block.length;
    if (length >= most) break;
  }
  return { name: member.name, bytes: Buffer.concat(blocks).subarray(0, most) };
}

/** First bytes of dBase and FoxPro tables. Some of them may begin a text, so the file's name counts, too. */
const tableVersions: ReadonlySet<number> = new Set([
  ...[0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63],
  ...[0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb],
]);

/**
 * The formats that the content may have, the likeliest first.
 * Names decide only where the content leaves it open (quirk 1).
 */
export function formatsOf(name: string, bytes: Uint8Array): readonly Format[] {
  const [first = 0, second = 0] = bytes;
  if (first === 0x50 && second === 0x4b)
    return /\.ods$/i.test(name) ? ['ods', 'xlsx'] : ['xlsx', 'ods'];
  if ((first === 0xd0 && second === 0xcf) || isOldWorkbook(bytes)) return ['xls'];
  if (/\.dbf$/i.test(name) && tableVersions.has(first)) return ['dbf'];
  if (memoEnding.test(name)) return [];
  // A page that only a spreadsheet program opens goes to the reader of workbooks, which says what to do.
  return isPage(bytes) ? ['xls'] : textFormats(name, texts(bytes));
}

/** UTF-16 that begins with a tab has a second byte of 0, as Excel 2 has, and then a letter. */
function isOldWorkbook([first, second = 0, third]: Uint8Array): boolean {
  return first === 0x09 && second <= 0x08 && (second !== 0 || third === 0x04);
}

const tags = /<(?:html|t[dhr]|(?:gnm:)?Workbook|office:document|uof:UOF)[\s>]/i;

/**
 * A page with a table, the XML of Excel 2003, a flat ODS or a SYLK sheet. Read as a tree, its
 * header would be an article, and after an empty cell the next one would take its place. XML of a
 * database with a root `table` is no such page.
 */
function isPage(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).trimStart();
  return openedBySpreadsheets.has(appearance(bytes)) && (!text.startsWith('<') || tags.test(text));
}

/**
 * The first words of a dump: a comment, a setting or a statement. A text may begin like that, too, so `statement` must
 * match as well.
 */
const dumpStart =
  /^(?:--|\/\*|#|(?:rem|set|use|begin|start|pragma|lock|insert|replace|delete|create|drop|alter|copy)[\s;])/i;
const statement =
  /^(?:(?:insert|replace)\s[^;()]*\(|create\s+table\s[^;()]*\(|drop\s+table\s[^;]*;$|copy\s+\S+\s*\(.*\)\s+from\s+stdin)/im;

function isNoExport(text: string): boolean {
  return interchange.test(text) || (dumpStart.test(text) && statement.test(text));
}

/** The bytes read as UTF-8 and as the Cyrillic of Windows: one of them shows the names of tags. */
function texts(bytes: Uint8Array): readonly string[] {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : [];
  return [...wide, 'utf-8', 'windows-1251'].map((label) =>
    new TextDecoder(label).decode(bytes).trimStart(),
  );
}

function textFormats(name: string, [text = '', ...others]: readonly string[]): readonly Format[] {
  if (isNoExport(text)) return [];
  if (text.startsWith('<')) return [xmlFormat([text, ...others].join('\n'))];
  if (listAsCell.test(text)) return ['csv'];
  if (/^\{.*\}\s*\n\s*\{|^\[.*\]\s*\n\s*\[/.test(text)) return ['ndjson', 'json'];
  if (/^[[{]\s*["[{\]}]/.test(text)) return ['json', 'ndjson'];
  if (/^V[ ;]|^A;[NAXL];/.test(text) || /^datanorm/i.test(name)) return ['datanorm', 'csv'];
  return ['csv'];
}

function xmlFormat(text: string): Format {
  if (/<(?:КоммерческаяИнформация|Классификатор)[\s>]/.test(text)) return 'commerceml';
  if (/<(?:\w+:)?BMECAT[\s>]/.test(text)) return 'bmecat';
  if (/<(?:\w+:)?catalogueItemNotification/i.test(text)) return 'gdsn';
  return 'xml';
}
