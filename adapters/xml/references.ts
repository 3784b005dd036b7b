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

export interface PlainText {
  readonly text: string;
  /** The first reference that names no character, with its `&`. */
  readonly wrong: string | undefined;
}

/** The text with characters for its references: numbers, and the five entities of XML. */
export function plainText(raw: string, isVersion11: boolean): PlainText {
  let wrong: string | undefined;
  const text = raw.replace(/&([^&;]*)(;?)/g, (_, reference: string, ending: string) => {
    const letter =
      ending === '' ? undefined : (named.get(reference) ?? numbered(reference, isVersion11));
    if (letter === undefined) wrong ??= `&${reference}`;
    return letter ?? '';
  });
  return { text, wrong };
}

/** `#65` or `#x41`; undefined for what is no character of XML. */
function numbered(reference: string, isVersion11: boolean): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(reference) ?? [];
  const point = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
  if (!(point > 0 && point <= 0x10ffff) || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  const letter = String.fromCodePoint(point);
  return (isVersion11 ? unnameable : forbidden).test(letter) ? undefined : letter;
}
