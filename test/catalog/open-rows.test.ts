import { expect, it } from 'vitest';
import { file, one } from './both-ways.ts';
import { declared } from './declared.ts';
import { openTwin } from './twins.ts';

it.each([
  ['holds', one.replace('availableQty: Menge', 'availableQty: { column: Menge, buffer: 5 }')],
  ['rejects', one.replace('name: Name', 'name: Marke').replace('brand: Marke', 'brand: Name')],
  ['leaves out', `  only: [B]\n${one}`],
])(
  'a row in an open request that another configuration %s is counted once, by its answer',
  async (_, other) => {
    const twin = openTwin(await declared(one));
    twin.wish('a', file('A;Nagel;M;20', 'B;Mutter;M;5'));
    await twin.rest();
    const run = twin.wish('a', file('A;Stift;;0', 'B;Mutter;M;5'));
    await twin.steps(50);
    expect(twin.open).toBe(1);
    twin.restart(await declared(other));
    await twin.rest();
    expect(twin.store.runs.get(run)).toMatchObject({ read: 2, waiting: 0, final: 1 });
  },
);
