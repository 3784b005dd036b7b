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

it.each([
  ['<c/>\n\n  Done.', 'line 3, column 3: text outside the root', 'Export again'],
  ['<c>\n<n>\n<!--\n-->\nM8 & M10</n></c>', 'line 5, column 4: a &', 'write &amp;'],
  ['<c\n a="1"\n b="?x=1&y=2"/>', 'line 3, column 9: a &', 'write &amp;'],
  ['<c>\n<n>M8 < M10</n></c>', 'line 2, column 7: a tag without a valid name', 'write &lt;'],
  ['<c>\n<n>M8\u0002</n></c>', 'line 2, column 6: a character', 'out of the text in the ERP'],
  ['<c>\n<n>M8&#x2;</n></c>', 'line 2, column 6: &#x2 is not', 'out of the text in the ERP'],
  ['<c/>\n\ufeff<?xml version="1.0"?><c/>', 'line 2, column 1: a byte order', 'its own file'],
  ['<!DOCTYPE html>\n<html><br></html>', 'line 2, column 11: <br>', 'in a browser'],
  ['<html>\n<p>Log in</p></html>', 'Its root is <html>', 'in a browser'],
])('%j is told with its place, and what helps', async (content, rule, remedy) => {
  const { refusal } = await reading(xml, [fileOf('artikel.xml', content)], { path: 'product' });
  expect(refusal?.rule).toContain(rule);
  expect(refusal?.remedy).toContain(remedy);
});
