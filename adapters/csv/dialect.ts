/** How this file separates fields and rows. */
export interface CsvDialect {
  readonly delimiter: string;
  /** undefined where quote marks mean nothing. */
  readonly quote: string | undefined;
  /** The sign that takes its meaning from the one behind it. */
  readonly escapeSign: string | undefined;
  readonly newline: 10 | 13;
  /** The `sep=;` line with which a program tells Excel the delimiter; '' without one. It is no row. */
  readonly separatorLine: string;
}

export type FieldDialect = Pick<CsvDialect, 'delimiter' | 'quote' | 'escapeSign'>;

interface Declared {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly escape?: string;
  /** Rows before this one are a preamble and say nothing about the table. */
  readonly firstRow: number;
}

/** In the order that decides a tie: a decimal comma makes `;` and `,` tie. */
const delimiters = [';', '\t', ',', '|'] as const;
const rowsCompared = 50;
const separatorLinePattern = /^"?sep=(.)"?(?:\r\n|\n|\r)/iu;

/** Reads the dialect off the beginning of the text; what is declared stays as declared. */
export function dialectOf(head: string, declared: Declared): CsvDialect {
  const quote = declared.quote === 'none' ? undefined : (declared.quote ?? '"');
  const { escape: escapeSign, firstRow } = declared;
  const [separatorLine = '', separator] = separatorLinePattern.exec(head) ?? [];
  const table = head.slice(separatorLine.length);
  const named = declared.delimiter === 'auto' ? undefined : declared.delimiter;
  const delimiter = named ?? separator ?? likeliest(table, { quote, escapeSign, firstRow });
  const marks = { delimiter, quote, escapeSign };
  return { ...marks, newline: newlineOf(table, marks), separatorLine };
}

function likeliest(
  table: string,
  { firstRow, ...given }: Omit<FieldDialect, 'delimiter'> & { readonly firstRow: number },
): string {
  const shapes = delimiters.map((delimiter) => ({
    delimiter,
    ...regularity(fieldCounts(table, { delimiter, ...given }, firstRow).slice(firstRow - 1)),
  }));
  const titled = shapes.filter(({ isTitled, share }) => isTitled && share >= shareOfTitled);
  const best = (titled.length === 0 ? shapes : titled).reduce((a, b) =>
    b.share > a.share || (b.share === a.share && b.fields > a.fields) ? b : a,
  );
  return best.fields > 1 ? best.delimiter : ',';
}

/** A few rows with a mark too many do not make a decimal comma, which the first row lacks, the delimiter. */
const shareOfTitled = 0.8;

interface Regularity {
  /** The most frequent number of fields above one. */
  readonly fields: number;
  /** Of the rows, how many have it. */
  readonly share: number;
  /** The first row has it too, and is no title above the header, which would lack what splits the title by chance. */
  readonly isTitled: boolean;
}

function regularity(counts: readonly number[]): Regularity {
  const rows = counts.filter((count) => count > 0);
  const frequency = new Map<number, number>();
  for (const count of rows) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  frequency.delete(1);
  const [fields = 1, times = 0] = [...frequency].sort((a, b) => b[1] - a[1])[0] ?? [];
  const share = rows.length === 0 ? 0 : times / rows.length;
  return { fields, share, isTitled: rows[0] === fields && rows[1] !== 1 };
}

/** Fields in each row to the last one compared, 0 for a blank line. The row that the head cuts does not count. */
function fieldCounts(table: string, marks: FieldDialect, firstRow: number): readonly number[] {
  const counts: number[] = [];
  let fields = 1;
  let rowStart = 0;
  for (const { at, mark } of unquotedMarks(table, marks)) {
    if (mark === marks.delimiter) {
      fields++;
      continue;
    }
    counts.push(at === rowStart ? 0 : fields);
    if (counts.length === firstRow - 1 + rowsCompared) return counts;
    fields = 1;
    rowStart = at + mark.length;
  }
  return counts.length === 0 ? [fields] : counts;
}

/** CR alone ends a row only where no LF does: MySQL writes a text of two lines as CR, backslash, LF. */
function newlineOf(table: string, marks: FieldDialect): 10 | 13 {
  let newline: 10 | 13 = 10;
  for (const { mark } of unquotedMarks(table, marks)) {
    if (mark.endsWith('\n')) return 10;
    if (mark === '\r') newline = 13;
  }
  return newline;
}

/** Delimiters and line ends outside of quotes, in order. */
function* unquotedMarks(
  table: string,
  marks: FieldDialect,
): Generator<{ readonly at: number; readonly mark: string }> {
  let fieldStart = 0;
  for (let at = 0; at < table.length; at++) {
    if (at === fieldStart && marks.quote !== undefined && table[at] === marks.quote) {
      at = afterQuotes(table, at, { quote: marks.quote, escapeSign: marks.escapeSign });
    }
    if (marks.escapeSign !== undefined && table[at] === marks.escapeSign) {
      at++;
      continue;
    }
    const mark = markAt(table, at, marks.delimiter);
    if (mark === undefined) continue;
    yield { at, mark };
    at += mark.length - 1;
    fieldStart = at + 1;
  }
}

function markAt(table: string, at: number, delimiter: string): string | undefined {
  if (table.startsWith(delimiter, at)) return delimiter;
  if (table[at] === '\n') return '\n';
  if (table[at] !== '\r') return undefined;
  return lineFeedBehind(table, at) ?? '\r';
}

/** Also CR CR LF, which a file gets that was written as text twice. */
function lineFeedBehind(table: string, at: number): string | undefined {
  let end = at;
  while (table[end] === '\r') end++;
  return table[end] === '\n' ? table.slice(at, end + 1) : undefined;
}

function afterQuotes(
  table: string,
  open: number,
  { quote, escapeSign }: { readonly quote: string; readonly escapeSign: string | undefined },
): number {
  for (let at = open + 1; ; ) {
    const closing = table.indexOf(quote, at);
    if (closing === -1) return table.length;
    if (isEscaped(table.slice(at, closing), escapeSign)) {
      at = closing + 1;
      continue;
    }
    if (table[closing + 1] !== quote) return closing + 1;
    at = closing + 2;
  }
}

/** Whether the text before a sign ends with an escape sign that is none itself. */
function isEscaped(before: string, escapeSign: string | undefined): boolean {
  let escapes = 0;
  while (escapeSign !== undefined && before.at(-1 - escapes) === escapeSign) escapes++;
  return escapes % 2 === 1;
}
