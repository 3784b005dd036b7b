/** A format code's pieces, as far as they matter for showing a number. */
export type FormatPart =
  | { readonly kind: 'digit'; readonly mark: '0' | '#' | '?' }
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'point' | 'comma' | 'percent' | 'elapsed' | 'exponent' | 'general' | 'other';
    }
  /** The text of a text cell: its section is for no number. */
  | { readonly kind: 'text' }
  /** `[>=100]`; a limit that cannot be read is NaN. */
  | { readonly kind: 'condition'; readonly operator: string; readonly limit: number }
  | { readonly kind: 'moment'; readonly letter: string };

const partPattern = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|E[+0-]|AM\/PM|A\/P|General|./gisu;
const momentPattern = /^[ymdhsbge]$/i;
const conditionPattern = /^([<>]=?|=|<>)\s*(-?[\d.]+)$/;
const elapsedPattern = /^(?:h+|m+|s+)$/i;
/** `[$€-407]`: a currency sign, or only a country. */
const currencyPattern = /^\$([^-]*)/;

/**
 * The pieces of a format code's sections: one for all numbers, or for those above, below and at zero, and for texts.
 */
export function formatSections(code: string): readonly (readonly FormatPart[])[] {
  let parts: FormatPart[] = [];
  const sections = [parts];
  for (const match of code.matchAll(partPattern)) {
    const [whole, quoted, escaped, bracket] = match;
    const literal = quoted ?? escaped;
    if (whole === ';') {
      parts = [];
      sections.push(parts);
    } else if (literal !== undefined) parts.push({ kind: 'literal', text: literal });
    else if (bracket !== undefined) parts.push(...bracketPart(bracket));
    else parts.push(...plainPart(whole));
  }
  return sections;
}

function bracketPart(bracket: string): readonly FormatPart[] {
  if (elapsedPattern.test(bracket)) return [{ kind: 'elapsed' }];
  if (/^[<>=]/.test(bracket)) return [conditionPart(bracket)];
  const currency = currencyPattern.exec(bracket)?.[1] ?? '';
  return currency === '' ? [] : [{ kind: 'literal', text: currency }];
}

function conditionPart(bracket: string): FormatPart {
  const [, operator = '', limit = ''] = conditionPattern.exec(bracket) ?? [];
  return { kind: 'condition', operator, limit: Number.parseFloat(limit) };
}

function plainPart(text: string): readonly FormatPart[] {
  if (text === '0' || text === '#' || text === '?') return [{ kind: 'digit', mark: text }];
  if (text === '.') return [{ kind: 'point' }];
  if (text === ',') return [{ kind: 'comma' }];
  if (text === '%') return [{ kind: 'percent' }];
  if (momentPattern.test(text)) return [{ kind: 'moment', letter: text.toLowerCase() }];
  // Without a sign: from formats of ODS workbooks.
  if (/^E[+0-]$/i.test(text)) return [{ kind: 'exponent' }];
  // A blank as wide as a character, or a character that fills the cell.
  if (/^[_*]./.test(text)) return [];
  if (text === '@') return [{ kind: 'text' }];
  if (/^General$/i.test(text)) return [{ kind: 'general' }];
  const isOther = text.length > 1 || text === '/';
  return [isOther ? { kind: 'other' } : { kind: 'literal', text }];
}
