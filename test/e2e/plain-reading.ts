import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as XLSX from 'xlsx';
import { realBytes } from './example-room.ts';

/** Real exports read by other means than ours: other parsers, and plain search in the text. */

type Cells = Readonly<Record<string, string>>;

/** Rows of a delimited file by the names in its first row. */
export function tableRows(name: string, delimiter: string): readonly Cells[] {
  return parse(realBytes(name), { bom: true, columns: true, delimiter });
}

/** Rows of a delimited file without a header row. */
export function bareRows(name: string, delimiter: string): readonly (readonly string[])[] {
  return parse(realBytes(name), { bom: true, delimiter });
}

/** Lines of a file that knows no quotes. */
export function tabbedLines(name: string): readonly (readonly string[])[] {
  const lines = realBytes(name).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

/** Rows of a sheet by the names in its first row; numbers with all their digits. */
export function sheetRows(name: string, sheet: string): readonly Cells[] {
  const cells = XLSX.read(realBytes(name)).Sheets[sheet] ?? {};
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(cells, { raw: true });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)])),
  );
}

/** A dBase table, by the library that reads workbooks too. */
export function tableOf(name: string): readonly Cells[] {
  const book = XLSX.read(realBytes(name), { type: 'buffer', raw: true });
  const [first = ''] = book.SheetNames;
  return XLSX.utils.sheet_to_json(book.Sheets[first] ?? {}, { raw: false, defval: '' });
}

export function textOfFile(name: string): string {
  return realBytes(name).toString('utf8');
}

/** What stands inside each element of this name; whatever its prefix. Not for elements inside their own kind. */
export function elements(text: string, name: string): readonly string[] {
  const tag = `(?:\\w+:)?${name}`;
  const pattern = new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g');
  return [...text.matchAll(pattern)].map(([, inside = '']) => inside);
}

/** The text of the first element of this name. */
export function element(text: string, name: string): string | undefined {
  const inside = elements(text, name)[0];
  return inside?.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1').replace('&#34;', '"');
}

/** The words of HTML or of plain text, without list marks. */
export function words(html: string): readonly string[] {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/(^|\s)\*(?=\s)/g, ' ');
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A text of a product by its words, where there is one. */
export function textIn(
  field: 'brand' | 'description',
  written = '',
): Readonly<Record<string, string>> {
  const said = words(written).join(' ');
  return said === '' ? {} : { [field]: said };
}

/** How many rows MANIFEST.md counts in a file. */
export function manifestCount(name: string): number {
  const manifest = readFileSync(
    new URL('../../../shared/data/MANIFEST.md', import.meta.url),
    'utf8',
  );
  const line = manifest.split('\n').find((row) => row.startsWith(`| ${name} |`)) ?? '';
  return Number.parseInt(line.split(' | ')[4] ?? '', 10);
}
