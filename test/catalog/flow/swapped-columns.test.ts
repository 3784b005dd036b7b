import { describe, expect, it } from 'vitest';
import { open, passFile, useRoom } from '../one-room.ts';

const head = 'Nr;Name;EAN;Marke;Menge';
/** One of five has no barcode. */
const rows = (): string[] =>
  Array.from({ length: 30 }, (_, n) =>
    [`A${n}`, `Nagel ${n}`, n % 5 === 0 ? '' : `40063813${1_000 + n}`, 'Würth', '5'].join(';'),
  );
const swapped = (line: string): string => line.replace(/;([^;]*);([^;]*);5$/, ';$2;$1;5');

useRoom();

const passOver = (lines: readonly string[]) => passFile('artikel.csv', [head, ...lines]);

describe('fault 5: barcode and brand in each other’s columns', () => {
  it('hold what gets its first barcode by it and what is new as well, and the right file leaves no trace', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", empty: keep, mapping: { externalId: Nr, name: Name, barcode: EAN, brand: Marke, availableQty: Menge } }`);
    await passOver(rows());
    const { calls, held } = await passOver(
      [...rows(), 'B;Bolt;4006381333931;Würth;5'].map(swapped),
    );
    expect(calls).toEqual([]);
    expect(held).toMatchObject([
      {
        items: 31,
        sentence:
          '24 of 30 barcodes of artikel.csv change at once: have its columns moved? The rest of the file is sent.',
      },
    ]);
    expect(await passOver(rows())).toMatchObject({ calls: [], held: [] });
  });

  it('are no doubt where articles only get their first barcodes', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name, barcode: EAN } }`);
    await passOver(rows().map((line) => line.replace(/;400\d+;/, ';;')));
    expect((await passOver(rows())).held).toEqual([]);
  });
});
