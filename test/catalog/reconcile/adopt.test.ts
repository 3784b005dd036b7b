import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const articles = `    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke, minOrderQty: Mindest, attributes: { Farbe: Farbe } } }`;
const stock = `    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

useRoom();

/** What somebody else has put there. */
async function filledMarket(catalog: string): Promise<void> {
  await open(catalog);
  const { sandbox } = room.market;
  await sandbox.control('POST', '/sandbox/products', { count: 5, prefix: 'X-' });
  for (const n of [1, 2, 3, 4, 5])
    await sandbox.control('PATCH', `/sandbox/products/X-${n}`, {
      name: `Ding ${n}`,
      brand: 'M',
      minOrderQty: 2.5,
      availableQty: 10 * n,
    });
}

async function sentBy(files: Readonly<Record<string, readonly string[]>>) {
  const since = await ledgerEnd(room.market);
  for (const [name, rows] of Object.entries(files)) room.write(name, rows);
  const { runs, isBusy } = await room.pass();
  expect(isBusy).toBe(false);
  return { runs, calls: await callsSince(room.market, since) };
}

const head = 'Nr;Name;Marke;Mindest;Farbe';

describe('adopt', () => {
  it('makes the first run send only what differs, and nothing vanishes or is emptied', async () => {
    await filledMarket(`  vanished: unpublish\n  sources:\n${articles}\n${stock}`);
    expect(await room.catalog.adopt()).toEqual({ listed: 5, adopted: 5, known: 0, unnamed: 0 });
    const { runs, calls } = await sentBy({
      'artikel.csv': [
        head,
        'X-1;Ding 1;M;2,5;rot',
        'X-2;Ding 2;M;2,50;',
        'X-3;Neu;M;2,5;',
        'Y-1;Y;M;1;',
      ],
      'bestand.csv': ['Nr;Menge', 'X-1;10', 'X-2;21', 'X-3;30', 'Y-1;4'],
    });
    expect(calls).toEqual([
      ['stock', { externalId: 'X-2', availableQty: 21 }],
      [
        'upsert',
        { externalId: 'X-3', name: 'Neu', minOrderQty: 2.5, brand: 'M', attributes: {} },
        {
          externalId: 'Y-1',
          name: 'Y',
          availableQty: 4,
          minOrderQty: 1,
          brand: 'M',
          attributes: {},
        },
      ],
    ]);
    expect(runs).toMatchObject([
      { source: 'articles', read: 4, sent: 2, unchanged: 2 },
      { source: 'stock', read: 4, unchanged: 2, sent: 2 },
    ]);
    expect(
      (await room.market.products()).map(({ availableQty, deleted }) => [availableQty, deleted]),
    ).toEqual([
      [10, false],
      [21, false],
      [30, false],
      [40, false],
      [50, false],
      [4, false],
    ]);
    expect(await room.catalog.reconcile({ fix: false, quietMs: 0 })).toMatchObject({
      differences: 0,
      classes: { notOurs: { count: 2 } },
    });
  });

  it('compares a field that the list does not show from the first export on', async () => {
    await filledMarket(`  sources:\n${articles}`);
    await room.catalog.adopt();
    expect((await sentBy({ 'artikel.csv': [head, 'X-1;Ding 1;M;2,5;rot'] })).calls).toEqual([]);
    await room.restart();
    const { calls } = await sentBy({ 'artikel.csv': [head, 'X-1;Ding 1;M;2,5;blau'] });
    expect(calls).toMatchObject([['upsert', { attributes: { Farbe: 'blau' } }]]);
    expect(await room.catalog.adopt()).toMatchObject({ adopted: 4, known: 1 });
    expect((await sentBy({})).calls).toEqual([]);
  });

  it('rejects rows of an article that differ only in a field that the list does not show', async () => {
    await filledMarket(`  sources:\n${articles}`);
    await room.catalog.adopt();
    const rows = [head, 'X-1;Ding 1;M;2,5;rot', 'X-1;Ding 1;M;2,5;blau', 'X-2;Ding 2;M;2,5;'];
    const { runs } = await sentBy({ 'artikel.csv': [...rows, 'X-2;Ding 2;M;2,50;'] });
    expect(runs).toMatchObject([{ read: 4, rejected: 2, unchanged: 1, skipped: 1 }]);
  });

  it('waits with its trust until every source that gives fields has been read', async () => {
    const more = articles
      .replace('name: articles', 'name: texts')
      .replace('artikel.csv', 'texte.csv')
      .replace(/mapping: .*/, 'mapping: { externalId: Nr, attributes: { Farbe: Farbe } } }');
    await filledMarket(`  sources:\n${articles.replace(/, attributes.*/, ' } }')}\n${more}`);
    await room.catalog.adopt();
    const short = 'Nr;Name;Marke;Mindest';
    const files = {
      'artikel.csv': [short, 'X-1;Ding 1;M;2,5'],
      'texte.csv': ['Nr;Farbe', 'X-1;rot'],
    };
    expect((await sentBy({ 'artikel.csv': files['artikel.csv'] })).calls).toEqual([]);
    expect((await sentBy(files)).calls).toEqual([]);
    const { calls } = await sentBy({ 'texte.csv': ['Nr;Farbe', 'X-1;blau'] });
    expect(calls).toMatchObject([['upsert', { attributes: { Farbe: 'blau' } }]]);
  });

  it('takes over after an export was planned, and leaves alone what was confirmed', async () => {
    await filledMarket(`  sources:\n${articles}`);
    room.write('artikel.csv', [head, 'X-1;Ding 1;M;2,5;', 'X-2;Anders;M;2,5;']);
    expect(await room.catalog.plan()).toMatchObject({ new: 2 });
    await room.catalog.adopt();
    expect((await sentBy({})).calls).toMatchObject([['upsert', { externalId: 'X-2' }]]);
  });

  it('makes an article known for its stock where no source names products', async () => {
    await filledMarket(`  sources:\n${stock}`);
    const rows = ['Nr;Menge', 'X-1;10', 'X-2;21', 'Z-9;1'];
    expect((await sentBy({ 'bestand.csv': rows })).runs).toMatchObject([{ skipped: 3 }]);
    expect(await room.catalog.needsYou()).toMatchObject([
      { what: 'stock: no stock is sent.', fix: expect.stringContaining('stockhand adopt') },
    ]);
    await room.catalog.adopt();
    expect((await sentBy({})).calls).toEqual([['stock', { externalId: 'X-2', availableQty: 21 }]]);
    expect(await room.catalog.needsYou()).toEqual([]);
    const { calls } = await sentBy({ 'bestand.csv': ['Nr;Menge', 'X-1;10'] });
    expect(calls).toEqual([['stock', { externalId: 'X-2', availableQty: 0 }]]);
  });

  it('tells of an article that cannot be hidden, because nothing is kept of its fields, until it is', async () => {
    const plain = articles.replace(
      /mapping: .*/,
      'empty: clear, mapping: { externalId: Nr, name: Name } }',
    );
    await filledMarket(`  vanished: unpublish\n  sources:\n${plain}`);
    await room.catalog.adopt();
    const rows = [1, 2, 3, 4, 5].map((n) => `X-${n};Ding ${n}`);
    await sentBy({ 'artikel.csv': ['Nr;Name', ...rows] });
    const { config } = room.shop;
    const renamed = JSON.parse(
      JSON.stringify(config.catalog).replaceAll('"Name"', '"Bezeichnung"'),
    );
    const catalog = { ...renamed, vanished: 'hide' };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    const head = 'Nr;Bezeichnung';
    await sentBy({ 'artikel.csv': [head, ...rows.slice(1)] });
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    expect((await sentBy({})).calls).toEqual([]);
    expect((await room.catalog.why('X-1')).complaints).toEqual([
      'artikel.csv, "X-1": has vanished from the export, but cannot be hidden or unpublished from here. Hide it in the supplier portal.',
    ]);
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        what: '1 article that exports no longer name cannot be hidden.',
        cause: expect.stringMatching(/^First: X-1\. /),
        fix: expect.stringMatching(/^Export these articles once more: left out after that/),
      },
    ]);
    await sentBy({ 'artikel.csv': [head, ...rows] });
    expect(await room.catalog.needsYou()).toEqual([]);
    const { calls } = await sentBy({ 'artikel.csv': [head, ...rows.slice(1), 'Y;Y'] });
    expect(calls).toContainEqual([
      'upsert',
      expect.objectContaining({ externalId: 'X-1', name: 'Ding 1', isActive: false }),
    ]);
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('I13: takes the stock that is there for the measure of the first stock export', async () => {
    await filledMarket(`  sources:\n${stock}`);
    await room.catalog.adopt();
    const rows = [1, 2, 3, 4, 5].map((n) => `X-${n};${100 * n}`);
    expect((await sentBy({ 'bestand.csv': ['Nr;Menge', ...rows] })).calls).toEqual([]);
    expect((await room.catalog.held())[0]?.sentence).toContain(
      '5 of 5 changed quantities of bestand.csv jump by exactly ×10',
    );
  });

  describe('a stock export that leaves out what was taken over', () => {
    const stocked = (left: number) => [
      'Nr;Menge',
      ...[1, 2, 3, 4, 5].slice(0, 5 - left).map((n) => `X-${n};${10 * n}`),
    ];
    const named = (last: string) => [
      head,
      ...[1, 2, 3, 4].map((n) => `X-${n};Ding ${n};M;2,5;`),
      `X-5;${last};M;2,5;`,
    ];

    it('empties it in the same pass, whatever is read first, and the plan says so', async () => {
      for (const last of ['Ding 5', 'Neu']) {
        await filledMarket(`  sources:\n${articles}\n${stock}`);
        await room.catalog.adopt();
        room.write('artikel.csv', named(last));
        room.write('bestand.csv', stocked(1));
        expect(await room.catalog.plan()).toMatchObject({ vanished: 1, held: 0 });
        const { calls } = await sentBy({});
        expect(calls).toContainEqual(['stock', { externalId: 'X-5', availableQty: 0 }]);
        if (last === 'Ding 5') await room.close();
      }
    });

    it('is held where that is many of the articles that both files name', async () => {
      await filledMarket(`  sources:\n${articles}\n${stock}`);
      await room.catalog.adopt();
      const { calls } = await sentBy({ 'artikel.csv': named('Ding 5'), 'bestand.csv': stocked(3) });
      expect(calls).toEqual([]);
      const [hold] = await room.catalog.held();
      expect(hold?.sentence).toContain('would set to zero 3 of 5 articles');
    });
  });
});
