import { describe, expect, it } from 'vitest';
import { realFilesExist } from './example-room.ts';
import { manifestCount, tabbedLines } from './plain-reading.ts';
import { allSent, countedRows, expectSilence, firstPass } from './real-case.ts';

const file = 'uhtt_barcodes_24k.csv';

describe.skipIf(!realFilesExist())(
  'the barcode list of 22,542 rows (skipped where ../shared/data is missing)',
  () => {
    it('quirks 15 and 25: arrives whole in the fewest calls, each barcode with its digits, and once', async () => {
      const { room, pass } = await firstPass({
        example: 'barcode-list.yaml',
        files: { 'barcodes.csv': file },
        manifest: {},
        books: () => ({}),
        products: () => [],
      });
      try {
        const [, ...rows] = tabbedLines(file);
        expect(rows).toHaveLength(manifestCount(file));
        expect(countedRows(pass)).toEqual({ barcodes: [allSent(rows.length)] });
        expect(pass.calls).toMatchObject({
          batchUpsert: Math.ceil(rows.length / 100),
          batchStock: 0,
        });
        const said = rows.map(([id, barcode, name = '', , , , brand = '']) =>
          [id, barcode, name.trim(), brand].join('\t'),
        );
        const stored = (await room.products()).map(({ externalId, barcode, name, brand = '' }) =>
          [externalId, barcode, name, brand].join('\t'),
        );
        expect(stored).toHaveLength(rows.length);
        const known = new Set(stored);
        expect(said.filter((row) => !known.has(row))).toEqual([]);
        await expectSilence(room);
      } finally {
        await room.close();
      }
    });
  },
);
