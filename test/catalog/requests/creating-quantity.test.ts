import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, useRoom } from '../one-room.ts';

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
