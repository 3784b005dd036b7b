import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (vanished: string): string => `  vanished: ${vanished}
  brake: { vanished: { share: 90%, count: 50 } }
  sources:
    - { name: articles, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const names = (...more: readonly string[]) => [
  'Nr;Name',
  ...Array.from({ length: 9 }, (_, n) => `A${n};Rad ${n}`),
  ...more,
];
const unreached = ['batch', '.', '..'];
const unreachedNames = unreached.map((id) => `${id};Kiste`);
const onSale = async () =>
  (await room.market.products()).flatMap(({ externalId, isActive, deleted }) =>
    isActive === false || deleted === true ? [] : [externalId],
  );
const next = async (id: string) => (await room.catalog.why(id)).next;

async function otherwise(vanished: 'ignore' | 'unpublish'): Promise<void> {
  const { catalog } = room.shop.config;
  if (catalog === undefined) throw new Error('the shop has no catalog');
  await room.restart({
    ...room.shop,
    config: { ...room.shop.config, catalog: { ...catalog, vanished } },
  });
}

it('vanished: unpublish hides the articles that no address can name (fault 9), once, and says so', async () => {
  await open(sources('unpublish'));
  await passOver({ 'n.csv': names(...unreachedNames) });
  const { calls } = await passOver({ 'n.csv': names() });
  expect(calls).toEqual([
    ['upsert', ...unreached.map((externalId) => ({ externalId, name: 'Kiste', isActive: false }))],
  ]);
  expect(await onSale()).toHaveLength(9);
  expect(await room.catalog.needsYou()).toEqual([]);
  expect(await next('..')).toBe(
    'Nothing: the export no longer names it, so it is hidden. It is sent again when an export names it.',
  );
  expect((await passOver({ 'n.csv': names('\r\n') })).calls).toEqual([]);
});

it('such articles count as a batch and no delete in what an undo would send', async () => {
  await open(sources('unpublish'));
  await passOver({ 'n.csv': names() });
  const { runs } = await passOver({ 'n.csv': names(...unreachedNames, 'B;Mutter') });
  const undo = await room.catalog.undo({ run: String(runs[0]?.run), quantities: false });
  expect(undo).toMatchObject({ vanished: 4, calls: { batchUpsert: 1, delete: 1 } });
});

it('such an article says that it is active when an export names it again, and when the run that hid it is undone', async () => {
  await open(sources('unpublish'));
  await passOver({ 'n.csv': names(...unreachedNames) });
  const { runs } = await passOver({ 'n.csv': names() });
  const shown = unreached.map((externalId) => ({ externalId, name: 'Kiste', isActive: true }));
  const undo = await room.catalog.undo({ run: String(runs[0]?.run), quantities: false });
  await room.catalog.apply(('plan' in undo && undo.plan) || '', { quietMs: 5_000 });
  expect(await onSale()).toHaveLength(12);
  await passOver({ 'n.csv': names('A9;Rad') });
  const { calls } = await passOver({ 'n.csv': names(...unreachedNames) });
  expect(calls.flatMap(([, ...items]) => items)).toEqual(expect.arrayContaining(shown));
});

it.each(['ignore', 'unpublish'] as const)(
  'what was hidden before vanished: became %s is told as hidden, also once its stock was sent, and is active again when it returns',
  async (vanished) => {
    await open(sources('hide'));
    await passOver({ 'n.csv': names('B;Mutter') });
    await passOver({ 'n.csv': names() });
    await otherwise(vanished);
    await passOver({ 'b.csv': ['Nr;Menge', 'B;5'] });
    expect(await next('B')).toBe(
      'Nothing: the export no longer names it, so it is hidden. It is sent again when an export names it.',
    );
    const { calls } = await passOver({ 'n.csv': names('B;Mutter') });
    expect(calls).toEqual([['upsert', { externalId: 'B', name: 'Mutter', isActive: true }]]);
  },
);
