/** A format code's pieces, as far as they matter for showing a number. */
export type FormatPart =
  | { readonly kind: 'digit'; readonly mark: '0' | '#' | '?' }
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'point' | 'comma' | 'percent' | 'condition' | 'elapsed' | 'exponent' | 'other';
    }
  | { readonly kind: 'moment'; readonly letter: string };

const partPattern = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|E[+0-]|AM\/PM|A\/P|General|./gisu;
const momentPattern = /^[ymdhsbge]$/i;
const elapsedPattern = /^(?:h+|m+|s+)$/i;
/** `[$€-407]`: a currency sign, or only a country. */
const currencyPattern = /^\$([^-]*)/;

/** The pieces of a format code's first section: the one for positive numbers. */
export function formatParts(code: string): readonly FormatPart[] {
  const parts: FormatPart[] = [];
  for (const match of code.matchAll(partPattern)) {
    const [whole, quoted, escaped, bracket] = match;
    if (whole === ';') break;
    const literal = quoted ?? escaped;
    if (literal !== undefined) parts.push({ kind: 'literal', text: literal });
    else if (bracket !== undefined) parts.push(...bracketPart(bracket));
    else parts.push(...plainPart(whole));
  }
  return parts;
}

function bracketPart(bracket: string): readonly FormatPart[] {
  if (elapsedPattern.test(bracket)) return [{ kind: 'elapsed' }];
  if (/^[<>=]/.test(bracket)) return [{ kind: 'condition' }];
  const currency = currencyPattern.exec(bracket)?.[1] ?? '';
  return currency === '' ? [] : [{ kind: 'literal', text: currency }];
}

function plainPart(text: string): readonly FormatPart[] {
  if (text === '0' || text === '#' || text === '?') return [{ kind: 'digit', mark: text }];
  if (text === '.') return [{ kind: 'point' }];
  if (text === ',') return [{ kind: 'comma' }];
  if (text === '%') return [{ kind: 'percent' }];
  if (momentPattern.test(text)) return [{ kind: 'moment', letter: text.toLowerCase() }];
  // Without a sign as ODS workbooks are told.
  if (/^E[+0-]$/i.test(text)) return [{ kind: 'exponent' }];
  // A blank as wide as a character, or a character that fills the cell.
  if (/^[_*]./.test(text)) return [];
  const isOther = text.length > 1 || text === '/' || text === '@';
  return [isOther ? { kind: 'other' } : { kind: 'literal', text }];
}
