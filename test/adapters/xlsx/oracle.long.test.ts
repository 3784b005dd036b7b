import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as sheetjs from 'xlsx';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import type { SheetReader } from '../../../adapters/xlsx/table.ts';
import { hasRealData, readAll, realFile } from '../text/reading.ts';

/** Rows as SheetJS shows them, by row number; empty rows left out. */
function shownBySheetJs(bytes: Uint8Array, sheet: string): Map<number, readonly string[]> {
  const workbook = sheetjs.read(bytes, { dense: false });
  const cells = workbook.Sheets[sheet]!;
  const range = sheetjs.utils.decode_range(cells['!ref'] ?? 'A1');
  const rows = new Map<number, readonly string[]>();
  for (let row = range.s.r; row <= range.e.r; row++) {
    const texts = Array.from({ length: range.e.c + 1 }, (_, column) => {
      const cell = cells[sheetjs.utils.encode_cell({ r: row, c: column })] as
        | sheetjs.CellObject
        | undefined;
      // In scientific notation a barcode is lost: there, and only there, the stored digits count.
      const shown = cell?.w?.includes('E+') ? undefined : cell?.w;
      return shown ?? (cell?.v === undefined ? '' : String(cell.v));
    });
    const filled = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
    if (filled.length > 0) rows.set(row + 1, filled);
  }
  return rows;
}

/** What a cell was written from, as a person sees it. */
function shownText(cell: sheetjs.CellObject | null): string {
  if (cell === null) return '';
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE';
  return cell.t === 'n' && cell.z ? sheetjs.SSF.format(cell.z, cell.v) : String(cell.v);
}

const cells: fc.Arbitrary<sheetjs.CellObject | null> = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }).map((v) => ({ t: 's' as const, v })),
  fc
    .constantFrom('_x', '<b>&amp;', '00017', ' lead', 'two\nlines')
    .map((v) => ({ t: 's' as const, v })),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((v) => ({ t: 'n' as const, v })),
  fc
    .integer({ min: -99_999, max: 99_999 })
    .map((v) => ({ t: 'n' as const, v: v / 100, z: '0.000' })),
  fc.integer({ min: 0, max: 99_999 }).map((v) => ({ t: 'n' as const, v, z: '00000000' })),
  fc.integer({ min: 61, max: 60_000 }).map((v) => ({ t: 'n' as const, v, z: 'yyyy-mm-dd' })),
  fc.boolean().map((v) => ({ t: 'b' as const, v })),
  fc.constant(null),
);

describe('xlsx as SheetJS shows it', () => {
  it('any workbook that SheetJS writes reads back cell for cell', { timeout: 60_000 }, async () => {
    const sheets = fc.array(fc.array(cells, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(sheets, fc.boolean(), async (rows, isShared) => {
        const sheet = sheetjs.utils.aoa_to_sheet(rows);
        const workbook = sheetjs.utils.book_new(sheet, 'S');
        const bytes: Uint8Array = sheetjs.write(workbook, {
          type: 'buffer',
          bookType: 'xlsx',
          bookSST: isShared,
        });
        const expected = new Map<number, readonly string[]>();
        for (const [index, row] of rows.entries()) {
          const texts = row.map(shownText);
          const filled = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
          if (filled.length > 0) expected.set(index + 1, filled);
        }
        const read = await readAll(xlsx, bytes, { headerRow: 'none' });
        if (expected.size === 0) {
          expect(read.refusal?.code).toBe('FILE_EMPTY');
          return;
        }
        expect(new Map(read.rows.map(({ row, cells: texts }) => [row, texts]))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!hasRealData())('real workbooks (skipped where ../shared/data is missing)', () => {
  const names = [
    'bmecatconv_testConvertExcelToXmlWrongSeparatorsInDeliveryTime.xlsx',
    'bmecatconv_testCreateBMEcatFromExcelFullDataGTINAlsZahl.xlsx',
    'bmecatconv_testCreateBMEcatTwoPossibleSheets.xlsx',
  ];

  it.each(names)('%s shows what SheetJS shows, on every sheet', async (name) => {
    const file = realFile(`products/${name}`);
    const bytes = file.read(0, file.size);
    const first = await readAll(xlsx, file, { headerRow: 'none' });
    const { sheet, sheets } = first.reader as SheetReader;
    expect(sheet).toBe('Artikel');
    expect(sheets).toHaveLength(4);
    let rows = 0;
    for (const one of sheets) {
      const read = await readAll(xlsx, file, { headerRow: 'none', sheet: one });
      const expected = shownBySheetJs(bytes, one);
      expect(new Map(read.rows.map(({ row, cells: texts }) => [row, texts]))).toEqual(expected);
      rows += expected.size;
    }
    expect(rows).toBeGreaterThanOrEqual(2);
  });

  it('quirk 25: a barcode stored as a number keeps its digits', async () => {
    const read = await readAll(xlsx, realFile(`products/${names[1]}`));
    const column = read.reader?.column('ean') ?? -1;
    expect(read.rows.map(({ cells: texts }) => texts[column])).toEqual(['12345678901234']);
  });
});
