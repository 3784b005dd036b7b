import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

it('a sample may have more short lines than a call takes arguments', async () => {
  const { text } = await proposed('stock.csv', `sku,qty\n${'1001,5\n'.repeat(150_000)}`);
  expect(text).toContain('externalId: sku');
});
