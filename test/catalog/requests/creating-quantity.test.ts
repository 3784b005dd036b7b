import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const known = ['A;Nagel', 'B;Mutter'];
const named = (...rows: readonly string[]) => ({ 'a.csv': ['Nr;Name', ...known, ...rows] });
const stocks = (...rows: readonly string[]) => ({ 'l.csv': ['Nr;Menge', 'A;5', 'B;5', ...rows] });

async function opened(keys: string): Promise<void> {
  await open(`  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, ${keys} folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
  await passOver({ ...named(), ...stocks() });
}
const callsOf = async (...rows: readonly string[]) => (await passOver(named(...rows))).calls;
const created = (fields: object) => [['upsert', fields]];

describe('a new article that the whole stock file left out before it was known', () => {
  it('is created without stock under missing: zero, and has one with the next file', async () => {
    await opened('missing: zero,');
    expect(await callsOf('N;Neu')).toEqual(
      created({ externalId: 'N', name: 'Neu', availableQty: 0 }),
    );
    expect((await passOver(stocks('N;3'))).calls).toEqual([
      ['stock', { externalId: 'N', availableQty: 3 }],
    ]);
  });

  it('has no quantity where its row was rejected: nobody knows what that says', async () => {
    await opened('missing: zero,');
    await passOver(stocks('N;viel'));
    expect(await callsOf('N;Neu')).toEqual(created({ externalId: 'N', name: 'Neu' }));
  });

  it('has no quantity under missing: keep', async () => {
    await opened('missing: keep,');
    expect(await callsOf('N;Neu')).toEqual(created({ externalId: 'N', name: 'Neu' }));
  });
});

describe('an article that comes back while a brake holds that it has no stock', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `C${n}`);
  const names = (...ids: readonly string[]) => ({
    'a.csv': ['Nr;Name', ...ids.map((id) => `${id};Rad ${id}`)],
  });
  const held = async (missing: string, left: readonly string[], vanished = 'unpublish') => {
    await open(`  vanished: ${vanished}
  brake: { vanished: { share: 25%, count: 50 }, zeroed: { share: 10%, count: 2 } }
  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, missing: ${missing}, folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    const full = eight.map((id) => `${id};5`);
    await passOver({ ...names(...eight), 'l.csv': ['Nr;Menge', ...full] });
    await passOver({ 'l.csv': ['Nr;Menge', ...full.slice(4), ...left] });
    await passOver(names(...eight.slice(1)));
    return (await passOver(names(...eight))).calls;
  };
  const emptied = ['C1;0', 'C2;0', 'C3;0', 'C4;0'];
  const back = created({ externalId: 'C1', name: 'Rad C1', availableQty: 0 });

  it('has none where its row said 0', async () => {
    expect(await held('keep', emptied)).toEqual(back);
  });

  it('has none where it was hidden, for nobody saw the stock from before meanwhile', async () => {
    const shown = { externalId: 'C1', name: 'Rad C1', isActive: true, availableQty: 0 };
    expect(await held('keep', emptied, 'hide')).toEqual(created(shown));
  });

  it('has its stock again with the next file, also where that says what it had before it was hidden', async () => {
    await held('keep', emptied, 'hide');
    expect(
      (await passOver({ 'l.csv': ['Nr;Menge', ...eight.map((id) => `${id};5`)] })).calls,
    ).toEqual([['stock', { externalId: 'C1', availableQty: 5 }]]);
  });

  it('keeps none where what the brake holds is released, as those that were never hidden then do', async () => {
    await held('keep', emptied, 'hide');
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'somebody');
    const { calls } = await passOver();
    const others = ['C2', 'C3', 'C4'].map((externalId) => ({ externalId, availableQty: 0 }));
    expect(calls).toEqual([['stock', ...others]]);
  });

  it('has none where the file left it out', async () => {
    expect(await held('zero', [])).toEqual(back);
  });
});
