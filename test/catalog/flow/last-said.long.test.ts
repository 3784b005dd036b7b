import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';
import { refusal } from '../room.ts';

useRoom();

const source = (keys = '', vanished = 'ignore') => `  vanished: ${vanished}
  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const table = (count: number, row: (n: number) => number | undefined): readonly string[] => {
  const rows = [...Array(count).keys()].map((n) => [n, row(n)] as const);
  return [
    'Nr;Name;Menge',
    ...rows.flatMap(([n, stock]) => (stock === undefined ? [] : [`A${n};Nagel ${n};${stock}`])),
  ];
};
const needs = async (): Promise<readonly string[]> =>
  (await room.catalog.needsYou()).map(({ id }) => id);
const need = async (): Promise<string | undefined> =>
  (await room.catalog.needsYou()).find(({ id }) => id === 'unsaid-art')?.cause;
const next = async (id: string): Promise<string> => (await room.catalog.why(id)).next;
const stockOf = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id)?.availableQty;

describe('the last stock of an article that was never sent', () => {
  const many = 80;
  const soldOut = (n: number) => (n < 60 ? 0 : 50);
  const few = 4;
  const onlyA1 = (n: number) => (n === 1 ? 0 : 50);
  const gone = (n: number) => (n === 1 ? undefined : 49);

  it.each([
    { how: 'refused', count: few, stock: onlyA1, before: () => room.post.intercept(() => refusal) },
    { how: 'held', count: many, stock: soldOut, before: () => undefined },
    { how: 'paused', count: few, stock: onlyA1, before: () => room.catalog.setPaused('art', true) },
  ])(
    'is reported where it was $how and the next whole file leaves it out, until one names it',
    async ({ count, stock, before }) => {
      await open(source());
      await passOver({ 'a.csv': table(count, () => 50) });
      await before();
      await passOver({ 'a.csv': table(count, stock) });
      room.post.intercept(undefined);
      await passOver({ 'a.csv': table(count, gone) });
      await room.catalog.setPaused('art', false);
      await passOver();
      expect(await stockOf('A1')).toBe(50);
      expect(await needs()).toEqual(['unsaid-art']);
      expect(await next('A1')).not.toContain('retry');
      expect(await next('A1')).toMatch(/export|Correct it in the ERP/);
      await passOver({ 'a.csv': table(count, (n) => (n === 1 ? 7 : 49)) });
      expect([await stockOf('A1'), await needs()]).toEqual([7, []]);
    },
  );

  it('is told no more once the article was taken off sale in the portal and reconcile saw it', async () => {
    await open(source());
    await passOver({ 'a.csv': table(few, () => 50) });
    room.post.intercept(() => refusal);
    await passOver({ 'a.csv': table(few, onlyA1) });
    room.post.intercept(undefined);
    await passOver({ 'a.csv': table(few, gone) });
    expect(await needs()).toEqual(['unsaid-art']);
    await room.market.sandbox.control('POST', '/sandbox/products/A1/unpublish', {});
    await room.catalog.reconcile({ fix: true, quietMs: 5_000 });
    await passOver({ 'a.csv': table(few, (n) => (n === 1 ? undefined : 48)) });
    expect(await needs()).toEqual([]);
  });

  it('is told no more once the answer to it comes behind the file that leaves it out', async () => {
    await open(source());
    await passOver({ 'a.csv': table(few, () => 50) });
    room.post.hold();
    room.write('a.csv', table(few, onlyA1));
    await room.pass(300);
    room.write('a.csv', table(few, gone));
    await room.pass(300);
    expect(await needs()).toEqual(['unsaid-art']);
    room.post.letGo();
    await passOver();
    expect([await stockOf('A1'), await needs()]).toEqual([0, []]);
  });

  it('is nothing to tell where what vanishes is taken off sale, or was there as said', async () => {
    await open(source('', 'unpublish'));
    await passOver({ 'a.csv': table(few, () => 50) });
    room.post.intercept(() => refusal);
    await passOver({ 'a.csv': table(few, onlyA1) });
    room.post.intercept(undefined);
    await passOver({ 'a.csv': table(few, gone) });
    expect(await needs()).toEqual([]);
    await room.close();
    await open(source());
    await passOver({ 'a.csv': table(few, () => 50) });
    await passOver({ 'a.csv': table(few, gone) });
    expect(await needs()).toEqual([]);
  });

  it('is reported where a brake held it, its run was undone, and the undo taken back', async () => {
    await open(source());
    await passOver({ 'a.csv': table(many, () => 50) });
    await passOver({ 'a.csv': table(many, (n) => (n < 60 ? 0 : 40)) });
    await undone(2, true);
    expect(await needs()).toEqual(['refused-art']);
    await undone(3, true);
    expect(await need()).toBe(
      'First: A0 in a.csv, held, and no longer offered for release since undo took it back: Menge.',
    );
    expect(await next('A0')).toContain('An earlier export said more about it than was sent');
    await undone(4, true);
    expect(await needs()).toEqual(['refused-art']);
    await undone(5, true);
    await passOver({ 'a.csv': table(many, (n) => (n < 60 ? 0 : 41)) });
    expect(await need()).toBeUndefined();
    expect(await room.catalog.held()).toMatchObject([{ items: 60 }]);
  });
});

describe('a file of changes that was refused because undo had taken its content back', () => {
  it.each(['contents: delta,', 'pick: each,'])(
    'is passed over by the next one (%s)',
    async (keys) => {
      await open(source(keys));
      const rows = (...lines: string[]) => ['Nr;Name;Menge', ...lines];
      await passOver({ 'a1.csv': rows('A0;Nagel;5', 'A1;Mutter;6') });
      await passOver({ 'a2.csv': rows('A0;Nagel;50', 'A1;Mutter;70') });
      await undone(2, true);
      await passOver({ 'a3.csv': rows('A0;Nagel;50', 'A1;Mutter;70') });
      expect(await needs()).toEqual(['refused-art', 'refused-art']);
      await passOver({ 'a4.csv': rows('A0;Nagel;3', 'A1;Mutter;2') });
      await room.restart();
      expect((await passOver()).runs).toEqual([]);
      expect([await stockOf('A0'), await stockOf('A1')]).toEqual([3, 2]);
      expect(await needs()).toEqual([]);
      await passOver({ 'a5.csv': rows('A0;Nagel;50', 'A1;Mutter;70') });
      expect([await stockOf('A0'), await stockOf('A1')]).toEqual([50, 70]);
    },
  );
});
