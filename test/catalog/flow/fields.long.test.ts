import { describe, expect, it } from 'vitest';
import type { CatalogStore } from '../../../src/store/catalog-store.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

useRoom();

async function callsOver(files: Readonly<Record<string, readonly string[]>>) {
  const since = await ledgerEnd(room.market);
  for (const [name, rows] of Object.entries(files)) room.write(name, rows);
  const { runs } = await room.pass();
  for (const run of runs) {
    expect(run.unchanged + run.sent + run.held + run.rejected + run.skipped).toBe(run.read);
    expect(run.final).toBe(true);
  }
  return callsSince(room.market, since);
}

describe('empty cells', () => {
  const source = (empty: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, empty: ${empty}, mapping: { externalId: Nr, name: Name, brand: Marke, description: Text,
        leadTimeDays: Tage, isActive: Aktiv, attributes: { Farbe: Farbe, Art: Art } } }`;
  const file = (...rows: string[]) => ({
    'artikel.csv': ['Nr;Name;Marke;Text;Tage;Aktiv;Farbe;Art', ...rows],
  });
  const whole = {
    externalId: 'A',
    name: 'Nagel',
    description: 'lang',
    leadTimeDays: 3,
    brand: 'M',
    attributes: { Farbe: 'rot', Art: 'x' },
    isActive: true,
  };

  it('repeat the last sent values under keep', async () => {
    await open(source('keep'));
    expect(await callsOver(file('A;Nagel;M;lang;3;ja;rot;x'))).toEqual([['upsert', whole]]);
    expect(await callsOver(file('A;Nagel;;;;;;'))).toEqual([]);
    expect(await callsOver(file('A;Bolzen;;;;;;y'))).toEqual([
      ['upsert', { ...whole, name: 'Bolzen', attributes: { Farbe: 'rot', Art: 'y' } }],
    ]);
    expect(await callsOver(file('A;Bolzen;N;;;;;'))).toEqual([
      ['upsert', { ...whole, name: 'Bolzen', brand: 'N', attributes: { Farbe: 'rot', Art: 'y' } }],
    ]);
  });

  it('cost nothing until there is one: what was sent is read from its request', async () => {
    await open(source('keep'));
    await callsOver(file('A;Nagel;M;lang;3;ja;rot;x', 'B;Mutter;;;;;;'));
    await callsOver(file('A;Bolzen;M;lang;3;ja;rot;x', 'B;Mutter;N;;;;;'));
    const { store } = room.catalog as never as { store: CatalogStore };
    const kept = () => store.database.prepare('SELECT count(*) FROM product_part').pluck().get();
    expect(kept()).toBe(0);
    expect(await callsOver(file('A;Stift;;;;;;', 'B;Keil;;;;;;'))).toEqual([
      [
        'upsert',
        { ...whole, name: 'Stift' },
        expect.objectContaining({ name: 'Keil', brand: 'N' }),
      ],
    ]);
    expect(kept()).toBe(0);
  });

  it('come back with an undo, what they had kept included', async () => {
    await open(source('keep'));
    await callsOver(file('A;Nagel;M;lang;3;ja;rot;x'));
    await callsOver(file('A;Bolzen;;;;;;'));
    room.write('artikel.csv', file('A;Falsch;N;;;;;')['artikel.csv']);
    const { runs } = await room.pass();
    const { plan } = await room.catalog.undo({ run: String(runs[0]?.run), quantities: false });
    const since = await ledgerEnd(room.market);
    await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
    expect(await callsSince(room.market, since)).toEqual([
      ['upsert', { ...whole, name: 'Bolzen' }],
    ]);
  });

  it('are left out under keep where nothing was ever sent', async () => {
    await open(source('keep'));
    expect(await callsOver(file('A;Nagel;;;;;;'))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', attributes: {} }],
    ]);
  });

  it('keep their last values over a restart and over a file that was refused', async () => {
    await open(source('keep'));
    await callsOver(file('A;Nagel;M;lang;3;ja;rot;x'));
    await callsOver({ 'artikel.csv': ['Nr;Name', 'A;Anders'] });
    await room.restart();
    expect(await callsOver(file('A;Bolzen;;;;;;'))).toEqual([
      ['upsert', { ...whole, name: 'Bolzen' }],
    ]);
  });

  it('send "" for texts and {} for attributes under clear, leave numbers and switches out, and never send null', async () => {
    await open(source('clear'));
    await callsOver(file('A;Nagel;M;lang;3;ja;rot;x'));
    expect(await callsOver(file('A;Nagel;;;;;;'))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', description: '', brand: '', attributes: {} }],
    ]);
    expect(await callsOver(file('A;Nagel;;;;;; '))).toEqual([]);
  });
});

describe('several products sources', () => {
  const sources = `  sources:
    - { name: names, folder: ./out, files: "namen.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "marken.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke, leadTimeDays: Tage } }`;
  const names = (...rows: string[]) => ({ 'namen.csv': ['Nr;Name', ...rows] });
  const brands = (...rows: string[]) => ({ 'marken.csv': ['Nr;Marke;Tage', ...rows] });

  it('with disjoint fields become one upsert', async () => {
    await open(sources);
    expect(await callsOver({ ...names('A;Nagel', 'B;Mutter'), ...brands('A;M;3') })).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'Nagel', leadTimeDays: 3, brand: 'M' },
        { externalId: 'B', name: 'Mutter' },
      ],
    ]);
    expect(
      await callsOver({ ...names('A;Nagel', 'B;Mutter', ''), ...brands('A;M;3', '') }),
    ).toEqual([]);
  });

  it.each([
    ['first', () => names('A;Bolzen'), { name: 'Bolzen', leadTimeDays: 3, brand: 'M' }],
    ['second', () => brands('A;N;4'), { name: 'Nagel', leadTimeDays: 4, brand: 'N' }],
  ])('send the whole product when only the %s changes', async (_, change, wanted) => {
    await open(sources);
    await callsOver({ ...names('A;Nagel'), ...brands('A;M;3') });
    expect(await callsOver(change())).toEqual([['upsert', { externalId: 'A', ...wanted }]]);
  });

  it('wait for the name: fields that come before it go with it', async () => {
    await open(sources);
    expect(await callsOver(brands('A;M;3'))).toEqual([]);
    expect(await callsOver(names('A;Nagel'))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', leadTimeDays: 3, brand: 'M' }],
    ]);
  });

  it('never send what a contradicting row said', async () => {
    await open(sources);
    await callsOver({ ...names('A;Nagel'), ...brands('A;M;3') });
    expect(await callsOver(names('A;Dies', 'A;Das'))).toEqual([]);
    expect(await callsOver(brands('A;N;3'))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', leadTimeDays: 3, brand: 'N' }],
    ]);
  });

  it('I13: never send what a held file said', async () => {
    await open(sources);
    const rows = Array.from({ length: 10 }, (_, n) => `B${n};Mutter`);
    await callsOver({ ...names('A;Nagel', ...rows), ...brands('A;M;3') });
    room.write('namen.csv', [
      'Nr;Name',
      'A;Falsch',
      ...rows.map((row) => row.replace('Mutter', '')),
    ]);
    await room.pass();
    expect(await room.catalog.held()).toHaveLength(1);
    expect(await callsOver(brands('A;N;3'))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', leadTimeDays: 3, brand: 'N' }],
    ]);
  });

  it('do not bring an unpublished product back', async () => {
    await open(`  vanished: unpublish\n${sources}`);
    const rows = Array.from({ length: 9 }, (_, n) => `B${n};Mutter`);
    await callsOver({ ...names('A;Nagel', ...rows), ...brands('A;M;3') });
    expect(await callsOver(names(...rows))).toEqual([['DELETE A']]);
    expect(await callsOver(brands('A;N;3'))).toEqual([]);
    expect(await callsOver(names('A;Nagel', ...rows))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', leadTimeDays: 3, brand: 'N' }],
    ]);
  });
});

describe('a pilot', () => {
  const articles = (mapping: string) => `  only: [A, B]
  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }${mapping}`;

  it('sends its articles alone; the rest is skipped', async () => {
    await open(articles(''));
    const calls = await callsOver({
      'artikel.csv': ['Nr;Name', 'A;Nagel', 'C;Mutter', 'B;Bolzen'],
      'bestand.csv': ['Nr;Menge', 'A;1', 'B;2', 'C;3'],
    });
    expect(calls).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'Nagel', availableQty: 1 },
        { externalId: 'B', name: 'Bolzen', availableQty: 2 },
      ],
    ]);
    expect(await room.catalog.runs(1)).toMatchObject([{ read: 3, sent: 2, skipped: 1 }]);
  });

  it('lets nothing vanish and zeroes nothing outside of it', async () => {
    const more = Array.from({ length: 9 }, (_, n) => [`D${n};Niete`, `D${n};5`] as const);
    const all = articles('').replace('  only: [A, B]\n', '');
    await open(all);
    await callsOver({
      'artikel.csv': ['Nr;Name', 'A;Nagel', 'C;Mutter', ...more.map(([row]) => row)],
      'bestand.csv': ['Nr;Menge', 'A;1', 'C;3', ...more.map(([, row]) => row)],
    });
    const { openShop } = await import('../../support/catalog.ts');
    const pilot = await openShop(articles(''));
    await room.restart({
      ...room.shop,
      config: {
        ...pilot.config,
        dataDir: room.shop.config.dataDir,
        catalog: { ...room.shop.config.catalog!, only: ['A', 'B'] },
      },
    });
    const rows = more.slice(0, 8);
    expect(
      await callsOver({
        'artikel.csv': ['Nr;Name', 'A;Nagel', ...rows.map(([row]) => row)],
        'bestand.csv': ['Nr;Menge', 'A;1', ...rows.map(([, row]) => row)],
      }),
    ).toEqual([]);
    expect(await room.catalog.held()).toEqual([]);
  });
});
