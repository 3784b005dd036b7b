import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  csvReceipt,
  jsonReceipt,
  outcomeOf,
  receiptColumns,
  receiptLine,
  receiptName,
} from '../../src/orders/receipts.ts';
import type { CommandState } from '../../src/store/commands.ts';

const outcomes: Record<CommandState, string> = {
  READY: 'waiting',
  SENT: 'waiting',
  CHECKING: 'waiting',
  AMENDMENT: 'waiting',
  NEWER_FILE: 'waiting',
  PARKED: 'waiting',
  DONE: 'done',
  REFUSED: 'refused',
};

const command = (message: string) =>
  ({
    id: 1,
    file: 1,
    row: 2,
    order_number: 'N-1',
    order_id: '9007199254740993',
    known: 1,
    action: 'accept',
    version: null,
    reason: null,
    tracking_code: null,
    notes: null,
    state: 'REFUSED',
    same_as: null,
    look: 0,
    request: null,
    tries: 1,
    if_match: null,
    produced_version: null,
    waits_after: null,
    waits_for: null,
    code: 'STOCK_INSUFFICIENT',
    message,
    order_status: null,
    at: Date.parse('2026-11-20T08:00:00Z'),
  }) as const;
const line = (message: string) => receiptLine(command(message));

describe('receipts', () => {
  it.each(Object.entries(outcomes))('call %s %s', (state, outcome) => {
    expect(outcomeOf(state as CommandState)).toBe(outcome);
  });

  it.each(['READY', 'SENT', 'CHECKING'] as const)(
    'say of a row that has no answer yet (%s) where to see what it waits for',
    (state) => {
      expect(receiptLine({ ...command(''), state, code: null, message: null })).toMatchObject({
        outcome: 'waiting',
        message:
          'Not finished yet. To see what it waits for: stockhand status, and stockhand orders show 9007199254740993.',
      });
    },
  );

  it('name no code of a row that goes on by itself, also after a failure that did not end', () => {
    const repeated = { state: 'SENT', code: 'COMMAND_UNANSWERED', message: null } as const;
    expect(receiptLine({ ...command(''), ...repeated })).toMatchObject({
      outcome: 'waiting',
      code: '',
      message: expect.stringContaining('Not finished yet.'),
    });
  });

  it('have the columns of the contract, in its order', () => {
    const text = Buffer.from(csvReceipt([line('no')])).toString();
    expect(text).toBe(
      'row,orderNumber,orderId,action,outcome,code,message,orderStatus,at\r\n' +
        '2,N-1,9007199254740993,accept,refused,STOCK_INSUFFICIENT,no,,2026-11-20T08:00:00.000Z\r\n',
    );
  });

  it('fault 79: give every text back exactly, to a reader that is not ours', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (messages) => {
        const bytes = Buffer.from(csvReceipt(messages.map(line)));
        const rows: Record<string, string>[] = parse(bytes, { columns: true });
        expect(rows.map(({ message }) => message)).toEqual(messages);
        expect(Object.keys(rows[0] ?? {})).toEqual(receiptColumns);
      }),
    );
  });

  it('are an array in JSON, the row a number and the id a text', () => {
    const [only] = JSON.parse(Buffer.from(jsonReceipt([line('no')])).toString());
    expect(only).toMatchObject({ row: 2, orderId: '9007199254740993', outcome: 'refused' });
  });

  it('never take the name of another receipt', () => {
    const taken = new Set(['a.csv.receipt.csv', 'a.csv.receipt.2.csv']);
    expect(receiptName('a.csv', (name) => taken.has(name))).toBe('a.csv.receipt.3.csv');
    expect(receiptName('a.JSON', () => false)).toBe('a.JSON.receipt.json');
    expect(receiptName('a.txt', () => false)).toBe('a.txt.receipt.csv');
  });

  it('fit into a file system, however long the name of the command file is', () => {
    const long = `${'ü'.repeat(125)}.csv`;
    const first = receiptName(long, () => false);
    expect(first).toMatch(/^ü+\.receipt\.csv$/);
    expect(Buffer.byteLength(`.${first}.part`)).toBeLessThanOrEqual(255);
    expect(receiptName(long, (name) => name === first)).toMatch(/^ü+\.receipt\.2\.csv$/);
  });
});
