import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { unguarded } from '../../../adapters/csv/spreadsheet.ts';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { nullCellsOf, withoutNulls } from '../../../adapters/text/null-cells.ts';
import type { ReadAdapter } from '../../../src/domain/adapter.ts';
import { type Encoding, encodings } from '../../../src/domain/encoding.ts';
import { readAll } from '../text/reading.ts';
import { isSwallowing } from './swallowing.ts';

interface Dialect {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly quote: string;
  readonly newline: string;
  /** Whether every field is quoted, or only those that need it. */
  readonly quotesAll: boolean;
  readonly endsWithNewline: boolean;
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  encoding: fc.constantFrom(...encodings),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quote: fc.constantFrom('"', "'"),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  endsWithNewline: fc.boolean(),
});

/** Texts made of what the encoding has, and of everything that makes CSV difficult. */
function fields(encoding: Encoding): fc.Arbitrary<string> {
  const bytes = Uint8Array.from({ length: 224 }, (_, index) => index + 32);
  const decoder = decoderOf(encoding);
  const own = encoding.startsWith('utf')
    ? ['ü', 'Ж', '中', '😀', '\u0A0D', '\u2C22', '\u0D0A']
    : Array.from(bytes, (byte) => decoder.decode(Uint8Array.of(byte)) ?? '').filter(
        // A frame beside a letter is a sign of another page.
        (character) => !/[\u2500-\u259f]/.test(character),
      );
  const marks = ['"', "'", ',', ';', '\t', '|', '\n', '\r\n', '\r', ' ', '""', 'a', '0'];
  const part = fc.oneof(fc.constantFrom(...own), fc.constantFrom(...marks));
  return fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
}

const tables = dialects.chain((dialect) =>
  fc.record({
    dialect: fc.constant(dialect),
    rows: fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.array(fc.array(fields(dialect.encoding), { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 12,
        }),
      )
      // A row of one empty field is a blank line, which is no record.
      .map((rows) => rows.map((row) => (row.length === 1 && row[0] === '' ? ['x'] : row))),
  }),
);

function written(rows: readonly (readonly string[])[], dialect: Dialect): string {
  const { delimiter, quote, newline, quotesAll } = dialect;
  const field = (text: string): string => {
    const isNeeded = [delimiter, quote, '\n', '\r'].some((mark) => text.includes(mark));
    return quotesAll || isNeeded ? quote + text.replaceAll(quote, quote + quote) + quote : text;
  };
  const lines = rows.map((row) => row.map(field).join(delimiter));
  return lines.join(newline) + (dialect.endsWithNewline ? newline : '');
}

/** The adapter over a disk that gives few bytes at once, so that every mark stands on a border sometimes. */
function inBlocksOf(bytes: number): ReadAdapter {
  return {
    open: async ({ files: [file], options }) => {
      let most = Number.POSITIVE_INFINITY;
      const read = (at: number, length: number): Uint8Array =>
        file!.read(at, Math.min(length, most));
      const opened = await csv.open({ files: [{ ...file!, read }], options });
      most = bytes;
      return opened;
    },
  };
}

describe('csv as csv-parse reads it', () => {
  it('any table in any dialect and encoding reads back cell for cell', {
    timeout: 120_000,
  }, async () => {
    let doubted = 0;
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.integer({ min: 1, max: 60 }),
        async ({ rows, dialect }, blockBytes) => {
          const header = rows[0]!.map((_, index) => `Column ${index + 1}`);
          const { encoding, delimiter, quote } = dialect;
          const bytes = encode(written([header, ...rows], dialect), encoding);
          const read = await readAll(inBlocksOf(blockBytes), bytes, { encoding, delimiter, quote });
          if ([read.refusal, ...read.complaints].some((told) => told?.code === 'FILE_ENCODING')) {
            // By chance all bytes beyond ASCII formed UTF-8, or words that nobody writes: rightly doubted.
            doubted++;
            return;
          }
          expect(read.refusal).toBeUndefined();
          const shown = rows.map((row) =>
            withoutNulls(
              row.map(unguarded),
              nullCellsOf({}, () => -1),
            ),
          );
          // By chance a field looks like whole rows, too.
          const isDoubted = isSwallowing(read, shown, delimiter);
          expect(read.complaints.map(({ code }) => code)).toEqual(
            shown.filter(isDoubted).map(() => 'ROW_STRUCTURE'),
          );
          expect(read.columns).toEqual(header);
          expect(read.rows.map(({ cells }) => cells)).toEqual(
            shown.filter((row) => !isDoubted(row)),
          );
        },
      ),
      { numRuns: 2_000 },
    );
    // Some 16 of 2,000 tables of chance letters are doubted; 60 lies beyond ten standard deviations.
    expect(doubted).toBeLessThan(60);
  });

  it('any bytes end in rows or complaints, and what both readers take they read alike', {
    timeout: 120_000,
  }, async () => {
    const marks = ['"', ',', '\n', '\r\n', 'a', 'ü', ' ', '""', '1'];
    const texts = fc
      .array(fc.constantFrom(...marks), { maxLength: 40 })
      .map((parts) => parts.join(''));
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const read = await readAll(csv, text, {
          delimiter: ',',
          headerRow: 'none',
          encoding: 'utf-8',
        });
        if (read.refusal || read.complaints.length > 0) return;
        let expected: string[][];
        try {
          expected = parse(text, { skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] });
        } catch {
          return;
        }
        compared++;
        expect(read.rows.map(({ cells }) => cells)).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});
