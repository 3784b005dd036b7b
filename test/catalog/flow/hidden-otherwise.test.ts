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
const next = async (id: string) => (await room.catalog.why(id)).next;

async function otherwise(vanished: 'ignore' | 'unpublish'): Promise<void> {
  const { catalog } = room.shop.config;
  if (catalog === undefined) throw new Error('the shop has no catalog');
  await room.restart({
    ...room.shop,
    config: { ...room.shop.config, catalog: { ...catalog, vanished } },
  });
}

it.each(['ignore', 'unpublish'] as const)(
  'what was hidden before vanished: became %s is told as hidden, also once its stock was sent, and is active again when it returns',
  async (vanished) => {
    await open(sources('hide'));
    await passOver({ 'n.csv': names('B;Mutter') });
    await passOver({ 'n.csv': names() });
    await otherwise(vanished);
    await passOver({ 'b.csv': ['Nr;Menge', 'B;5'] });
    expect(await next('B')).toBe(
      'Nothing: the export no longer names it, so it is hidden. It comes back when an export names it.',
    );
    const { calls } = await passOver({ 'n.csv': names('B;Mutter') });
    expect(calls).toEqual([['upsert', { externalId: 'B', name: 'Mutter', isActive: true }]]);
  },
);
