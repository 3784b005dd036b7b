import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = `  vanished: hide
  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const file = (rows: number, stock: string) => ({
  'a.csv': [
    'Nr;Name;Menge;Web',
    ...Array.from({ length: rows }, (_, n) => `A${n};Nagel ${n};${stock};J`),
  ],
});

describe('a file of which every row was rejected', () => {
  it('offers the correction alone, refuses a release with the reason, and is ended by the next file', async () => {
    await open(sources);
    await passOver(file(30, '21,00'));
    await passOver({ 'a.csv': [...file(30, '21.5.0')['a.csv'], 'X;Weg;1;N'] });
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({
      isUnreleasable: true,
      remedy: expect.stringMatching(/^Correct the cause of the rejections, .* and export again;/),
    });
    expect((await room.catalog.needsYou())[0]).toMatchObject({
      effect: 'All articles of the source stay on the marketplace as they are.',
      fix: hold!.remedy,
    });
    const plan = planText(await room.catalog.plan());
    expect(plan).toContain(hold!.remedy);
    expect(plan).not.toContain('stockhand release');
    await expect(room.catalog.release(hold!.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_REJECTED',
      message: expect.stringContaining('every row of a.csv that counts was rejected'),
    });
    expect((await room.catalog.facts()).sources[0]?.state).toBe('held');
    const { calls } = await passOver(file(30, '22,00'));
    expect([calls.length, await room.catalog.held()]).toEqual([1, []]);
  });

  it('fault 7: is released where rows of it lower a stock, which is sent alone', async () => {
    await open(sources);
    await passOver(file(30, '21'));
    const long = file(30, '21')['a.csv'].map((row) => row.replace('Nagel', 'x'.repeat(501)));
    const sold = long.map((row) => row.replace(/^(A[12];.*);21;/, '$1;0;'));
    await passOver({ 'a.csv': sold });
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ items: 2, sentence: expect.stringContaining('30 of 30 rows') });
    expect(hold).not.toHaveProperty('isUnreleasable');
    await room.catalog.release(hold!.id, 'clerk');
    const { calls } = await passOver();
    const emptied = ['A1', 'A2'].map((externalId) => ({ externalId, availableQty: 0 }));
    expect(calls).toEqual([['stock', ...emptied]]);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('is not in step, be it too short to be held', async () => {
    await open(sources);
    await passOver(file(4, '21,00'));
    await passOver(file(4, '21.5.0'));
    const { sources: told } = await room.catalog.facts();
    expect(told[0]).not.toHaveProperty('lastSuccessAt');
    expect([await room.catalog.held(), told]).toMatchObject([
      [],
      [{ state: 'refused', sentence: 'a.csv: 0 of 4 rows in step, 4 rejected.' }],
    ]);
  });
});
