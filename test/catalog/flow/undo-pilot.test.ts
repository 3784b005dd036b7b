import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const sources = (vanished: string) => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const file = (...rows: readonly string[]) => ['Nr;Name;Menge', ...rows];

const undo = (quantities = false) => room.catalog.undo({ run: '2', quantities });
const apply = (plan: string) => room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
async function onlyA() {
  const { config } = room.shop;
  await room.restart({
    ...room.shop,
    config: { ...config, catalog: { ...config.catalog!, only: ['A'] } },
  });
  await passOver();
}
const outside = async () =>
  (await room.market.products()).filter(({ externalId }) => externalId !== 'A');

useRoom();

describe.each(['hide', 'unpublish'])('an undo beside a pilot (vanished: %s)', (vanished) => {
  it.each([false, true])('leaves what only: leaves out, with stock: %s', async (quantities) => {
    await open(sources(vanished));
    await passOver({ 'artikel.csv': file('A;Aa;5', 'B;Bb;6', 'C;Cc;7', 'E;Ee;8') });
    await passOver({ 'artikel.csv': file('A;A2;4', 'B;B2;60', 'C;Cc;7', 'N;Neu;9') });
    await onlyA();
    const before = await outside();
    const { plan, left, changed, vanished: gone } = await undo(quantities);
    const why = 'only: of the configuration leaves it out';
    expect([changed, gone]).toEqual([1, 0]);
    expect(left.toSorted((a, b) => a.externalId.localeCompare(b.externalId))).toEqual(
      ['B', 'E', 'N'].map((externalId) => ({ externalId, why })),
    );
    await apply(plan);
    expect(await outside()).toEqual(before);
    const [a] = (await room.market.products()).filter(({ externalId }) => externalId === 'A');
    expect(a).toMatchObject({ name: 'Aa', availableQty: quantities ? 5 : 4 });
  });
});
