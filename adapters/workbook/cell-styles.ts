import type { XmlHandler } from '../xlsx/xml.ts';

interface CellStyle {
  /** Name of the style of its numbers. */
  readonly numbers: string | undefined;
  /** The style that says what it does not say itself. */
  readonly parent: string | undefined;
}

const parentsMax = 20;

/** The cell styles of an ODS workbook, and which styles of numbers show all digits there are. */
export class CellStyles implements XmlHandler {
  readonly #styles = new Map<string, CellStyle>();
  readonly #general = new Set<string>();
  /** Of styles that leave out zeros at the end: how many decimals they show at least. */
  readonly #fewest = new Map<string, number>();
  /** Of styles of texts: the one that shows their numbers, as the day of Excel's `dd.mm.yyyy;@`. */
  readonly #beside = new Map<string, string>();
  readonly #besides = new Set<string>();
  #numbers = '';
  #texts: string | undefined;

  /** How cells of this style show numbers: the name of a style of numbers. */
  numbersOf(name: string): string | undefined {
    let style = this.#styles.get(name);
    for (let left = parentsMax; style && left > 0; left--) {
      if (style.numbers !== undefined) return this.#beside.get(style.numbers) ?? style.numbers;
      style = this.#styles.get(style.parent ?? '');
    }
    return undefined;
  }

  /** Whether the library takes the style for another one. */
  isMistaken(numbers: string): boolean {
    return this.#besides.has(numbers) || this.#general.has(numbers) || this.#fewest.has(numbers);
  }

  /** The format code of the style, of that which the library makes of it. */
  codeOf(numbers: string, code: string): string {
    // Without a word on decimals all of them are shown; the library shows none.
    if (this.#general.has(numbers)) return withZeros(code, /0/g, () => 'General');
    const fewest = this.#fewest.get(numbers);
    if (fewest === undefined) return code;
    const optional = (zeros: string): string => zeros.replace(/0/g, '#');
    const cut = fewest + 1;
    return withZeros(code, /\.0+/g, (places) => places.slice(0, cut) + optional(places.slice(cut)));
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'map') this.#openMap(attributes['style:apply-style-name'] ?? '');
    else if (name.endsWith('-style')) this.#openNumbers(name, attributes['style:name'] ?? '');
    else if (name === 'number') this.#openNumber(attributes);
    else if (name === 'style') this.#openStyle(attributes);
  }

  #openStyle(attributes: Readonly<Record<string, string>>): void {
    this.#texts = undefined;
    if (attributes['style:family'] === 'table-cell') {
      this.#styles.set(attributes['style:name'] ?? '', {
        numbers: attributes['style:data-style-name'],
        parent: attributes['style:parent-style-name'],
      });
    }
  }

  /** A name of one part may stand for another style in the next. */
  #openNumbers(name: string, style: string): void {
    this.#numbers = name === 'number-style' ? style : '';
    this.#texts = name === 'text-style' ? style : undefined;
    this.#beside.delete(style);
    this.#general.delete(style);
    this.#fewest.delete(style);
  }

  /** The first one is for all numbers, or for those above zero. */
  #openMap(numbers: string): void {
    if (this.#texts === undefined || this.#beside.has(this.#texts)) return;
    this.#beside.set(this.#texts, numbers);
    this.#besides.add(numbers);
  }

  #openNumber(attributes: Readonly<Record<string, string>>): void {
    if (isGeneral(attributes)) this.#general.add(this.#numbers);
    const [most, least] = [
      attributes['number:decimal-places'],
      attributes['number:min-decimal-places'],
    ].map(Number);
    if (least !== undefined && least < (most ?? 0)) this.#fewest.set(this.#numbers, least);
  }
}

/** The code with what it shows of digits replaced, outside of its texts. */
function withZeros(code: string, zeros: RegExp, shown: (part: string) => string): string {
  return code
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.replace(zeros, shown)))
    .join('');
}

function isGeneral(attributes: Readonly<Record<string, string>>): boolean {
  const places = attributes['number:decimal-places'] ?? attributes['number:min-decimal-places'];
  const digits = Number(attributes['number:min-integer-digits'] ?? 1);
  return places === undefined && digits <= 1 && attributes['number:grouping'] !== 'true';
}
