import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { complaintText } from '../../src/domain/complaint.ts';
import { fileOf } from '../adapters/text/reading.ts';
import { odsBytes, row, table, text } from '../adapters/workbook/ods.ts';
import { book } from '../adapters/xlsx/zip.ts';
import { builtReader } from '../support/built.ts';
import { complaintsOf, mapRows } from './mapped.ts';

const inline = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const error = (value: string): string => `<c t="e"><f>VLOOKUP(A2,X:Y,2,0)</f><v>${value}</v></c>`;
/** Rows below the names Nr, Name and Marke. */
const workbook = (...rows: readonly string[]): Uint8Array =>
  book({
    rows: [['Nr', 'Name', 'Marke'].map(inline).join(''), ...rows]
      .map((cells) => `<row>${cells}</row>`)
      .join(''),
  });
const read = (rows: string, written: string, keys = 'format: xlsx') =>
  mapRows(workbook(rows), written, keys);
const mapping = '{ externalId: Nr, name: Name, brand: Marke }';

/** Of each record the columns of its errors, with what they show. */
async function errorsOf(format: 'xls' | 'ods', bytes: Uint8Array) {
  const opened = await builtReader(format).open({ files: [fileOf('a', bytes)], options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const { value } = await opened.reader.batches().next();
  const { records } = value as never as {
    records: { cells(): readonly unknown[] & { faults?: ReadonlyMap<number, object> } }[];
  };
  return records.map((record) => {
    const cells = record.cells();
    return { cells: [...cells], faults: [...(cells.faults ?? [])] };
  });
}

const fault = (value: string) => expect.objectContaining({ code: 'ROW_ERROR_CELL', value });

describe('a cell of a workbook that holds an error', () => {
  it.each([
    ['a name', inline('A1') + error('#NAME?') + inline('Bosch'), 'Name', '#NAME?'],
    ['a brand', inline('A1') + inline('Nagel') + error('#REF!'), 'Marke', '#REF!'],
    ['a key', error('#N/A') + inline('Nagel') + inline('Bosch'), 'Nr', '#N/A'],
  ])('rejects the row that reads it as %s, and names it', async (...given) => {
    const [, rows, column, value] = given;
    const [mapped] = await read(rows, mapping);
    if (mapped?.kind !== 'rejected') throw new Error('The row was not rejected.');
    expect(mapped.complaints.map(complaintText)).toEqual([
      `column "${column}", "${value}": is an error of the workbook and no value. Correct the formula in the workbook, and save it.`,
    ]);
  });

  it('says nothing where the mapping does not read it', async () => {
    const rows = inline('A1') + inline('Nagel') + error('#REF!');
    expect(await read(rows, '{ externalId: Nr, name: Name }')).toMatchObject([{ kind: 'row' }]);
  });

  it('is no value that a default, a table or a condition could stand in for', async () => {
    const rows = inline('A1') + inline('Nagel') + error('#N/A');
    const translated = '{ externalId: Nr, name: Name, brand: { column: Marke, default: x } }';
    const where = 'format: xlsx, where: [{ column: Marke, equals: Bosch }]';
    for (const found of [await read(rows, translated), await read(rows, mapping, where)])
      expect(found.flatMap(complaintsOf)).toEqual(['ROW_ERROR_CELL Marke']);
  });

  it('makes no row below the table, where formulas stand beside no article', async () => {
    expect(await read(`<c/><c/>${error('#N/A')}`, mapping)).toEqual([{ kind: 'skipped' }]);
  });

  it('is not meant by a text that a person typed', async () => {
    const rows = inline('A1') + inline('#N/A') + inline('#REF!');
    expect(await read(rows, mapping)).toMatchObject([
      { kind: 'row', fields: { name: '#N/A', brand: '#REF!' } },
    ]);
  });

  it('is known in an XLS workbook, a text that shows the same apart', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Nr', 'Name', 'Marke'],
      ['A1', '#N/A', ''],
    ]);
    sheet['C2'] = { t: 'e', v: 42, w: '#N/A' };
    const written = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(written, sheet, 'Artikel');
    const bytes = XLSX.write(written, { type: 'buffer', bookType: 'biff8' }) as Buffer;
    expect(await errorsOf('xls', bytes)).toEqual([
      { cells: ['A1', '#N/A'], faults: [[2, fault('#N/A')]] },
    ]);
  });

  it('is known in an ODS workbook, a text that shows the same apart', async () => {
    const cell =
      '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>';
    const rows = [
      row(text('Nr'), text('Name'), text('Marke')),
      row(text('A1'), text('#DIV/0!'), cell),
      row(cell),
    ];
    expect(await errorsOf('ods', odsBytes(table('S', rows.join(''))))).toEqual([
      { cells: ['A1', '#DIV/0!'], faults: [[2, fault('#DIV/0!')]] },
      { cells: [], faults: [[0, fault('#DIV/0!')]] },
    ]);
  });
});
