import { describe, expect, it } from 'vitest';
import type { CatalogPass } from '../../../src/catalog/door.ts';
import { planText } from '../../../src/cli/plan.ts';
import { onceCode, onceText } from '../../../src/cli/run.ts';
import { onceResult } from '../../../src/once.ts';
import { open, room, useRoom } from '../one-room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name } }`;

useRoom();

const write = (name: string): void => room.write('artikel.csv', ['Nr;Name', `A;${name}`]);
const sending = { sent: {}, lanes: [] } as never;
const told = (catalog: CatalogPass) =>
  onceResult({ catalog, orders: undefined, waitsForPerson: [], sending });

describe('a paused source', () => {
  it('is told by the plan, refuses apply, and its plan goes when it is resumed', async () => {
    await open(sources);
    write('Nagel');
    await room.catalog.setPaused(undefined, true, 'anna');
    const plan = await room.catalog.plan();
    expect(planText(plan)).toMatch(
      /articles has been paused since \S+Z by anna: it is not applied/,
    );
    const refused = room.catalog.apply(plan.plan, { quietMs: 5_000 });
    await expect(refused).rejects.toMatchObject({
      code: 'PLAN_PAUSED',
      message: expect.stringContaining('articles has been paused since'),
    });
    expect(room.post.sent).toEqual([]);
    await room.catalog.setPaused('articles', false, 'anna');
    const done = await room.catalog.apply(plan.plan, { quietMs: 5_000 });
    expect(done).toMatchObject({ calls: { batchUpsert: 1 }, paused: [] });
    const events = (await room.catalog.events(9)).map(({ text }) => text);
    expect(events.filter((text) => text.endsWith('(anna).'))).toEqual([
      'Resumed: articles (anna).',
      'Paused: articles (anna).',
    ]);
  });

  it('refuses the apply of an undo', async () => {
    await open(sources);
    for (const name of ['Nagel', 'Mutter']) {
      write(name);
      await room.pass();
    }
    await room.catalog.setPaused(undefined, true);
    const { plan } = await room.catalog.undo({ run: '2', quantities: false });
    await expect(room.catalog.apply(plan, { quietMs: 5_000 })).rejects.toMatchObject({
      code: 'PLAN_PAUSED',
    });
  });

  it('of which something waits ends a pass with who paused it and what to do, else nothing is said', async () => {
    await open(sources);
    await room.catalog.setPaused(undefined, true, 'anna');
    expect((await room.pass(100)).paused).toEqual([]);
    const [idle] = (await room.catalog.facts()).sources;
    expect(idle).not.toHaveProperty('waitsPaused');
    expect(idle?.sentence).toMatch(/^Paused since \S+Z by anna: nothing is sent\.$/);
    write('Nagel');
    const result = told(await room.pass(100));
    expect([onceCode(result), result.report.waitsForPerson.map(({ id }) => id)]).toEqual([
      2,
      ['paused-articles'],
    ]);
    expect(onceText(result)).toMatch(
      /needs you: articles has been paused since .* by anna: nothing of it was sent\.\n.*artikel\.csv \(run 1, 1 row\) waits\.\n.*stockhand resume articles/,
    );
    const { sources: shown, waitingItems } = await room.catalog.facts();
    expect([shown[0]?.state, shown[0]?.waitsPaused, waitingItems]).toEqual([
      'paused',
      expect.stringMatching(
        /^articles has been paused since \S+Z by anna \(stockhand resume articles\)$/,
      ),
      0,
    ]);
    expect(shown[0]?.sentence).toMatch(/nothing is sent\. artikel\.csv \(run 1, 1 row\) waits\.$/);
    await room.catalog.setPaused(undefined, false);
    expect(onceCode(told(await room.pass()))).toBe(0);
  });

  it('of which a part was sent before the pause says how many rows wait', async () => {
    await open(sources.replace('name: Name', 'name: Name, availableQty: Menge'));
    const stocks = async (stock: (n: number) => number) => {
      const rows = Array.from({ length: 100 }, (_, n) => `A${n};Nagel ${n};${stock(n)}`);
      room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
      await room.pass();
    };
    await stocks(() => 9);
    await stocks((n) => (n < 60 ? 0 : 8));
    await room.catalog.setPaused(undefined, true, 'anna');
    await room.catalog.release('1', 'anna');
    expect((await room.pass(100)).paused).toMatchObject([
      {
        what: expect.stringMatching(/ by anna: not all of it was sent\.$/),
        cause: 'artikel.csv (run 2, 60 of 100 rows) waits.',
        effect: 'Buyers see the rest as it was exported before.',
      },
    ]);
  });
});
