/** As the fifth edition of XML 1.0 has them. */
const start =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const shape = new RegExp(`^[${start}][${start}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*$`, 'u');

/** Millions of tags have a few names: each is looked at and made a string once, as long as no other takes its slot. */
export class Names {
  readonly #slots: string[] = new Array(256).fill('');

  /** The part of the text, if it is a valid name. */
  in(text: string, from: number, end: number): string | undefined {
    const length = end - from;
    const slot = (text.charCodeAt(from) + 3 * text.charCodeAt(end - 1) + 16 * length) & 255;
    const known = this.#slots[slot] ?? '';
    if (known.length === length && length > 0 && text.startsWith(known, from)) return known;
    const name = text.slice(from, end);
    if (!shape.test(name)) return undefined;
    this.#slots[slot] = name;
    return name;
  }
}
