import { afterEach, describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { openRoom, type Room } from '../room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';

let room: Room;
afterEach(() => room.close());

const two = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "marken*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;

describe('the plan of several sources', () => {
  it('counts an article once that several of them name', async () => {
    const both = two.replace('brand: Marke', 'brand: Marke, name: Marke');
    room = await openRoom(both.replace('name: Name', 'description: Name'));
    room.write('artikel.csv', ['Nr;Name', 'A;Schraube', 'B;Mutter']);
    room.write('marken.csv', ['Nr;Marke', 'A;Acme', 'B;Acme', 'C;Acme']);
    const plan = await room.catalog.plan();
    expect(plan).toMatchObject({ new: 3, sources: [{ new: 2 }, { new: 3 }] });
    expect(planText(plan)).toContain(
      '\nNew articles: 3. Those that several sources name count once.\n',
    );
    const done = await room.catalog.apply(plan.plan, { quietMs: 5_000 });
    expect(done.isBusy).toBe(false);
    expect(await room.market.products()).toHaveLength(3);
  });

  it('counts a changed article and its request once that several of them name', async () => {
    room = await openRoom(two);
    room.write('artikel.csv', ['Nr;Name', 'A;Schraube', 'B;Mutter']);
    room.write('marken.csv', ['Nr;Marke', 'A;Acme', 'B;Acme']);
    await room.pass();
    room.write('artikel.csv', ['Nr;Name', 'A;Schrauben', 'B;Muttern']);
    room.write('marken.csv', ['Nr;Marke', 'A;Blau', 'B;Blau']);
    const plan = await room.catalog.plan();
    expect(plan).toMatchObject({ changed: 2, calls: { batchUpsert: 1 } });
    expect(planText(plan)).toContain(
      '\nChanged articles: 2. Those that several sources name count once.\n',
    );
    const done = await room.catalog.apply(plan.plan, { quietMs: 5_000 });
    expect(done).toMatchObject({ calls: { batchUpsert: 1 }, isBusy: false });
  });
});

describe('the plan of one source', () => {
  it('is done when it is through, whatever another source has to send', async () => {
    room = await openRoom(two);
    room.write('artikel.csv', ['Nr;Name', 'A;Schraube', 'B;Mutter']);
    room.write('marken.csv', ['Nr;Marke', 'A;Acme']);
    await room.pass();
    room.write('artikel.csv', ['Nr;Name', 'A;Schraube', 'B;Scheibe']);
    room.write('marken.csv', ['Nr;Marke', 'A;Blau']);
    const { plan } = await room.catalog.plan('articles');
    const done = await room.catalog.apply(plan, { quietMs: 5_000 });
    expect(done).toMatchObject({ calls: { batchUpsert: 1 }, isBusy: false });
    expect(await room.catalog.plan()).toMatchObject({
      changed: 1,
      sources: [{ source: 'brands' }],
    });
  });
});
