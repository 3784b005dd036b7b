import { expect, it } from 'vitest';
import { errorsIn, marketplace } from './judged.ts';

it.each([
  ['./erp/out/state', 1],
  ['./erp/out/a/b', 1],
  ['./erp/output', 0],
  ['./erp', 0],
])('refuses the state below a folder that is emptied: %s', async (dataDir, errors) => {
  const written = `${marketplace}dataDir: ${dataDir}\n`;
  const text = `${written}orders: { outbox: { folder: ./erp/out } }\n`;
  const below =
    'dataDir is below this folder: files are taken away here, and the state would go with them. Use two folders.';
  expect(await errorsIn(text)).toEqual(Array(errors).fill(`3:29 ${below}`));
  const commands = '{ outbox: { folder: ./o }, commands: { folder: ./erp/out, receipts: ./r } }';
  expect(await errorsIn(`${written}orders: ${commands}\n`)).toEqual(
    Array(errors).fill(`3:56 ${below}`),
  );
});
