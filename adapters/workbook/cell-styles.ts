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
  #numbers = '';

  /** How cells of this style show numbers: the name of a style of numbers. */
  numbersOf(name: string): string | undefined {
    let style = this.#styles.get(name);
    for (let left = parentsMax; style && left > 0; left--) {
      if (style.numbers !== undefined) return style.numbers;
      style = this.#styles.get(style.parent ?? '');
    }
    return undefined;
  }

  /** Without a word on decimals all of them are shown; the library shows none. */
  isGeneral(numbers: string): boolean {
    return this.#general.has(numbers);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name.endsWith('-style')) this.#openNumbers(name, attributes['style:name'] ?? '');
    else if (name === 'number' && isGeneral(attributes)) this.#general.add(this.#numbers);
    else if (name === 'style' && attributes['style:family'] === 'table-cell') {
      this.#styles.set(attributes['style:name'] ?? '', {
        numbers: attributes['style:data-style-name'],
        parent: attributes['style:parent-style-name'],
      });
    }
  }

  close(): void {
    // What an element says of itself stands where it opens.
  }

  /** A name of one part may stand for another style in the next. */
  #openNumbers(name: string, style: string): void {
    this.#numbers = name === 'number-style' ? style : '';
    this.#general.delete(style);
  }
}

function isGeneral(attributes: Readonly<Record<string, string>>): boolean {
  const places = attributes['number:decimal-places'] ?? attributes['number:min-decimal-places'];
  const digits = Number(attributes['number:min-integer-digits'] ?? 1);
  return places === undefined && digits <= 1 && attributes['number:grouping'] !== 'true';
}
