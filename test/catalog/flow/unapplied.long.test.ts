import { describe, expect, it } from 'vitest';
import { dialect, open, passFile, passOver, room, useRoom } from '../one-room.ts';

const active = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
const changes = `contents: delta, pick: each, folder: ./out, ${dialect}`;
const both = `  brake: { zeroed: { share: 10%, count: 1 }, vanished: { share: 10%, count: 1 } }
  sources:
    - { name: articles, files: "a*.csv", empty: keep, ${changes}, mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }
    - { name: stock, kind: stock, files: "s*.csv", ${changes}, mapping: { externalId: Nr, availableQty: Menge } }`;
const ofStock = both.slice(0, both.indexOf('\n    - { name: stock'));
const ids = Array.from({ length: 10 }, (_, n) => `A${n}`);

useRoom();

/** Ten articles are on sale, with a stock of 5 where the articles give it. */
async function opened(catalog: string): Promise<void> {
  await open(catalog);
  await passFile('a1.csv', ['Nr;Name;Menge;Aktiv', ...ids.map((id) => `${id};Nagel;5;J`)]);
}

const articles = (file: string, ...rows: string[]) =>
  passFile(file, ['Nr;Name;Menge;Aktiv', ...rows]);
const needs = async () =>
  (await room.catalog.needsYou()).map(({ what, cause }) => `${what} ${cause}`).join('\n');
const product = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id);

describe('I13: a newer row that leaves empty what an older file of changes said and a brake holds', () => {
  it.each([
    ['a stock', { older: [0, 'J'], newer: ['', 'J'], column: 'Menge' }],
    ['isActive', { older: [5, 'N'], newer: [5, ''], column: 'Aktiv' }],
  ])('goes, and what it gives up is reported until a row says it: %s', async (_, row) => {
    await opened(ofStock);
    const rows = ['A1', 'A2'].map((id) => [id, 'Nagel', ...row.older].join(';'));
    const first = await articles('a2.csv', ...rows);
    expect([first.run?.held, first.calls]).toEqual([2, []]);
    const { run } = await articles('a3.csv', ['A1', 'Mutter', ...row.newer].join(';'));
    expect([run?.rejected, run?.sent]).toEqual([0, 1]);
    const told = `articles: 1 row of earlier files had no effect, and no later file repeats them. First: A1 in a2.csv, held and then withdrawn by a newer row: ${row.column}.`;
    expect(await needs()).toContain(told);
    expect((await room.catalog.why('A1')).next).toBe(
      'An earlier export said more about it than was sent: export it again with all its cells.',
    );
    await room.restart();
    await articles('a4.csv', ['A1', 'Nagel', ...row.newer].join(';'));
    expect(await needs()).toContain(told);
    await articles('a5.csv', 'A1;Nagel;4;J');
    expect(await needs()).not.toContain('came to nothing');
  });

  it.each([
    ['a stock', [0, 'J'], [4, '']],
    ['isActive, while the stock is sent,', [3, 'N'], ['', 'J']],
  ])('gives up nothing where it says all that was held: %s', async (_, older, newer) => {
    await opened(ofStock);
    await articles('a2.csv', ...['A1', 'A2'].map((id) => [id, 'Nagel', ...older].join(';')));
    const { calls } = await articles('a3.csv', ['A1', 'Nagel', ...newer].join(';'));
    expect(await room.catalog.held()).toMatchObject([{ items: 1 }]);
    expect([calls.length, await needs()]).toEqual([
      Number(newer[0] !== ''),
      expect.not.stringContaining('no effect'),
    ]);
  });

  it('is reported after every pass over its file, and when the other rows are released', async () => {
    await opened(ofStock);
    await articles('a2.csv', 'A1;Nagel;0;N', 'A2;Nagel;0;J');
    await articles('a3.csv', 'A1;Nagel;4;');
    // A refused file sends the one that counts through pass 1 once more.
    await passFile('a4.csv', ['Nummer;Name;Menge;Aktiv', 'A3;Nagel;0;J']);
    for (const { id } of await room.catalog.held()) await room.catalog.release(id, 'clerk');
    await room.pass();
    expect(await product('A1')).toMatchObject({ availableQty: 4 });
    expect(await product('A2')).toMatchObject({ availableQty: 0 });
    expect(await needs()).toContain('First: A1 in a2.csv');
    await articles('a6.csv', 'A1;Nagel;;N');
    expect(await needs()).toBe('');
  });

  it('says nothing in a stock export, and what is held goes on waiting', async () => {
    await opened(both.replace('name: Name, availableQty: Menge', 'name: Name'));
    await passFile('s1.csv', ['Nr;Menge', ...ids.map((id) => `${id};5`)]);
    await passFile('s2.csv', ['Nr;Menge', 'A1;0', 'A2;0']);
    const { run } = await passFile('s3.csv', ['Nr;Menge', 'A1;', 'A3;6']);
    expect([run?.skipped, run?.sent]).toEqual([1, 1]);
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ items: 2 });
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    expect(await product('A1')).toMatchObject({ availableQty: 0 });
  });
});

