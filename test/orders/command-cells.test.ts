import { describe, expect, it } from 'vitest';
import * as sheetjs from 'xlsx';
import { csv } from '../../adapters/csv/read.ts';
import { json } from '../../adapters/json/read.ts';
import { xlsx } from '../../adapters/xlsx/read.ts';
import type { ReadAdapter } from '../../src/domain/adapter.ts';
import { parseCommands } from '../../src/orders/parse-commands.ts';
import { fileOf } from '../adapters/text/reading.ts';

type Cell = string | number | Date | sheetjs.CellObject | null;

async function commandsOf(adapter: ReadAdapter, content: string | Uint8Array) {
  const parsed = await parseCommands(fileOf('commands', content), adapter);
  if ('refusal' in parsed) return parsed.refusal;
  return parsed.commands.map(({ orderId, trackingCode, refused }) => [
    orderId,
    refused?.code ?? trackingCode,
  ]);
}

function workbook(...sheets: Cell[][][]): Uint8Array {
  const book = sheetjs.utils.book_new();
  sheets.forEach((rows, index) => {
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows), `S${index + 1}`);
  });
  return sheetjs.write(book, { type: 'buffer', bookType: 'xlsx' });
}

const header = ['orderId', 'action', 'Tracking_Code', 'reason'];
const missing: Cell = { t: 'e', v: 42, w: '#N/A', f: 'VLOOKUP(A2,Z1:Z9,1,0)' };
const uncalculated: Cell = { t: 'n', f: 'A3+1' };

describe('what a spreadsheet makes of a command', () => {
  it('quirk 19: a dispatch whose tracking code is an error or a formula without result is refused, and no code goes in its place', async () => {
    const rows = [header, [1, 'dispatch', missing], [2, 'dispatch', uncalculated]];
    expect(await commandsOf(xlsx, workbook(rows))).toEqual([
      ['1', 'ROW_ERROR_CELL'],
      ['2', 'ROW_FORMULA'],
    ]);
    const text = 'orderId;action;trackingCode\n1;dispatch;#N/A\n2;dispatch;######\n';
    expect(await commandsOf(csv, text)).toEqual([
      ['1', 'ROW_ERROR_CELL'],
      ['2', 'ROW_ERROR_CELL'],
    ]);
  });

  it('lessons 6: a tracking code that it has cut, or made a date of, is refused', async () => {
    const date = new Date(Date.UTC(2026, 9, 8));
    const codes = [3.4e19, 123_456_789_012_345, date, '00340434123456789012'];
    const rows = [header, ...codes.map((code, index) => [index + 1, 'dispatch', code])];
    expect(await commandsOf(xlsx, workbook(rows))).toEqual([
      ['1', 'COMMAND_CODE_CUT'],
      ['2', '123456789012345'],
      ['3', 'COMMAND_CODE_CUT'],
      ['4', '00340434123456789012'],
    ]);
    const text = 'orderId;action;trackingCode\n1;dispatch;3,40434E+19\n2;dispatch;1Z9E3\n';
    expect(await commandsOf(csv, text)).toEqual([
      ['1', 'COMMAND_CODE_CUT'],
      ['2', '1Z9E3'],
    ]);
    const exact = '[{"orderId":1,"action":"dispatch","trackingCode":34043412345678901234}]';
    expect(await commandsOf(json, exact)).toEqual([['1', '34043412345678901234']]);
  });

  it('a cell that the action does not send is no reason to refuse its row', async () => {
    const rows = [header, [1, 'accept', missing, missing], [2, 'dispatch', 'T-1', missing]];
    expect(await commandsOf(xlsx, workbook(rows))).toEqual([
      ['1', null],
      ['2', 'T-1'],
    ]);
  });

  it('a row that formulas fill in ahead is blank, but not one whose order is such a formula', async () => {
    const rows = [header, [1, 'accept'], [null, null, uncalculated], [uncalculated, missing]];
    expect(await commandsOf(xlsx, workbook(rows))).toEqual([
      ['1', null],
      ['', 'ROW_FORMULA'],
    ]);
  });

  it('commands on several sheets are refused, for one is read; so are those behind a sheet without any; another table beside them is not looked at', async () => {
    const commands = [header, [1, 'accept']];
    const refused = {
      code: 'COMMAND_FILE_UNREADABLE',
      rule: expect.stringMatching(/"S1" and "S2"/),
    };
    expect(await commandsOf(xlsx, workbook(commands, commands))).toMatchObject(refused);
    const behind = {
      code: 'COMMAND_FILE_UNREADABLE',
      rule: expect.stringMatching(/on the sheet "S2", and the sheet "S1" is read/),
    };
    expect(await commandsOf(xlsx, workbook([['Anleitung']], commands))).toMatchObject(behind);
    const prices = [
      ['orderId', 'price'],
      [1, 2],
    ];
    expect(await commandsOf(xlsx, workbook(commands, prices, [header]))).toEqual([['1', null]]);
  });
});
