import { expect, it } from 'vitest';
import { file, one } from './both-ways.ts';
import { declared } from './declared.ts';
import { openTwin } from './twins.ts';

it('an overtaken run ends after a restart, too, if the process was killed between its last answer and its end', async () => {
  const twin = openTwin(await declared(one));
  const { runs } = twin.store;
  const overtaken = twin.wish('a', file('A;Nagel;M;5'));
  await twin.steps(50);
  expect(twin.open).toBe(1);
  twin.wish('a', file('A;Nagel;M;5', 'B;Mutter;M;5'));
  await twin.steps(50);
  const { setFinal } = runs;
  Object.assign(runs, {
    setFinal: () => {
      throw new Error('killed');
    },
  });
  await expect(twin.rest()).rejects.toThrow('killed');
  Object.assign(runs, { setFinal });
  expect(runs.get(overtaken)).toMatchObject({ sent: 1, waiting: 0, final: 0 });
  twin.restart();
  await twin.rest();
  expect(runs.get(overtaken)).toMatchObject({ sent: 1, waiting: 0, final: 1 });
});

it('a file that comes within any step over the one before it counts, and nothing of that one is sent any more', async () => {
  const config = await declared(one);
  for (const kept of [0, 1, 2, 3, 4, 5, 6]) {
    const twin = openTwin(config);
    const overtaken = twin.wish('a', file('A;Nagel;M;5'));
    await twin.steps(kept);
    const wasSent = twin.sent.length;
    const running = twin.steps(1);
    const newer = twin.wish('a', file('A;Nagel;M;7'));
    await running;
    expect(twin.sent.length).toBe(wasSent);
    await twin.rest();
    expect(twin.store.sources.acceptedRun('a')).toBe(newer);
    expect(twin.market.get('A')).toMatchObject({ availableQty: 7 });
    expect(twin.store.runs.get(overtaken)).toMatchObject({ waiting: 0, final: 1 });
  }
});
