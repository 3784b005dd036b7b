import { expect, it } from 'vitest';
import { parkedItems } from '../../src/web/view.ts';
import { sampleFacts } from './sample-facts.ts';

it('whatever a retry of all sends again counts as parked: articles, pictures, orders and commands', () => {
  const { catalog, orders, ...rest } = sampleFacts;
  const pictures = {
    ...({ state: 'inStep', folder: '', sentence: '' } as const),
    ...{ files: 9, confirmed: 0, waiting: 0, parked: 9, refused: 4, missing: 0 },
  };
  const items = parkedItems({
    ...rest,
    catalog: { ...catalog!, pictures },
    orders: {
      ...orders!,
      outbox: { ...orders!.outbox, parked: 1 },
      commands: { ...orders!.commands, waiting: 3, parked: 2 },
    },
  });
  expect(items).toBe(3 + 4 + 1 + 2);
});
