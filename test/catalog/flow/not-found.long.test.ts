import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, published, room, useRoom } from '../one-room.ts';
import { calls, openWithPictures, picture, put, sha256, shown, whole } from '../picture-room.ts';
import { answered, idsOf, ledgerEnd } from '../room.ts';

const own = (keys = '') => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const apart = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const rows = (stock: number) => ['Nr;Name;Menge', 'A;Nagel;5', `B;Mutter;${stock}`];

const unpublish = () => room.market.sandbox.control('POST', '/sandbox/products/B/unpublish', {});
const there = async () =>
  (await published())
    .map(({ externalId, name, availableQty }) => `${externalId} ${name} ${availableQty}`)
    .sort();

useRoom();

describe('stock of an article that somebody has unpublished in the portal', () => {
  it.each([
    ['a whole file', own(), { 'artikel.csv': rows(70) }],
    [
      'a file of changes that names nothing else',
      own('contents: delta,'),
      { 'artikel2.csv': ['Nr;Name;Menge', 'B;Mutter;70'] },
    ],
  ])('brings the article back with that stock: %s', async (_, config, files) => {
    await open(config);
    await passOver({ 'artikel.csv': rows(7) });
    await unpublish();
    const { runs } = await passOver(files);
    expect(runs).toMatchObject([{ sent: 1, rejected: 0, held: 0, final: true }]);
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 70']);
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.catalog.why('B')).next).toBe('Nothing: it is in step.');
    expect((await passOver()).calls).toEqual([]);
  });

  it('brings it back where the stock is of a source of its own', async () => {
    await open(apart);
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;7'] });
    await unpublish();
    const { runs } = await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5', 'B;70'] });
    expect(runs).toMatchObject([{ source: 'stock', sent: 1, rejected: 0, final: true }]);
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 70']);
    expect((await passOver()).calls).toEqual([]);
  });

  it('has none once its products export brings it back, where a whole stock file had left it out', async () => {
    await open(apart.replace('missing: keep', 'missing: zero'));
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;7'] });
    await unpublish();
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5'] });
    expect(await room.catalog.needsYou()).toEqual([]);
    await passOver({ 'artikel.csv': ['Nr;Name;Menge', 'A;Nagel;5', 'B;Schraube;0'] });
    expect(await there()).toEqual(['A Nagel 5', 'B Schraube 0']);
    expect((await passOver()).calls).toEqual([]);
  });

  it('is not brought back by a source that was paused before the answer came', async () => {
    await open(own());
    await passOver({ 'artikel.csv': rows(7) });
    await unpublish();
    room.post.hold();
    room.write('artikel.csv', rows(70));
    await room.pass(200);
    await room.catalog.setPaused('articles', true);
    room.post.letGo();
    await passOver();
    expect(await there()).toEqual(['A Nagel 5']);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'rejected-articles' }]);
    await room.catalog.setPaused('articles', false);
    await room.catalog.retry('B');
    await passOver();
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 70']);
  });

  it('is refused where no products export names it any more, with what to do', async () => {
    await open(apart.replace('unpublish', 'ignore'));
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;7'] });
    await passOver({ 'artikel.csv': rows(0).slice(0, 2) });
    await unpublish();
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5', 'B;70'] });
    expect(await there()).toEqual(['A Nagel 5']);
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'rejected-stock', fix: expect.stringContaining('stockhand reconcile --fix') },
    ]);
  });

  it('has the refused stock, and not the one before, once a products export names it again', async () => {
    await open(apart.replace('unpublish', 'ignore'));
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;70'] });
    await passOver({ 'artikel.csv': rows(0).slice(0, 2) });
    await unpublish();
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5', 'B;0'] });
    await passOver({ 'artikel.csv': rows(0) });
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 0']);
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.catalog.why('B')).next).toBe('Nothing: it is in step.');
    expect((await passOver()).calls).toEqual([]);
  });

  it('gets its picture anew once a products export names it again, and not before', async () => {
    await openWithPictures(
      `  pictures: { folder: ./bilder }\n${apart.replace('unpublish', 'ignore')}`,
    );
    put('B.png');
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;70'] });
    await passOver({ 'artikel.csv': rows(0).slice(0, 2) });
    await room.market.sandbox.control('PATCH', '/sandbox/products/B', { images: [] });
    await unpublish();
    const since = await ledgerEnd(room.market);
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5', 'B;7'] });
    expect(await calls(since)).toEqual([]);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'rejected-stock' }]);
    await passOver({ 'artikel.csv': rows(0) });
    expect(await calls(since)).toEqual(whole);
    expect((await shown())['B']).toBe(sha256(picture()));
  });

  it.each([
    ['a file of changes', 'contents: delta', 'bestand2.csv'],
    ['a whole file that leaves it out', 'missing: keep', 'bestand.csv'],
  ])('is told no more once it came back with it behind %s', async (_, keys, next) => {
    await open(apart.replace('unpublish', 'ignore').replace('missing: keep', keys));
    await passOver({ 'artikel.csv': rows(0), 'bestand.csv': ['Nr;Menge', 'A;5', 'B;70'] });
    await passOver({ 'artikel.csv': rows(0).slice(0, 2) });
    await unpublish();
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5', 'B;0'] });
    await passOver({ [next]: ['Nr;Menge', 'A;5'] });
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'unsaid-stock' }]);
    await passOver({ 'artikel.csv': rows(0) });
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 0']);
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.catalog.why('B')).next).toContain('Nothing: it is in step');
  });

  it('goes with reconcile --fix where it was refused, and its row is rejected no more', async () => {
    await open(own());
    await passOver({ 'artikel.csv': rows(7) });
    await unpublish();
    // The upsert behind it is refused as well.
    const failed = { externalId: 'B', status: 'failed', errorCode: 'NOT_FOUND', error: 'no B' };
    room.post.intercept((mutation) =>
      idsOf(mutation).includes('B') ? answered(200, { succeeded: 0, errors: [failed] }) : undefined,
    );
    await passOver({ 'artikel.csv': rows(70) });
    expect(await room.catalog.needsYou()).toHaveLength(1);
    room.post.intercept(undefined);
    const { fixed } = await room.catalog.reconcile({ fix: true, quietMs: 5_000 });
    expect(fixed).toBe(1);
    expect(await there()).toEqual(['A Nagel 5', 'B Mutter 70']);
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});
