/** What the first bytes of a file say it is, whatever its name says (quirk 1). */
const signatures: readonly (readonly [bytes: readonly number[], appearance: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP container, as XLSX and ODS workbooks are'],
  [[0x50, 0x4b, 0x05, 0x06], 'an empty ZIP container'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old XLS workbook, or a workbook with a password'],
  [[0x09, 0x04, 0x06, 0x00], 'an Excel 4 workbook'],
  [[0x09, 0x02, 0x06, 0x00], 'an Excel 3 workbook'],
  [[0x09, 0x08], 'an old Excel workbook'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
];

const [page, spreadsheet2003] = ['an HTML page', 'an XML Spreadsheet 2003'];
const archive = 'a web page in one file (MHTML)';
const flatOds = 'a flat ODS workbook (FODS)';
const [gnumeric, uof] = ['a Gnumeric workbook', 'a UOF document'];
const [sylk, dif] = ['a SYLK sheet', 'a DIF sheet'];
const [edifact, json] = ['an EDIFACT interchange', 'a JSON file'];

/** How EDIFACT begins. */
export const interchange = /^(?:UNA.{6}\s*)?UNB\+/;

/**
 * No JSON text continues behind its end with a separator and
 * another cell: the list or object is the first cell of a table.
 */
export const listAsCell =
  /^[[{](?:[^[\]{}"\r\n]|"(?:[^"\\\r\n]|\\.)*")*[\]}](?:[;|\t]|,(?!\s|\[|\{"[^"]*"\s*:))/;

/** What a spreadsheet program opens under the name of a workbook, and no format reads. */
export const openedBySpreadsheets: ReadonlySet<string> = new Set([
  ...[page, archive, spreadsheet2003, flatOds, gnumeric, uof],
  ...[sylk, dif],
]);

/** What begins as no table of separated fields does; taken for one, it would be told to lack columns. */
export const noTables: ReadonlySet<string> = new Set([
  ...[page, archive, spreadsheet2003],
  ...[sylk, dif, edifact, json],
]);

const openings: readonly (readonly [pattern: RegExp, appearance: string])[] = [
  [/^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|meta|style|table)\b/i, page],
  [
    // The declaration may be missing.
    /^<.*(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/is,
    spreadsheet2003,
  ],
  [/^MIME-Version:/i, archive],
  [/^<\?xml.*<office:document\s/is, flatOds],
  [/^<\?xml.*<gnm:Workbook\s/is, gnumeric],
  [/^<\?xml.*<uof:UOF\s/is, uof],
  // A table may begin with a column ID and one that begins with P; it has more columns, or its next lines are no
  // records of SYLK.
  [/^ID;P[^;\r\n]*(?:;[NE])*(?:[\r\n]+(?:[BCFOP]|NN);[A-Z][^\r\n]*){3}/, sylk],
  [/^TABLE[\r\n]+0,1[\r\n]+"[^\r\n]*[\r\n]+VECTORS[\r\n]/, dif],
  [/^<[?a-z!]/i, 'an XML file'],
  [new RegExp(`(?!${listAsCell.source})(?:^\\{\\s*["}]|^\\[\\s*[[{"\\]])`), json],
  [interchange, edifact],
];

/** Only from bytes that no text begins with: undefined for text. */
export function binaryAppearance(head: Uint8Array): string | undefined {
  return signatures.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))?.[1];
}

/** Also from what a text begins with; `a text file` where nothing else fits. */
export function appearance(head: Uint8Array): string {
  const binary = binaryAppearance(head);
  if (binary) return binary;
  const shown = head.subarray(0, 512);
  const encoding = encodingOf(shown);
  if (encoding === 'utf-8' && shown.includes(0)) return 'a binary file';
  const text = new TextDecoder(encoding).decode(shown).trimStart();
  return openings.find(([pattern]) => pattern.test(text))?.[1] ?? 'a text file, perhaps CSV';
}

/** By its BOM: "Unicode text" of spreadsheets is UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** `50 4B 03 04`, for messages. */
export function firstBytes(head: Uint8Array): string {
  return Array.from(head.subarray(0, 4), hexadecimal).join(' ');
}

/** `FC`. */
export function hexadecimal(byte = 0): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
