import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import type { ExportReader } from '../../../src/domain/adapter.ts';

type Seen = readonly [row: number | undefined, text: string];

async function inBatches(reader: ExportReader): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const { records, refusal } of reader.batches()) {
    for (const record of records) seen.push([record.row, JSON.stringify(record.cells())]);
    if (refusal !== undefined) seen.push([refusal.row, refusal.code]);
  }
  return seen;
}

function oneByOne(reader: ExportReader): Seen[] {
  const rows = reader.rawRows?.();
  const seen: Seen[] = [];
  for (;;) {
    const moved = rows?.move() ?? 'end';
    if (moved === 'end') return seen;
    if (moved !== 'row') return [...seen, [moved.row, moved.code]];
    const record = rows?.record();
    if (record !== undefined) seen.push([record.row, JSON.stringify(record.cells())]);
  }
}

/** A file that gives at most so many bytes at once where its bytes go into the reader's own room. */
function fileOf(text: string, most: number) {
  const bytes = Buffer.from(text);
  const read = (offset: number, length: number, into?: Uint8Array): Uint8Array => {
    if (into === undefined) return bytes.subarray(offset, offset + length);
    const given = bytes.subarray(offset, offset + Math.min(length, most));
    into.set(given);
    return into.subarray(0, given.length);
  };
  return { name: 'a.csv', size: bytes.length, read };
}

const pieces = [
  'a',
  'b;c',
  '"d;e"',
  '"f\ng"',
  '"',
  '""',
  ';',
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\u001a',
  '\ufeff',
  ' ',
];
const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 30 });
const headerRow = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), {
  nil: undefined,
});
const quote = fc.constantFrom('"', 'none');

it('quirk 11: the rows of a table are the same one by one and in batches, wherever header and windows end', async () => {
  await fc.assert(
    fc.asyncProperty(text, headerRow, quote, fc.integer({ min: 1, max: 9 }), async (...given) => {
      const [parts, header, mark, most] = given;
      const options = { delimiter: ';', quote: mark, ...(header && { headerRow: header }) };
      const files = [fileOf(parts.join(''), most)];
      const opened = await csv.open({ files, options });
      if ('refusal' in opened) return;
      expect(oneByOne(opened.reader)).toEqual(await inBatches(opened.reader));
    }),
    { numRuns: 2_000 },
  );
});
