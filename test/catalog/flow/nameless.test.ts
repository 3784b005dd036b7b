import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, passSince } from '../room.ts';

const dialect = 'files: "*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const mark = 'isActive: { column: Art, translate: { N: true, L: false } }';
const source = (more: string) => `  sources:
    - { name: articles, folder: ./out, ${dialect}, ${more}, mapping: { externalId: Nr, name: Name, brand: Marke, ${mark} } }`;
const rowOf = (nr: string) => `${nr};Artikel ${nr};Acme;N`;
const deletion = (nr: string) => `${nr};;;L`;
const complaint = {
  code: 'ROW_VALUE_MISSING',
  column_name: 'Name',
  external_id: 'X',
  rule: 'is empty, but a product must have a name.',
};

useRoom();

async function pass(file: string, ...rows: string[]) {
  const since = await ledgerEnd(room.market);
  room.write(file, ['Nr;Name;Marke;Art', ...rows]);
  const done = await passSince(room, since);
  const { complaints } = room.catalog.store;
  return { ...done, complaints: complaints.of(done.run?.run ?? 0, 10) };
}

describe('a row of which one cell is filled', () => {
  it('is reported as the heading that it may be, and one that says more is not', async () => {
    await open(source('empty: keep'));
    const { complaints } = await pass('1.csv', 'Schrauben;;;', rowOf('A'), 'X;;Acme;N');
    expect(complaints.map(({ remedy }) => remedy)).toEqual([
      expect.stringContaining('leave it out with where:'),
      'Fill it in the ERP.',
    ]);
  });
});

describe('a row that takes its article off sale and has no name', () => {
  it.each([
    ['a delta file', 'contents: delta, pick: each', { brand: 'Acme' }],
    ['a whole file that keeps empty cells', 'empty: keep', { brand: 'Acme' }],
    ['a whole file that clears them', 'empty: clear', { brand: '' }],
  ])('repeats the name that was sent last, in %s', async (_, more, brand) => {
    await open(source(more));
    await pass('1.csv', ...['A', 'B'].map(rowOf));
    const { run, calls, held } = await pass('2.csv', rowOf('A'), deletion('B'));
    const hidden = { externalId: 'B', name: 'Artikel B', isActive: false, ...brand };
    expect([calls, held]).toEqual([[['upsert', hidden]], []]);
    expect(run).toMatchObject({ read: 2, sent: 1, rejected: 0 });
    // Said again it says nothing new, also to a program that has started anew.
    await room.restart();
    expect((await pass('3.csv', deletion('B'), rowOf('A'))).calls).toEqual([]);
    const back = await pass('4.csv', rowOf('A'), rowOf('B'));
    expect(back.calls).toMatchObject([['upsert', { externalId: 'B', isActive: true }]]);
  });

  it('is skipped where the marketplace has no such article: there is nothing to take off', async () => {
    await open(source('contents: delta, pick: each'));
    await pass('1.csv', rowOf('A'));
    const { run, calls, complaints } = await pass('2.csv', rowOf('B'), deletion('X'));
    expect(run).toMatchObject({ read: 2, sent: 1, skipped: 1, rejected: 0 });
    expect(calls).toMatchObject([['upsert', { externalId: 'B' }]]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['a delta file', 'contents: delta, pick: each, empty: keep'],
    ['a whole file', 'empty: keep'],
  ])('is remembered until the article is created, in %s', async (_, more) => {
    await open(source(more));
    await pass('1.csv', rowOf('A'), deletion('X'));
    await room.restart();
    const { calls } = await pass('2.csv', rowOf('A'), 'X;Artikel X;;');
    expect(calls).toMatchObject([['upsert', { externalId: 'X', isActive: false }]]);
    const back = await pass('3.csv', rowOf('A'), rowOf('X'));
    expect(back.calls).toMatchObject([['upsert', { externalId: 'X', isActive: true }]]);
  });

  it('is remembered no longer, also where a second source gives fields from now on', async () => {
    await open(source('contents: delta, pick: each, empty: keep'));
    await pass('1.csv', deletion('X'));
    await pass('2.csv', rowOf('X'));
    await pass('3.csv', rowOf('Y'));
    const { config } = room.shop;
    const [own] = config.catalog!.sources;
    const { brand, ...mapping } = own!.mapping;
    const second = { externalId: mapping.externalId, brand: brand! };
    const sources = [
      { ...own!, mapping },
      { ...own!, name: 'brands', files: 'brands*.csv', mapping: second },
    ];
    const catalog = { ...config.catalog!, sources };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    const { calls } = await pass('4.csv', 'X;Schraube;;');
    expect(calls).toMatchObject([['upsert', { name: 'Schraube' }]]);
    expect(calls[0]?.[1]).not.toMatchObject({ isActive: false });
  });

  it('is rejected with its place where the name of an article on sale is not known here', async () => {
    await open(source('empty: keep'));
    const { sandbox } = room.market;
    await sandbox.control('POST', '/sandbox/products', { count: 2, prefix: 'X' });
    await room.catalog.adopt();
    const { run, calls, complaints } = await pass('1.csv', rowOf('A'), deletion('X1'));
    expect(run).toMatchObject({ read: 2, sent: 1, rejected: 1 });
    expect(calls).toMatchObject([['upsert', { externalId: 'A' }]]);
    expect(complaints).toMatchObject([{ ...complaint, external_id: 'X1', row: 3 }]);
  });

  it('is rejected where the article stays on sale, and where the row is wrong in more', async () => {
    await open(source('contents: delta, pick: each'));
    await pass('1.csv', rowOf('X'));
    const { calls, complaints } = await pass('2.csv', 'X;;Neu;N', 'X;;Neu;?');
    expect(calls).toEqual([]);
    const codes = complaints.map(({ code }) => code);
    expect(codes).toEqual(['ROW_VALUE_MISSING', 'ROW_VALUE_MISSING', 'ROW_TRANSLATION']);
    expect(complaints[0]).toMatchObject(complaint);
  });

  it('is held with the others where many of them come', async () => {
    await open(source('contents: delta, pick: each'));
    const all = Array.from({ length: 60 }, (_, n) => `A${n}`);
    await pass('1.csv', ...all.map(rowOf));
    const { calls, held } = await pass('2.csv', ...all.map(deletion));
    expect([calls, held.map(({ items }) => items)]).toEqual([[], [60]]);
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held[0]!.id, 'clerk');
    await room.pass();
    const [[, ...items] = []] = await callsSince(room.market, since);
    expect(items.map(({ name, isActive }) => [name, isActive])).toEqual(
      all.map((nr) => [`Artikel ${nr}`, false]),
    );
  });
});
