/** A map: of an object `&constructor;` would be a name (fault 10). */
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
/** What no document may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
/** XML 1.1 lets a document name control characters. */
const unnameable = /[\ufffe\uffff]/;

/** A reference that names no character. */
export interface WrongReference {
  readonly at: number;
  /** With its `&`. */
  readonly reference: string;
  /** It is the number of what is no character, not an `&` alone. */
  readonly isNumber: boolean;
}

/** The text with characters for its references: numbers, and the five entities of XML. */
export function plainText(raw: string, isVersion11: boolean): string | WrongReference {
  const parts: string[] = [];
  let from = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at);
    const reference = raw.slice(at + 1, Math.max(at, end));
    const letter = named.get(reference) ?? numbered(reference, isVersion11);
    if (letter === undefined) return wrongReference(raw, at);
    parts.push(raw.slice(from, at), letter);
    from = end + 1;
  }
  parts.push(raw.slice(from));
  return parts.join('');
}

const shownCharacters = 17;

function wrongReference(raw: string, at: number): WrongReference {
  const shown = raw.slice(at, at + shownCharacters);
  const isNumber = /^&#(?:x[\da-f]+|\d+);/i.test(shown);
  return { at, reference: /^&[^&;]*/.exec(shown)?.[0] ?? '&', isNumber };
}

/** `#65` or `#x41`; undefined for what is no character of XML. */
function numbered(reference: string, isVersion11: boolean): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(reference) ?? [];
  const point = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
  if (!(point > 0 && point <= 0x10ffff) || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  const letter = String.fromCodePoint(point);
  return (isVersion11 ? unnameable : forbidden).test(letter) ? undefined : letter;
}
