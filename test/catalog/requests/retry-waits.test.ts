import { describe, expect, it } from 'vitest';
import { retriedText } from '../../../src/acted-text.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { refusal } from '../room.ts';

useRoom();

const sources = `  brake: { zeroed: { share: 0%, count: 0 } }
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const articles = (...ids: readonly string[]) => ({
  'artikel.csv': ['Nr;Name', ...ids.map((id) => `${id};Artikel ${id}`)],
});
const stock = (...rows: readonly string[]) => ({ 'bestand.csv': ['Nr;Menge', ...rows] });
const filler = ['F', 'G', 'H'];

/** The marketplace refuses whatever names one of them. */
function refuse(...ids: readonly string[]): void {
  room.post.intercept(({ body }) => {
    const text = Buffer.from(body ?? '').toString();
    return ids.some((id) => text.includes(`"${id}"`)) ? refusal : undefined;
  });
}

/** What is told, and what the next pass then sends. */
async function retried() {
  room.post.intercept(undefined);
  const told = await room.catalog.retry();
  const { calls } = await passOver();
  return { told, sent: calls.flatMap(([, ...items]) => items.map((item) => item['externalId'])) };
}

describe('retry --all counts what the next pass sends', () => {
  it('and not an article that no export names by now', async () => {
    await open(sources);
    refuse('A', 'B');
    await passOver(articles('A', 'B', ...filler));
    await passOver(articles('A', ...filler));
    const nextOf = async (id: string) => (await room.catalog.why(id)).next;
    expect([await nextOf('A'), await nextOf('B')]).toEqual([
      'Correct it in the ERP, or send it again: stockhand retry --product A',
      'Nothing: no export names it.',
    ]);
    const { told, sent } = await retried();
    expect(sent).toEqual(['A']);
    expect(told).toEqual({
      items: 1,
      waiting: [
        { items: 1, why: 'no export in use names it; the next export that names it sends it.' },
      ],
    });
    expect(retriedText(told)).toBe(
      '1 item is sent with the next pass.\n  1 more cannot be sent yet: no export in use names it; the next export that names it sends it.',
    );
  });

  it('and not one whose source is paused', async () => {
    await open(sources);
    refuse('A');
    await passOver(articles('A', ...filler));
    await room.catalog.setPaused('articles', true);
    room.post.intercept(undefined);
    const why = 'its source is paused: stockhand resume articles';
    expect(await room.catalog.retry()).toEqual({ items: 0, waiting: [{ items: 1, why }] });
  });

  it('and not one that is held by now', async () => {
    await open(sources);
    await passOver({ ...articles('A', ...filler), ...stock('A;5', 'F;5', 'G;5') });
    refuse('A', 'G');
    await passOver(stock('A;7', 'F;5', 'G;7'));
    await passOver(stock('A;0', 'F;5', 'G;7'));
    const [hold] = await room.catalog.held();
    expect((await room.catalog.why('A')).next).toBe(
      `It is held: export again, or allow it: stockhand release ${hold?.id}`,
    );
    const { told, sent } = await retried();
    expect(sent).toEqual(['G']);
    const why = `it is held: stockhand release ${hold?.id}`;
    expect(told).toEqual({ items: 1, waiting: [{ items: 1, why }] });
  });

  it('and one of which another source is held', async () => {
    await open(sources);
    await passOver({ ...articles('A', ...filler), ...stock('A;5', 'F;5') });
    refuse('A');
    await passOver({
      'artikel.csv': ['Nr;Name', 'A;Nagel', ...filler.map((id) => `${id};Artikel ${id}`)],
    });
    await passOver(stock('A;0', 'F;5'));
    expect(await room.catalog.held()).toHaveLength(1);
    expect(await retried()).toEqual({ told: { items: 1 }, sent: ['A'] });
  });
});

it('retry lets an article go behind ten thousand others that were refused', async () => {
  await open(sources);
  const { mirror, transaction } = room.catalog.store;
  transaction(() => {
    for (let id = 1; id <= 10_000; id += 1) {
      mirror.add(id, `B${id}`);
      mirror.refuse({ product: id, hash: 7, code: 'NO', message: 'no', at: 0 });
    }
  });
  refuse('A');
  await passOver(articles('A'));
  room.post.intercept(undefined);
  expect(await room.catalog.retry('A')).toEqual({ items: 1 });
  expect((await passOver()).calls).toMatchObject([['upsert', { externalId: 'A' }]]);
});

it('retry says that nothing was parked only where nothing was', () => {
  expect(retriedText({ items: 0 })).toBe('Nothing was parked.');
});
