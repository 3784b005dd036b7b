import { expect, it } from 'vitest';
import { errorsIn, marketplace } from './judged.ts';

it.each([
  ['./erp/out/state', 1],
  ['./erp/out/a/b', 1],
  ['./erp/output', 0],
  ['./erp', 0],
])('refuses the state below the outbox, which the ERP empties: %s', async (dataDir, errors) => {
  const text = `${marketplace}dataDir: ${dataDir}\norders: { outbox: { folder: ./erp/out } }\n`;
  const below =
    'dataDir is below this folder: the ERP, which takes files away here, would take the state. Use two folders.';
  expect(await errorsIn(text)).toEqual(Array(errors).fill(`3:29 ${below}`));
});
