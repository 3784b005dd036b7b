import { expect, it } from 'vitest';
import { dialect, file, one } from './both-ways.ts';
import { declared } from './declared.ts';
import { openTwin } from './twins.ts';

const commitsMax = 40;

it('a row that turns out to be in step is counted once, at whichever commit the process is killed', async () => {
  const articles = one.replace(', availableQty: Menge', '');
  const stock = `{ name: s, kind: stock, files: "s*", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const config = await declared(`${articles}\n    - ${stock}`);
  for (let commits = 0; commits < commitsMax; commits += 1) {
    const twin = openTwin(config);
    twin.wish('a', file('A;Nagel;M;1'));
    twin.wish('s', file('A;;;20'));
    await twin.rest();
    twin.wish('s', file('A;;;30'));
    await twin.steps(50);
    const run = twin.wish('a', file('A;Nagel;M;1', 'B;Mutter;M;1'));
    await twin.kill(commits, false);
    await twin.rest();
    expect(twin.store.runs.get(run), `${commits}`).toMatchObject({
      read: 2,
      unchanged: 1,
      sent: 1,
      waiting: 0,
      final: 1,
    });
  }
});
