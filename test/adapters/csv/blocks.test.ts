import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import type { ExportRecord } from '../../../src/domain/adapter.ts';
import { fileOf } from '../text/reading.ts';

const names = Array.from({ length: 5_000 }, (_, n) => `Größe ${n}\n${'x'.repeat(n % 90)}`);
const text = `Nr;Name;Menge\n${names.map((name, n) => `A${n};"${name}";${n}\n`).join('')}`;
const expected = names.map((name, n) => `${n + 2}: A${n}|${name}|${n}`);

function said(record: ExportRecord): string {
  const cells = record.cells();
  return `${record.row}: ${'rule' in cells ? cells.rule : cells.join('|')}`;
}

it.each([
  ['utf-8', Number.POSITIVE_INFINITY],
  ['windows-1252', 100_000],
  ['utf-16le', Number.POSITIVE_INFINITY],
] as const)(
  'rows over several blocks of %s arrive once, read %d bytes at a time at most',
  async (encoding, most) => {
    const bytes = encode(text, encoding);
    const read = (at: number, length: number) => bytes.subarray(at, at + Math.min(length, most));
    const file = { ...fileOf('a.csv', bytes), read };
    const opened = await csv.open({ files: [file], options: { encoding, delimiter: ';' } });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const seen: string[] = [];
    for await (const { records } of opened.reader.batches())
      for (const record of records) seen.push(said(record));
    expect(seen).toEqual(expected);
    const rows = opened.reader.rawRows?.();
    const looked: string[] = [];
    while (rows?.move() === 'row') looked.push(said(rows.record()));
    expect(looked).toEqual(encoding === 'utf-16le' ? [] : expected);
  },
);
