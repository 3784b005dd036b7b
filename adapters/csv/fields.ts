import { columnsMax } from '../text/limits.ts';
import { splitEscaped } from './escaped.ts';

interface FieldDialect {
  readonly delimiter: string;
  readonly quote: string | undefined;
  readonly escapeSign: string | undefined;
}

/** One row's text as fields; undefined where text follows a closing quote, so that its fields are in doubt. */
export function splitFields(text: string, dialect: FieldDialect): readonly string[] | undefined {
  const { delimiter, quote, escapeSign } = dialect;
  if (escapeSign !== undefined && text.includes(escapeSign))
    return splitEscaped(text, { delimiter, quote, escapeSign });
  // One more than allowed is enough to see that there are too many.
  if (quote === undefined || !text.includes(quote)) return text.split(delimiter, columnsMax + 1);
  const fields: string[] = [];
  for (let at = 0; at <= text.length && fields.length <= columnsMax; ) {
    const isQuoted = text.startsWith(quote, at);
    const end = isQuoted ? closingQuote(text, at + 1, quote) + 1 : at;
    const delimiterAt = text.indexOf(delimiter, end);
    const stop = delimiterAt === -1 ? text.length : delimiterAt;
    if (isQuoted && text.slice(end, stop).trim() !== '') return undefined;
    fields.push(isQuoted ? unquoted(text.slice(at + 1, end - 1), quote) : text.slice(at, stop));
    at = stop + delimiter.length;
  }
  return fields;
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
