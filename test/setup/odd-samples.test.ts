import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

it('a column may be called as what every object has', async () => {
  const rows = 'ArtNr;Bezeichnung;Constructor\nA-1;Bolt;Ferrari\nA-2;Nut;Lotus\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain('columns: [Constructor]');
});

it('a sample may have more short lines than a call takes arguments', async () => {
  const { text } = await proposed('stock.csv', `sku,qty\n${'1001,5\n'.repeat(150_000)}`);
  expect(text).toContain('externalId: sku');
});
