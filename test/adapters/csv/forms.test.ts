import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { unguarded } from '../../../adapters/csv/spreadsheet.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from '../text/reading.ts';
import { isSwallowing } from './swallowing.ts';

/** How programs write around and between the fields, beside what RFC 4180 says. */
interface Form {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly isMarked: boolean;
  readonly delimiter: string;
  readonly isDelimiterDeclared: boolean;
  readonly quote: '"' | "'" | 'none';
  /** Lines above the header. */
  readonly preamble: readonly string[];
  readonly hasTwoHeaderRows: boolean;
  /** What ends a row, and the blank lines behind it; used in turn. */
  readonly ends: readonly string[];
}

const delimiters = [',', ';', '\t', '|'];
const forms: fc.Arbitrary<Form> = fc.record({
  encoding: fc.constantFrom('utf-8' as const, 'windows-1252' as const),
  isMarked: fc.boolean(),
  delimiter: fc.constantFrom(...delimiters),
  isDelimiterDeclared: fc.boolean(),
  quote: fc.constantFrom('"' as const, "'" as const, 'none' as const),
  preamble: fc.array(
    fc.constantFrom('Liste, 2, 3', 'Stand, 1, 2', 'Lager "Süd"', "Preis' 1", '', '  '),
    {
      maxLength: 6,
    },
  ),
  hasTwoHeaderRows: fc.boolean(),
  ends: fc.array(fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\n', '\n\r\n\r\n'), {
    minLength: 1,
    maxLength: 5,
  }),
});

/** Texts that begin with no quote mark more often than not, and have one inside. */
function fields({ delimiter, isDelimiterDeclared, quote }: Form): fc.Arbitrary<string> {
  const lineEnds = quote === 'none' ? [] : ['\n', '\r\n'];
  // Where the delimiter is to be found, the others would make it a guess.
  const marks = isDelimiterDeclared ? delimiters : [];
  const own = quote === 'none' ? marks.filter((mark) => mark !== delimiter) : marks;
  const part = fc.constantFrom('a', 'ü', '1', ' ', '"', "'", '""', '3/4"', ...lineEnds, ...own);
  return fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
}

const tables = forms.chain((form) =>
  fc.record({
    form: fc.constant(form),
    rows: fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(fields(form), { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 12,
      }),
    ),
  }),
);

/** Quotes only what must be quoted: a mark inside a field is a character like any other. */
function field(text: string, { delimiter, quote }: Form): string {
  if (quote === 'none') return text;
  const isNeeded =
    text.trimStart().startsWith(quote) ||
    [delimiter, '\n', '\r'].some((mark) => text.includes(mark));
  return isNeeded ? quote + text.replaceAll(quote, quote + quote) + quote : text;
}

/** Above the rows, of which the last header row may have blank lines behind it. */
function head(width: number, { delimiter, hasTwoHeaderRows, preamble, isMarked, encoding }: Form) {
  const mark = isMarked && encoding === 'utf-8' ? '\ufeff' : '';
  const numbers = Array.from({ length: width }, (_, index) => String(index + 1));
  const first = numbers.map(() => 'Column').join(delimiter);
  const lines = hasTwoHeaderRows ? [...preamble, first] : preamble;
  const names = hasTwoHeaderRows ? numbers : numbers.map((number) => `Column ${number}`);
  return { above: mark + lines.map((line) => `${line}\n`).join(''), names };
}

function written(rows: readonly (readonly string[])[], form: Form): string {
  const { above, names } = head(rows[0]!.length, form);
  const lines = [names, ...rows].map((row) =>
    row.map((text) => field(text, form)).join(form.delimiter),
  );
  return above + lines.map((line, at) => line + form.ends[at % form.ends.length]).join('');
}

it('quirks 11 and 15: bare quotes, no quotes, a mark, a preamble and blank lines change no cell of a table', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async ({ form, rows }) => {
      const header = rows[0]!.map((_, index) => `Column ${index + 1}`);
      const { encoding, delimiter, isDelimiterDeclared, quote, hasTwoHeaderRows } = form;
      const first = form.preamble.length + 1;
      const read = await readAll(csv, encode(written(rows, form), encoding), {
        encoding,
        quote,
        delimiter: isDelimiterDeclared ? delimiter : 'auto',
        headerRow: hasTwoHeaderRows ? [first, first + 1] : [first],
      });
      expect(read.refusal).toBeUndefined();
      expect(read.columns).toEqual(header);
      const shown = rows.map((row) => row.map(unguarded));
      // By chance a field looks like whole rows.
      const isDoubted = isSwallowing(read, shown, delimiter);
      const whole = shown.filter((row) => !isDoubted(row));
      expect(read.complaints).toHaveLength(shown.length - whole.length);
      expect(read.rows.map(({ cells }) => cells)).toEqual(whole);
    }),
    { numRuns: 1_000 },
  );
});
