/**
 * Capital and small letters of Cyrillic and Greek that nobody can tell from those of Latin, and the Romanian ones of
 * older fonts.
 */
const twins: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅКМНОРСТУХІЈ', 'ABESKMHOPCTYXIJ'],
    ['асеорхуіјѕ', 'aceopxyijs'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['ο', 'o'],
    ['șțȘȚ', 'şţŞŢ'],
  ].flatMap(([from = '', to = '']) =>
    Array.from(from, (letter, at): [string, string] => [letter, to.charAt(at)]),
  ),
);

const beyondAscii = /[^\0-\x7f]/;
const unlike = /[^\0-\x7f]/gu;
/** As keyboards of the Far East write them: ! to ~. */
const fullWidth = /[\uff01-\uff5e]/;
const dash = /[\u2010-\u2015\u2212]/;

/**
 * With one letter for all that look like it: no-break and other blanks, dashes, wide forms, marks that are combined or
 * nothing to see.
 */
export function lookOf(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.normalize('NFC').replace(unlike, plainSign);
}

function plainSign(sign: string): string {
  const twin = twins.get(sign);
  if (twin !== undefined) return twin;
  if (dash.test(sign)) return '-';
  if (fullWidth.test(sign)) return sign.normalize('NFKC');
  if (/\p{Zs}/u.test(sign)) return ' ';
  return /\p{Cf}/u.test(sign) ? '' : sign;
}

/** Letters that are no base letter with a mark. */
const bases: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
  ...{ Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D' },
};

/** Without accents, as programs write what a code page lacks. */
export function withoutAccents(text: string): string {
  const stripped = text.normalize('NFD').replace(/\p{M}/gu, '');
  return stripped.replace(unlike, (letter) => bases[letter] ?? plainSign(letter));
}