describe('I13: a newer row that leaves empty what a rejected one of a file of changes said', () => {
  it('leaves it told, of articles', async () => {
    await opened(ofStock);
    await articles('a2.csv', 'A1;Nagel;?;N');
    await articles('a3.csv', 'A1;Nagel;4;');
    expect(await needs()).toContain('First: A1 in a2.csv row 2.');
    await articles('a4.csv', 'A1;Nagel;;N');
    expect(await needs()).toBe('');
    expect(await product('A1')).toMatchObject({ availableQty: 4, isActive: false });
  });

  it('ends with the next row where it said neither a stock nor isActive', async () => {
    await opened(ofStock);
    await articles('a2.csv', 'A1;;;');
    await articles('a3.csv', 'A2;Nagel;6;');
    expect(await needs()).toContain('First: A1 in a2.csv row 2.');
    await articles('a4.csv', 'A1;Mutter;;');
    expect(await needs()).toBe('');
  });

  it('ends with the next row where the configuration reads the column no more', async () => {
    await opened(ofStock);
    await articles('a2.csv', 'A1;;3;J');
    const { shop } = room;
    const catalog = structuredClone(shop.config.catalog!);
    Object.assign(catalog.sources[0]!.mapping, { availableQty: undefined });
    await room.restart({ ...shop, config: { ...shop.config, catalog } });
    expect(await needs()).toContain('1 of 1 rows of a2.csv was rejected.');
    await articles('a3.csv', 'A1;Nagel;3;J');
    expect(await needs()).toBe('');
  });

  it('leaves it told, of an article that is new', async () => {
    await opened(ofStock);
    await articles('a2.csv', 'N1;Kette;?;J', 'Summe;12;?;J');
    await articles('a3.csv', 'A2;Nagel;6;');
    expect(await needs()).toBe(
      'articles: 1 row of earlier files had no effect, and no later file repeats them. First: N1 in a2.csv row 2.',
    );
    const { next, complaints } = await room.catalog.why('N1');
    expect(next).toBe(
      'Its row was rejected. Export a number in the style that numbers: of the source declares.',
    );
    expect(complaints).toEqual([expect.stringContaining('a2.csv, row 2, column "Menge"')]);
    await articles('a4.csv', 'N1;Kette;4;J');
    expect(await needs()).toBe('');
  });

  it('leaves it told, of stock', async () => {
    await opened(both.replace('name: Name, availableQty: Menge', 'name: Name'));
    await passFile('s1.csv', ['Nr;Menge', ...ids.map((id) => `${id};5`)]);
    await passFile('s2.csv', ['Nr;Menge', 'A1;?']);
    await passFile('s3.csv', ['Nr;Menge', 'A1;', 'A3;6']);
    expect(await needs()).toContain('First: A1 in s2.csv row 2.');
    await passFile('s4.csv', ['Nr;Menge', 'A1;3']);
    expect(await needs()).toBe('');
  });

  const unpublishing = both
    .replace('name: Name, availableQty: Menge', 'name: Name')
    .replace('  brake', '  vanished: unpublish\n  brake')
    .replace('contents: delta, pick: each', 'pick: newest');

  it('is told no more once the article was taken off the marketplace', async () => {
    await opened(unpublishing);
    await passFile('s1.csv', ['Nr;Menge', ...ids.map((id) => `${id};5`)]);
    await passFile('s2.csv', ['Nr;Menge', 'A1;?']);
    await passFile('s3.csv', ['Nr;Menge', 'A3;6']);
    expect(await needs()).toContain('First: A1 in s2.csv row 2.');
    await articles('a2.csv', ...ids.filter((id) => id !== 'A1').map((id) => `${id};Nagel;5;J`));
    expect(await product('A1')).toMatchObject({ deleted: true });
    await passFile('s4.csv', ['Nr;Menge', 'A3;7']);
    expect(await needs()).toBe('');
  });

  it('is told of an article that comes back, with the stock said before that row', async () => {
    await opened(unpublishing);
    await passFile('s1.csv', ['Nr;Menge', ...ids.map((id) => `${id};5`)]);
    await articles('a2.csv', ...ids.filter((id) => id !== 'A1').map((id) => `${id};Nagel;5;J`));
    await passFile('s2.csv', ['Nr;Menge', 'A1;?']);
    await passFile('s3.csv', ['Nr;Menge', 'A3;6']);
    expect(await needs()).toBe('');
    expect((await room.catalog.why('A1')).next).toMatch(/so it was unpublished/);
    await articles('a3.csv', ...ids.map((id) => `${id};Nagel;5;J`));
    expect(await product('A1')).toMatchObject({ deleted: false, availableQty: 5 });
    expect(await needs()).toContain('First: A1 in s2.csv row 2.');
    expect((await room.catalog.why('A1')).next).not.toMatch(/^Nothing/);
    await passFile('s4.csv', ['Nr;Menge', 'A1;3']);
    expect(await needs()).toBe('');
  });
});

