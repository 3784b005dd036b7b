import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { dbf } from '../../../adapters/dbf/read.ts';
import { hasRealData, objectsOf, readAll, realFile } from '../text/reading.ts';
import { cellsOf, readPair } from './pair.ts';

describe.skipIf(!hasRealData())(
  'real dBase tables (skipped where ../shared/data is missing)',
  () => {
    it('quirk 6: a product table with its memo file, as another program reads it', async () => {
      const file = realFile('products/dbase_83.dbf');
      const memo = realFile('products/dbase_83.dbt');
      const read = await readPair(file.read(0, file.size), memo, { encoding: 'windows-1252' });
      const oracle = XLSX.read(Buffer.from(file.read(0, file.size)), { type: 'buffer' });
      const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(
        oracle.Sheets[oracle.SheetNames[0]!]!,
        { defval: '' },
      );
      expect(read.complaints).toEqual([]);
      expect(rows).toHaveLength(67);
      const shown = objectsOf(read);
      expect(shown.map(({ CODE, NAME }) => [CODE, NAME])).toEqual(
        rows.map((row) => [String(row['CODE']).trimEnd(), String(row['NAME']).trimEnd()]),
      );
      expect(shown[0]!['DESC']).toMatch(/^Our Original assortment\.\.\.a little taste of heaven/);
      const head = Buffer.from(file.read(0, 32));
      const [headerBytes, recordBytes] = [head.readUInt16LE(8), head.readUInt16LE(10)];
      const pointers = shown.map((_, at) =>
        Buffer.from(file.read(headerBytes + recordBytes * at + 780, 10)).toString(),
      );
      expect(pointers.filter((pointer) => pointer.trim() !== '').length).toBeGreaterThan(50);
      expect(shown.map(({ DESC }) => DESC !== '')).toEqual(
        pointers.map((pointer) => pointer.trim() !== ''),
      );
    });

    it('quirk 5: a FoxPro table by its language byte', async () => {
      const read = await readAll(dbf, realFile('products/cp1251.dbf'));
      expect(read.reader?.dialect.encoding).toBe('windows-1251');
      expect(cellsOf(read)).toEqual([
        ['1', 'амбулаторно-поликлиническое'],
        ['2', 'больничное'],
        ['3', 'НИИ'],
        ['4', 'образовательное медицинское учреждение'],
      ]);
    });
  },
);
