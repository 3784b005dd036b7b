import { describe, expect, it } from 'vitest';
import { productText } from '../../../src/product-story.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { refusal } from '../room.ts';

useRoom();

const articles = 'ABCDEFGHIJ'.split('');
const others = articles.slice(1).map((id) => `${id};5`);

/** All in step with a stock of 5; each stock that falls to zero is held. */
async function openWith(keys: string): Promise<void> {
  await open(`  brake: { zeroed: { share: 0%, count: 0 } }
  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, ${keys} folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
  await passOver({ 'a.csv': ['Nr;Name', ...articles.map((id) => `${id};Ding`)] });
  await passOver({ 'l.csv': ['Nr;Menge', 'A;5', ...others] });
}

/** What the newest stock export says of A, and what comes next. */
async function whyA(rows: readonly string[]) {
  await passOver({ 'l.csv': ['Nr;Menge', ...rows] });
  const { exported, next } = await room.catalog.why('A');
  return { lag: exported.find(({ source }) => source === 'lag'), next };
}

describe('why, of an article in several rows', () => {
  it('shows the last row under last, and what holds it', async () => {
    await openWith('duplicates: last,');
    const { lag, next } = await whyA(['A;5', ...others, 'A;0']);
    expect(lag).toMatchObject({ row: 12, values: { availableQty: '0' } });
    expect(next).toMatch(/^It is held: .*stockhand release \d+$/);
  });

  it('shows no row under last where the last one cannot be read: none before it counts', async () => {
    await openWith('duplicates: last,');
    const { lag, next } = await whyA(['A;7', ...others, 'A;viel']);
    expect(lag).toBeUndefined();
    expect(next).toBe(
      'Its row was rejected. Export a number in the style that numbers: of the source declares.',
    );
  });

  it('shows under sum what its rows add up to, and what holds that', async () => {
    await openWith('duplicates: sum, negative: clamp,');
    const { lag, next } = await whyA(['A;3', ...others, 'A;-3']);
    expect(lag).toMatchObject({ row: 12, rows: 2, values: { availableQty: '0' } });
    expect(next).toMatch(/^It is held: .*stockhand release \d+$/);
    const sold = await whyA(['A;3', ...others, 'A;1', 'A;']);
    expect(sold).toMatchObject({
      lag: { row: 13, rows: 3, values: { availableQty: '4' } },
      next: 'Nothing: it is in step.',
    });
  });

  it('shows no stock under sum where one of its rows cannot be read', async () => {
    await openWith('duplicates: sum,');
    const { lag, next } = await whyA(['A;3', ...others, 'A;viel']);
    expect(lag?.values).not.toHaveProperty('availableQty');
    expect(next).toBe(
      'Its row was rejected. Export a number in the style that numbers: of the source declares. Correct the other row. A part of a sum is never sent.',
    );
  });
});

describe('why, of a stock row that was not sent', () => {
  const lines = async () => productText(await room.catalog.why('A')).split('\n');

  it('says that the marketplace refused it', async () => {
    await openWith('');
    room.post.intercept(({ body }) => (String(body ?? '').length > 0 ? refusal : undefined));
    await whyA(['A;7', ...others]);
    expect((await lines())[2]).toMatch(
      /^ {2}exported by lag: l\.csv, row 2 \(run \d+\): \{"availableQty":"7"\}; this row was rejected: .*was refused by the marketplace/,
    );
    room.post.intercept(undefined);
    await room.catalog.retry();
    await passOver();
    expect((await lines())[2]).toMatch(/\{"availableQty":"7"\}$/);
  });

  it('says that a rule here rejected it', async () => {
    await openWith('');
    const { lag } = await whyA(['A;7', 'A;8', ...others]);
    expect(lag).toMatchObject({
      row: 2,
      rejected: expect.stringContaining('is in rows 2 and 3'),
    });
  });
});

it('why does not wait for the pause of a source whose file does not name the article', async () => {
  await open(`  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: more, folder: ./out, files: "m*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`);
  await passOver({ 'a.csv': ['Nr;Name', 'A;Ding', 'M;Ding'], 'm.csv': ['Nr;Marke', 'M;Rad'] });
  await room.catalog.setPaused('more', true, 'Anna');
  await passOver({ 'm.csv': ['Nr;Marke', 'M;Reifen'] });
  expect((await room.catalog.why('A')).next).toBe('Nothing: it is in step.');
  expect((await room.catalog.why('M')).next).toBe(
    'Its source is paused; it is sent after: stockhand resume more',
  );
});
