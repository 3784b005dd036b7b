import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the container claims instead of the truth. */
  readonly lies?: { readonly size?: number; readonly checksum?: number };
}

/** A ZIP container, written by the book and not by the reader's own package. */
export function zipped(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const data = deflateRawSync(content);
    const name = Buffer.from(part.name);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(part.lies?.checksum ?? crc32(content), 0);
    sums.writeUInt32LE(data.length, 4);
    sums.writeUInt32LE(part.lies?.size ?? content.length, 8);
    const common = Buffer.concat([
      Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0]),
      sums,
      Buffer.from([name.length, 0, 0, 0]),
    ]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset, 0);
    const entry = [
      Buffer.from('PK\x01\x02'),
      Buffer.from([20, 0]),
      common,
      Buffer.alloc(10),
      place,
      name,
    ];
    directory.push(Buffer.concat(entry));
    written.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...written, list, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface BookParts {
  /** The `<row>` elements of the first sheet. */
  readonly rows?: string;
  /** The `<si>` elements. */
  readonly texts?: string;
  /** Format codes: the n-th is what `s="n"` names, the first is for cells without a style. */
  readonly formats?: readonly string[];
  readonly startsIn1904?: boolean;
  /** The `calcPr` element. */
  readonly calculation?: string;
  readonly sheets?: readonly { readonly name: string; readonly state?: string }[];
  /** Parts instead of, or beside, the usual ones. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

/** A workbook from its XML. */
export function book(given: BookParts): Buffer {
  const sheets = given.sheets ?? [{ name: 'Sheet1' }];
  const parts = { ...usualParts(given, sheets), ...given.parts };
  return zipped(Object.entries(parts).map(([name, content]) => ({ name, content })));
}

function usualParts(
  given: BookParts,
  sheets: readonly { readonly name: string; readonly state?: string }[],
): Record<string, string | Uint8Array> {
  const formats = given.formats ?? ['General'];
  return {
    '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${given.startsIn1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}" ${state ? `state="${state}"` : ''}/>`,
      )
      .join('')}</sheets>${given.calculation ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="s${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="f" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${given.texts ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((_, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${at === 0 ? (given.rows ?? '') : `<row><c t="str"><v>of sheet ${at + 1}</v></c></row>`}</sheetData></worksheet>`,
      ]),
    ),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
