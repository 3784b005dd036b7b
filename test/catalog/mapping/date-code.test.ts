import { describe, expect, it } from 'vitest';
import { fileOf } from '../../adapters/text/reading.ts';
import { cellsOf, xlsBytes } from '../../adapters/workbook/workbooks.ts';
import { book } from '../../adapters/xlsx/zip.ts';
import { builtReader } from '../../support/built.ts';
import { complaintsOf, fieldsOf, mapOne, mapRows } from '../mapped.ts';

const formats = ['General', 'd\\-mmm', 'yyyy', 'yyyy-mm-dd', 'h:mm'];
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
/** 2025-10-08, as a spreadsheet makes it of `10-8`. */
const date = (format: string) => `<c s="${formats.indexOf(format)}"><v>45938</v></c>`;
const workbook = (...cells: readonly string[]) =>
  book({
    formats,
    rows: [['Nr', 'A', 'B'].map(text), cells].map((row) => `<row>${row.join('')}</row>`).join(''),
  });
const read = (bytes: Uint8Array, mapping: string, keys = '') =>
  mapOne(bytes, mapping, `format: xlsx${keys}`);

describe('a date in a workbook', () => {
  it('quirk 24: is no article number: its row is rejected, with what the cell shows and holds and what to do', async () => {
    const row = await read(workbook(date('d\\-mmm'), text('Nagel')), '{ externalId: Nr, name: A }');
    expect(row).toMatchObject({
      kind: 'rejected',
      complaints: [
        {
          code: 'ROW_KEY_INVALID',
          column: 'Nr',
          value: '8-Oct',
          rule: expect.stringContaining('(2025-10-08)'),
          remedy: expect.stringContaining('as text'),
        },
      ],
    });
  });

  it.each(['yyyy', 'yyyy-mm-dd', 'h:mm'])('is none under %s either', async (format) => {
    const row = await read(workbook(date(format), text('Nagel')), '{ externalId: Nr, name: A }');
    expect(complaintsOf(row)).toEqual(['ROW_KEY_INVALID Nr']);
  });

  it('is no barcode', async () => {
    const bytes = workbook(text('A1'), date('d\\-mmm'));
    const row = await read(bytes, '{ externalId: Nr, name: Nr, barcode: A }');
    expect(row).toMatchObject({ externalId: 'A1' });
    expect(complaintsOf(row)).toEqual(['ROW_KEY_INVALID A']);
  });

  it.each(['d\\-mmm', 'yyyy', 'yyyy-mm-dd'])('is no number under %s', async (format) => {
    const bytes = workbook(text('A1'), date(format), text('3'));
    const fields = '{ externalId: Nr, name: Nr, availableQty: A, minOrderQty: B }';
    expect(complaintsOf(await read(bytes, fields))).toEqual(['ROW_NUMBER A']);
    const lead = '{ externalId: Nr, name: Nr, leadTimeDays: A }';
    expect(complaintsOf(await read(bytes, lead))).toEqual(['ROW_NUMBER A']);
  });

  it('is part of a number that is put together of several columns: a batch keeps until a day', async () => {
    const row = await read(
      workbook(text('A1'), date('yyyy-mm-dd')),
      '{ externalId: { columns: [Nr, A], join: "-" }, name: Nr }',
    );
    expect(row).toMatchObject({ kind: 'row', externalId: 'A1-2025-10-08' });
  });

  it('is no number of the article in the rows that repeat it', async () => {
    const rows = await mapRows(
      book({
        formats,
        rows: [
          [text('Nr'), text('A')],
          [date('d\\-mmm'), text('Nagel')],
          [text(''), text('Mutter')],
        ]
          .map((row) => `<row>${row.join('')}</row>`)
          .join(''),
      }),
      '{ externalId: Nr, name: A }',
      'format: xlsx, fillDown: { columns: [Nr] }',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['rejected', 'rejected']);
  });

  it('goes as a text as far as it is shown', async () => {
    const row = await read(
      workbook(text('A1'), date('yyyy'), date('d\\-mmm')),
      '{ externalId: Nr, name: Nr, attributes: { columns: [A, B] } }',
    );
    expect(fieldsOf(row)).toMatchObject({ attributes: { A: '2025', B: '8-Oct' } });
  });

  it('is known in XLS as well', async () => {
    const bytes = xlsBytes([['Nr'], [45_938]], { A2: 'd\\-mmm' });
    const [cells] = await cellsOf(builtReader('xls'), fileOf('a.xls', bytes), { sheet: 'Artikel' });
    expect([cells?.[0], cells?.dates?.get(0)]).toEqual(['8-Oct', '2025-10-08']);
  });
});