describe('I1: a whole stock export that leaves out what the one before said and was never sent', () => {
  const file = (...rows: string[]) => ['Nr;Menge', ...rows, ...ids.slice(1).map((id) => `${id};5`)];
  const whole = (keys = '') =>
    both
      .replace('name: Name, availableQty: Menge', 'name: Name')
      .replace(`files: "s*.csv", ${changes}`, `files: s.csv, ${keys} folder: ./out, ${dialect}`);

  it.each([
    ['held', 'A0;0', 'First: A0 in s.csv, never sent, and the newer file leaves it out: Menge.'],
    ['rejected', 'A0;leer', 'First: A0 in s.csv row 2.'],
  ])('tells it until a row of the article is read, where it was %s', async (_, row, cause) => {
    await opened(
      whole().replace('zeroed: { share: 10%, count: 1 }', 'zeroed: { share: 0%, count: 0 }'),
    );
    await passFile('s.csv', file('A0;5'));
    await passFile('s.csv', file(row));
    await passFile('s.csv', file());
    expect(await needs()).toContain(
      `stock: 1 row of earlier files had no effect, and no later file repeats them. ${cause}`,
    );
    expect((await room.catalog.why('A0')).next).not.toMatch(/^Nothing/);
    await passFile('s.csv', file('A0;4'));
    expect(await needs()).toBe('');
  });

  it('says nothing of it where what is missing has no stock', async () => {
    await opened(whole('missing: zero,'));
    await passFile('s.csv', file('A0;5'));
    await passFile('s.csv', file('A0;leer'));
    await passFile('s.csv', file());
    expect(await needs()).toBe('');
    expect(await product('A0')).toMatchObject({ availableQty: 0 });
  });
});

describe('a row that says what the marketplace has, read while a request for its article was open', () => {
  const [products, stock] = ['Nr;Name;Aktiv', 'Nr;Menge'];
  it.each([
    [
      'articles',
      'a.csv',
      [products, 'A1;Nagel;J', 'A2;Mutter;J'],
      's.csv',
      [stock, 'A1;4', 'A2;6'],
    ],
    ['stock', 's.csv', [stock, 'A1;5', 'A2;6'], 'a.csv', [products, 'A1;Stift;J', 'A2;Mutter;J']],
  ] as const)('is not reported once a later file leaves it out: %s', async (...of) => {
    const [source, file, [head, one, two], other, changed] = of;
    await open(
      both.replaceAll('contents: delta, pick: each, ', '').replace(', availableQty: Menge', ''),
    );
    await passOver({
      'a.csv': [products, 'A1;Nagel;J', 'A2;Mutter;J'],
      's.csv': [stock, 'A1;5', 'A2;6'],
    });
    room.post.hold();
    await room.catalog.start();
    room.write(other, changed);
    await expect.poll(() => room.catalog.store.requests.open().length).toBe(1);
    room.write(file, [head, two, one]);
    await room.catalog.nudge();
    const newest = () => room.catalog.store.runs.newest(source);
    await expect.poll(() => newest()?.waiting).toBe(1);
    room.post.letGo();
    await expect.poll(() => newest()?.final).toBe(1);
    await room.restart();
    await passFile(file, [head, two]);
    expect(await needs()).toBe('');
  });
});
