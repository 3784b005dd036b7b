import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { fileOf, readAll } from '../text/reading.ts';

const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `A${from + n};Schraube;Fach ${n % 13};${n}\n`).join(
    '',
  );
const withNuls = (count: number): string =>
  `ArtNr;Name;Bem;Menge\n${rows(0, 6_000)}A6000;Schraube;Fa${'\0'.repeat(count)}ch 12;7\n${rows(6_001, 6_100)}`;

describe('a CSV file of which a part was never written', () => {
  it.each(['utf-8', 'windows-1252'] as const)('fault 1: is refused (%s)', async (encoding) => {
    const { refusal } = await readAll(csv, encode(withNuls(4_096), encoding), { encoding });
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', row: 6_002 });
  });

  it('fault 1: is refused also where its rows are looked at one by one', async () => {
    const opened = await csv.open({ files: [fileOf('a.csv', withNuls(4_096))], options: {} });
    const raw = 'reader' in opened ? opened.reader.rawRows?.() : undefined;
    let moved = raw?.move();
    while (moved === 'row') moved = raw?.move();
    expect(moved).toMatchObject({ code: 'FILE_TRUNCATED', row: 6_002 });
  });

  it.each([1, 30, 511])('is another than one in which %i NULs fill up a value', async (count) => {
    const { refusal, rows: read } = await readAll(csv, withNuls(count));
    expect(refusal).toBeUndefined();
    expect(read).toHaveLength(6_100);
  });
});
