import { expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { open, room, useRoom } from '../one-room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name } }`;

useRoom();

it('the backlog is told while it waits, and when it is through once answers come', async () => {
  await open(sources);
  room.write('artikel.csv', [
    'Nr;Name',
    ...Array.from({ length: 900 }, (_, n) => `A${n};Artikel ${n}`),
  ]);
  room.post.hold();
  await room.pass(100);
  expect(await room.catalog.facts()).toMatchObject({ waitingItems: 900 });
  expect(await room.catalog.facts()).not.toHaveProperty('emptyAt');
  expect(planText(await room.catalog.plan())).not.toContain('This has begun');
  let answers = 0;
  // Some answers come, then none.
  room.post.intercept(() => {
    answers += 1;
    if (answers === 2) room.post.hold();
    return undefined;
  });
  room.post.letGo();
  await room.pass(200);
  const { waitingItems, emptyAt } = await room.catalog.facts();
  expect(waitingItems).toBeGreaterThan(0);
  expect(waitingItems).toBeLessThan(900);
  const plan = await room.catalog.plan();
  expect(planText(plan)).toContain(
    `\n  This has begun: ${waitingItems} rows are still to be sent or answered; the other numbers are of the whole plan.\n`,
  );
  expect(emptyAt).toBeGreaterThan(Date.now() - 1_000);
  room.post.letGo();
  await room.pass();
  expect(await room.catalog.facts()).toMatchObject({ waitingItems: 0 });
  expect(await room.catalog.facts()).not.toHaveProperty('emptyAt');
});
