import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '../../adapters/csv/read.ts';
import { json } from '../../adapters/json/read.ts';
import { parseCommands } from '../../src/orders/parse-commands.ts';

async function parse(text: string | Uint8Array, name = 'commands.csv') {
  const bytes = Buffer.from(text as string);
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const adapter = name.endsWith('.json') ? json : csv;
  return parseCommands({ name, size: bytes.length, read }, adapter);
}

const row = (change: object) => ({
  row: 2,
  orderNumber: '',
  orderId: '',
  action: 'accept',
  version: null,
  reason: null,
  trackingCode: null,
  notes: null,
  ...change,
});

describe('a command file', () => {
  it.each([',', ';', '\t'])('is read with %j between its fields', async (delimiter) => {
    const text = 'orderNumber|action|version\nN-1|accept|v1\n'.replaceAll('|', delimiter);
    expect(await parse(text)).toEqual({
      commands: [row({ orderNumber: 'N-1', version: 'v1' })],
    });
  });

  it('takes headers, actions and "any" in any case, and columns in any order', async () => {
    const text = '\ufeff ACTION ,x,ORDERID,VERSION\r\n Accept ,y, 7 , Any\r\n';
    expect(await parse(text)).toEqual({ commands: [row({ orderId: '7', version: 'any' })] });
  });

  it('takes the names of columns with other capitals, underscores and hyphens, in JSON as well', async () => {
    const command = { orderNumber: 'N-1', action: 'dispatch', trackingCode: 'T-1' };
    expect(await parse('ORDER_NUMBER;ACTION;Tracking-Code\nN-1;dispatch;T-1\n')).toEqual({
      commands: [row(command)],
    });
    const text = '[{"OrderNumber":"N-1","Action":"dispatch","tracking_code":"T-1"}]';
    expect(await parse(text, 'a.json')).toEqual({ commands: [row({ row: 1, ...command })] });
  });

  it('is refused whole where two columns may name the order, wherever the second comes', async () => {
    const refused = { refusal: { rule: expect.stringContaining('orderId') } };
    expect(await parse('orderId;order_id;action\n1;2;accept\n')).toMatchObject(refused);
    expect(await parse('orderId;orderId;action\n1;2;accept\n')).toMatchObject(refused);
    const text = '[{"orderId":1,"action":"accept"},{"OrderID":2,"action":"accept"}]';
    expect(await parse(text, 'a.json')).toMatchObject(refused);
  });

  it('passes over blank rows and counts rows as a person does', async () => {
    const parsed = await parse('orderId,action\n1,accept\n,\n\n3,accept\n');
    expect(parsed).toMatchObject({
      commands: [
        { row: 2, orderId: '1' },
        { row: 5, orderId: '3' },
      ],
    });
  });

  it('is read from JSON with every digit', async () => {
    const text = '[{"orderId":9007199254740993,"action":"cancel","reason":"ü","x":{"y":1}}]';
    expect(await parse(text, 'a.json')).toEqual({
      commands: [row({ row: 1, orderId: '9007199254740993', action: 'cancel', reason: 'ü' })],
    });
  });

  it('refuses single rows that break a rule, and keeps the others', async () => {
    const parsed = await parse('orderId,action\nx,accept\n2,accept\n3,accept,too,many\n');
    expect(parsed).toMatchObject({
      commands: [
        { row: 2, refused: { code: 'COMMAND_ORDER_ID' } },
        { row: 3, orderId: '2' },
        { row: 4, refused: { code: 'ROW_RAGGED' } },
      ],
    });
  });

  it.each([
    ['without an action column', 'orderId,note\n1,x\n', 'COMMAND_FILE_UNREADABLE'],
    ['without an order column', 'id,action\n1,accept\n', 'COMMAND_FILE_UNREADABLE'],
    ['with a header alone', 'orderId,action\n', 'COMMAND_FILE_UNREADABLE'],
    ['that is empty', '', 'FILE_EMPTY'],
    ['with an open quote', 'orderId,action\n"1,accept\n', 'FILE_TRUNCATED'],
  ])('is refused whole %s', async (_, text, code) => {
    const parsed = await parse(text);
    expect(parsed).toMatchObject({ refusal: { code, remedy: expect.stringMatching(/\w/) } });
  });

  it('refuses a row of JSON with an object in place of a text that its action sends', async () => {
    const codes = ['{"number":"T-1"}', '[{"number":"T-2"}]', '"T-3"', 'null', '{}'];
    const rows = codes.map((code) => `{"orderId":7,"action":"dispatch","trackingCode":${code}}`);
    const text = `[${rows},{"orderId":8,"action":"accept","reason":{"text":"not sent"}}]`;
    const parsed = await parse(text, 'a.json');
    const found = 'commands' in parsed ? parsed.commands : [];
    const ends = found.map(({ refused, trackingCode }) => refused?.code ?? trackingCode);
    expect(ends).toEqual(['ROW_STRUCTURE', 'ROW_STRUCTURE', 'T-3', null, null, null]);
    expect(found[0]?.refused?.message).toContain('"trackingCode": is an object and not a text.');
  });

  it('is refused whole where JSON is cut off or no array of objects', async () => {
    for (const text of ['[{"orderId":1,"action":"acc', '{"orderId":1', '[]', '"x"']) {
      expect(await parse(text, 'a.json'), text).toHaveProperty('refusal');
    }
  });

  it('never breaks on whatever it is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await parse(bytes)).toBeDefined();
        expect(await parse(bytes, 'a.json')).toBeDefined();
      }),
    );
  });
});
