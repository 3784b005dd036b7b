import { expect, it } from 'vitest';
import { scalar } from '../../src/setup/yaml-line.ts';
import { proposed } from './proposed.ts';

it.each(['0x1F', '0o17', '.inf', '.NaN'])('%s, a number to YAML, stands in quotes', (text) => {
  expect(scalar(text)).toBe(`"${text}"`);
});

it('a column may be called as what every object has', async () => {
  const rows = 'ArtNr;Bezeichnung;Constructor\nA-1;Bolt;Ferrari\nA-2;Nut;Lotus\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain('columns: [Constructor]');
});

it('one row that cannot be read is one row', async () => {
  const rows = 'ArtNr;Bezeichnung\nA-1;Bolt\nA-2;Nut\nA-3;a;b;c\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain('# 1 row of the sample could not be read');
});

it('a sample may have more short lines than a call takes arguments', async () => {
  const { text } = await proposed('stock.csv', `sku,qty\n${'1001,5\n'.repeat(150_000)}`);
  expect(text).toContain('externalId: sku');
});
