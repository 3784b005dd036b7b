import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const names = `{ name: names, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const act = (contents: string) =>
  `{ name: act, contents: ${contents}, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke, isActive: { column: Akt, translate: { J: true, N: false } } } }`;
const brake = 'brake: { vanished: { share: 100%, count: 100 } }';

const named = (...rows: readonly string[]) => ({ 'n.csv': ['Nr;Name', ...rows] });
const active = (...rows: readonly string[]) => ({ 'a.csv': ['Nr;Marke;Akt', ...rows] });
const all = ['A;Nagel', 'B;Mutter', 'C;Keil'];

async function hidden(contents: string, ...sources: readonly string[]): Promise<void> {
  const lists = sources.length > 0 ? sources : [names, act(contents)];
  await open(`  vanished: hide\n  ${brake}\n  sources:\n    - ${lists.join('\n    - ')}`);
  await passOver({ ...named(...all), ...active('A;M;J', 'B;M;J', 'C;M;J') });
  const { calls } = await passOver(named(...all.slice(1)));
  expect(calls).toEqual([
    ['upsert', { externalId: 'A', name: 'Nagel', brand: 'M', isActive: false }],
  ]);
}
const isOnSale = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id)?.isActive;
const next = async () => (await room.catalog.why('A')).next;

describe('an article that is hidden because the source that names it leaves it out', () => {
  it.each(['full', 'delta'])(
    'stays hidden whatever another source says of it (contents: %s)',
    async (contents) => {
      await hidden(contents);
      const first = await passOver(active('A;M;J', 'B;M;J', 'C;M;N'));
      expect(first.calls).toEqual([
        ['upsert', { externalId: 'C', name: 'Keil', brand: 'M', isActive: false }],
      ]);
      const { calls } = await passOver(active('A;K;J', 'B;M;J', 'C;M;N'));
      expect(calls).toEqual([
        ['upsert', { externalId: 'A', name: 'Nagel', brand: 'K', isActive: false }],
      ]);
      expect(await next()).toMatch(/names it, so it is hidden/);
      await passOver(named('B;Mutter neu', 'C;Keil'));
      expect([await isOnSale('A'), await room.catalog.needsYou()]).toEqual([false, []]);
    },
  );

  it('stays hidden where the other source is behind the one that names it, or before', async () => {
    const brands = `{ name: brands, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, barcode: Code } }`;
    await hidden('full', names, act('full'), brands);
    await passOver({ 'b.csv': ['Nr;Code', 'A;4006381333931'] });
    expect(await isOnSale('A')).toBe(false);
  });

  it('is hidden by a file that comes together with one that says it is active', async () => {
    await hidden('full');
    await passOver(named(...all));
    await passOver({ ...named(...all.slice(1)), ...active('A;K;J', 'B;M;J', 'C;M;J') });
    await passOver(active('A;K;J', 'B;M;J', 'C;K;J'));
    expect(await isOnSale('A')).toBe(false);
  });

  it.each([
    ['J', true],
    ['N', false],
  ])('is again as the other source says (%s) once it is named', async (mark, isActive) => {
    await hidden('full');
    await passOver(active(`A;M;${mark}`, 'B;M;J', 'C;M;J'));
    await passOver(named(...all));
    expect(await isOnSale('A')).toBe(isActive);
  });

  it('is said to be hidden also after a stock file has named it', async () => {
    const stock = `{ name: st, kind: stock, missing: keep, folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Qty } }`;
    await hidden('full', names, act('full'), stock);
    const { calls } = await passOver({ 's.csv': ['Nr;Qty', 'A;7'] });
    expect(calls).toEqual([['stock', { externalId: 'A', availableQty: 7 }]]);
    expect(await next()).toMatch(/names it, so it is hidden/);
  });
});
