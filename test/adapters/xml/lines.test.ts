import { expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { fileOf, reading } from './reading.ts';

it('lines and columns are counted over the borders of blocks, however lines end', async () => {
  const lines = `<!--${' '.repeat(100)}-->\r\n\r\n`.repeat(2_000);
  const at = async (text: string) => {
    const file = fileOf('artikel.xml', `<c>${lines}${text}`);
    return (await reading(xml, [file], { path: 'product' })).refusal?.rule;
  };
  expect(await at('  <n>\u0001</n></c>')).toContain('line 4001, column 6: a character');
  expect(await at('\r  <n a="1" a="2"/></c>')).toContain('line 4002, column 3: the attribute a');
  expect(await at('<n>x')).toContain('its last tag is in line 4001');
});
