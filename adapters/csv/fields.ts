import { columnsMax } from '../text/limits.ts';
import type { FieldDialect } from './dialect.ts';
import { splitEscaped } from './escaped.ts';

/** One row's text as fields; undefined where text follows a closing quote, so that its fields are in doubt. */
export function splitFields(text: string, dialect: FieldDialect): readonly string[] | undefined {
  const { delimiter, quote, escapeSign } = dialect;
  if (escapeSign !== undefined && text.includes(escapeSign))
    return splitEscaped(text, { delimiter, quote, escapeSign });
  // One more than allowed is enough to see that there are too many.
  if (quote === undefined || !text.includes(quote)) return text.split(delimiter, columnsMax + 1);
  const fields: string[] = [];
  for (let at = 0; at <= text.length && fields.length <= columnsMax; ) {
    const open = openingQuote(text, at, { delimiter, quote });
    const isQuoted = open !== -1;
    const end = isQuoted ? closingQuote(text, open + 1, quote) + 1 : at;
    const delimiterAt = text.indexOf(delimiter, end);
    const stop = delimiterAt === -1 ? text.length : delimiterAt;
    if (isQuoted && text.slice(end, stop).trim() !== '') return undefined;
    fields.push(isQuoted ? unquoted(text.slice(open + 1, end - 1), quote) : text.slice(at, stop));
    at = stop + delimiter.length;
  }
  return fields;
}

/**
 * Where the field's quote opens, -1 where it is not quoted. Behind blanks only one that is closed in its field opens.
 */
function openingQuote(
  text: string,
  at: number,
  { delimiter, quote }: { readonly delimiter: string; readonly quote: string },
): number {
  if (text.startsWith(quote, at)) return at;
  if (text[at] !== ' ' || delimiter === ' ') return -1;
  let open = at;
  while (text[open] === ' ') open++;
  if (text[open] !== quote) return -1;
  const end = closingQuote(text, open + 1, quote) + 1;
  const delimiterAt = text.indexOf(delimiter, end);
  const behind = text.slice(end, delimiterAt === -1 ? text.length : delimiterAt);
  return end <= text.length && behind.trim() === '' ? open : -1;
}

/** Rows are cut so that every quote is closed; a row without an end would have been refused. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; ; ) {
    const closing = text.indexOf(quote, at);
    if (closing === -1) return text.length;
    if (text[closing + 1] !== quote) return closing;
    at = closing + 2;
  }
}

function unquoted(inner: string, quote: string): string {
  return inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner;
}
