import type { Complaint } from '../../src/domain/complaint.ts';
import type { Container } from './container.ts';
import { tooLarge } from './damage.ts';
import { formatCharactersMax, stylesMax } from './limits.ts';
import { type CellFormat, cellFormat, type TextFormat, textFormat } from './sections.ts';
import { readWholePart, type XmlHandler } from './xml.ts';

/** Formats that a workbook names by number without spelling them out; dates of other countries' editions included. */
const builtIn: ReadonlyMap<number, string> = new Map([
  ...entries('0', 1),
  ...entries('0.00', 2),
  ...entries('#,##0', 3, 5, 6, 37, 38, 41, 42),
  ...entries('#,##0.00', 4, 7, 8, 39, 40, 43, 44),
  ...entries('0%', 9),
  ...entries('0.00%', 10),
  ...entries('0.00E+00', 11),
  ...entries('##0.0E+0', 48),
  ...entries('yyyy-mm-dd', 14, 15, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58),
  ...entries('# ?/?', 12),
  ...entries('# ??/??', 13),
  ...entries('d-mmm', 16),
  ...entries('mmm-yy', 17),
  ...entries('hh:mm:ss', 18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56),
  ...entries('yyyy-mm-dd hh:mm:ss', 22),
  ...entries('[h]:mm:ss', 46),
]);

function entries(code: string, ...ids: readonly number[]): readonly (readonly [number, string])[] {
  return ids.map((id) => [id, code]);
}

interface StyleFormats {
  readonly formats: readonly (CellFormat | undefined)[];
  readonly textFormats: readonly (TextFormat | undefined)[];
}

/** How each cell style shows numbers and texts, by the style's number; undefined where it is shown as it is. */
export async function readStyles(
  container: Container,
  path: string | undefined,
): Promise<StyleFormats | Complaint> {
  if (path === undefined) return { formats: [], textFormats: [] };
  const content = new Styles(container.file);
  return (await readWholePart(container, path, content)) ?? content.formats();
}

class Styles implements XmlHandler {
  complaint: Complaint | undefined;
  readonly #file: string;
  readonly #codes = new Map(builtIn);
  readonly #formatIds: number[] = [];
  #list = '';

  constructor(file: string) {
    this.#file = file;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (name === 'numFmts' || name === 'cellXfs') this.#list = name;
    // Conditional formats and tables number theirs anew: Excel calls a percentage 14 there, as a day is called.
    if (name === 'numFmt' && this.#list === 'numFmts') this.#setCode(id, attributes['formatCode']);
    // Of the three lists of `xf`, only this one is what cells name.
    if (name === 'xf' && this.#list === 'cellXfs') this.#formatIds.push(id);
    if (Math.max(this.#codes.size, this.#formatIds.length) > stylesMax) {
      this.complaint = tooLarge(this.#file, `The workbook has more than ${stylesMax} cell styles.`);
    }
  }

  close(name: string): void {
    if (name === this.#list) this.#list = '';
  }

  #setCode(id: number, code = ''): void {
    this.#codes.set(id, code);
    if (code.length <= formatCharactersMax) return;
    const rule = `A number format of the workbook has more than ${formatCharactersMax} characters.`;
    this.complaint = tooLarge(this.#file, rule);
  }

  formats(): StyleFormats {
    return { formats: this.#compiled(cellFormat), textFormats: this.#compiled(textFormat) };
  }

  #compiled<Format>(compile: (code: string) => Format): readonly (Format | undefined)[] {
    const compiled = new Map(Array.from(this.#codes, ([id, code]) => [id, compile(code)] as const));
    return this.#formatIds.map((id) => compiled.get(id));
  }
}
