import { expect, it } from 'vitest';
import { reverse } from '../../../src/catalog/undo/reverse.ts';

it('an undo looks up what hid an article only of inactive ones: each look may read a whole request again', async () => {
  const looked: number[] = [];
  const article = (id: number, traits: string) => [
    { id, external_id: `A${id}`, content_hash: 2, content_request: 3, traits },
    { content: { was: 1, wasRun: 1, wasSentIn: 1, now: 2 }, isRemoved: false },
  ];
  const input = {
    source: { kind: 'products' },
    isInPilot: () => true,
    isOwnHide: (_request: number, product: number) => looked.push(product) < 0,
    shared: () => 'own',
    lastWord: { content: () => 'own', stock: () => undefined },
    before: (row: { external_id: string }) => ({ externalId: row.external_id, name: 'before' }),
  };
  const { reversals } = await reverse(input as never, each([article(1, 'x+'), article(2, 'x-')]));
  expect(reversals.map(({ externalId }) => externalId)).toEqual(['A1', 'A2']);
  expect(new Set(looked)).toEqual(new Set([2]));
});

async function* each(articles: readonly unknown[]) {
  for (const article of articles) yield (await article) as never;
}
