import { columnsMax } from '../text/limits.ts';

/** How fields are written where a sign takes its meaning from the one behind it: `\"`, as MySQL and PHP write. */
interface EscapedDialect {
  readonly delimiter: string;
  readonly quote: string | undefined;
  readonly escapeSign: string;
}

/**
 * Letters in the place of what would end a cell or a row: so `mysql -B`, COPY of PostgreSQL and jq write texts of
 * several lines.
 */
const letters: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

interface ReadField {
  readonly field: string;
  /** Where the delimiter behind it stands, or the end of the text. */
  readonly end: number;
}

/** As `splitFields`, for a row that holds the escape sign. */
export function splitEscaped(text: string, dialect: EscapedDialect): readonly string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; at <= text.length && fields.length <= columnsMax; ) {
    const open = openingQuote(text, at, dialect);
    const quoted = open === -1 ? undefined : quotedField(text, open + 1, dialect);
    // Behind blanks only one that is closed in its field opens, as in fields.ts.
    if (quoted === undefined && open === at) return undefined;
    const read = quoted ?? bareField(text, at, dialect);
    fields.push(read.field);
    at = read.end + dialect.delimiter.length;
  }
  return fields;
}

/** Where a quote is that begins the field, -1 without one. */
function openingQuote(text: string, at: number, { delimiter, quote }: EscapedDialect): number {
  let open = at;
  while (text[open] === ' ' && delimiter !== ' ') open++;
  return quote !== undefined && text.startsWith(quote, open) ? open : -1;
}

function bareField(text: string, from: number, dialect: EscapedDialect): ReadField {
  let field = '';
  let at = from;
  while (at < text.length && !text.startsWith(dialect.delimiter, at)) {
    field += signAt(text, at, dialect);
    at += isEscape(text, at, dialect) ? 2 : 1;
  }
  return { field, end: at };
}

/** Undefined where no quote closes it, or text follows that one. */
function quotedField(text: string, from: number, dialect: EscapedDialect): ReadField | undefined {
  const { delimiter, quote = '' } = dialect;
  let field = '';
  let at = from;
  while (at < text.length) {
    const isDoubled = text[at] === quote && text[at + 1] === quote;
    if (text[at] === quote && !isDoubled) break;
    field += isDoubled ? quote : signAt(text, at, dialect);
    at += isDoubled || isEscape(text, at, dialect) ? 2 : 1;
  }
  if (at >= text.length) return undefined;
  const found = text.indexOf(delimiter, at + 1);
  const end = found === -1 ? text.length : found;
  return text.slice(at + 1, end).trim() === '' ? { field, end } : undefined;
}

function signAt(text: string, at: number, dialect: EscapedDialect): string {
  if (!isEscape(text, at, dialect)) return text[at] ?? '';
  const next = text[at + 1] ?? '';
  return hasLetters(dialect) ? (letters.get(next) ?? next) : next;
}

/** Only where nothing is quoted: PHP, which quotes, leaves `C:\neu` as it is. */
function hasLetters({ quote, escapeSign }: EscapedDialect): boolean {
  return quote === undefined && escapeSign === '\\';
}

/** Before anything else the sign is one like any other: `C:\Daten`. */
function isEscape(text: string, at: number, dialect: EscapedDialect): boolean {
  const { delimiter, quote, escapeSign } = dialect;
  const next = text[at + 1];
  if (text[at] !== escapeSign || next === undefined) return false;
  const isMark = next === escapeSign || next === quote || next === delimiter;
  return isMark || next === '\n' || next === '\r' || (hasLetters(dialect) && letters.has(next));
}
