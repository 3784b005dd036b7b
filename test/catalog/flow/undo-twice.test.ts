import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';
import { refusal } from '../room.ts';

const articles = `{ name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, isActive: Aktiv, availableQty: Menge } }`;
const texts = `{ name: texts, folder: ./out, files: "marken*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
const sources = (...all: string[]) => `  vanished: unpublish
  sources:
${all.map((source) => `    - ${source}`).join('\n')}`;
const file = (...more: string[]) => [
  'Nr;Name;Aktiv;Menge',
  ...Array.from({ length: 12 }, (_, n) => `A${n};Nagel ${n};J;${n + 5}`).filter(
    (row) => !more.some((other) => other.split(';')[0] === row.split(';')[0]),
  ),
  ...more,
];
const brands = (brand: string) => [
  'Nr;Marke',
  ...Array.from({ length: 12 }, (_, n) => `A${n};${n === 2 ? brand : 'M'}`),
];

const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);

useRoom();

describe('several undos of a source', () => {
  it('refuse all that they took back, so that nothing of it comes again by itself', async () => {
    await open(sources(articles));
    await passOver({ 'artikel.csv': file() });
    await passOver({ 'artikel.csv': file('X1;Test;J;500') });
    await passOver({ 'artikel.csv': file('X1;Test;J;500', 'X2;Test;J;500') });
    await undone(3);
    await undone(2);
    expect(await published()).toHaveLength(12);
    for (const _ of ['after it', 'after a restart']) {
      await passOver();
      expect(await published()).toHaveLength(12);
      expect(await needs()).toEqual(['refused-articles']);
      await room.restart();
    }
    await passOver({ 'artikel.csv': file('X1;Test;J;500') });
    expect(await published()).toHaveLength(12);
    await passOver({ 'artikel.csv': file('X3;Neu;J;1') });
    expect(await published()).toHaveLength(13);
    expect(await needs()).toEqual([]);
  });

  it('keep what one of them refuses where another one is taken back', async () => {
    await open(sources(articles));
    await passOver({ 'artikel.csv': file() });
    await passOver({ 'artikel.csv': file('X1;Test;J;500') });
    await passOver({ 'artikel.csv': file('X1;Test;J;500', 'X2;Test;J;500') });
    await undone(2);
    await undone(3);
    await undone(4);
    await passOver();
    const planned = planText(await room.catalog.plan());
    expect(planned).toContain('Nothing to send: what is not refused is in step.');
    expect(planned).toContain(
      'Refused: articles: artikel.csv: was taken back by undo and is not read again.',
    );
    expect((await published()).map(({ externalId }) => externalId)).toContain('X1');
    expect(await published()).toHaveLength(13);
    expect(await needs()).toEqual(['refused-articles']);
  });
});

describe('what an undo left otherwise than the newest export', () => {
  it('is reported when another source has sent the article since', async () => {
    await open(sources(articles, texts));
    await passOver({ 'artikel.csv': file(), 'marken.csv': brands('M') });
    const [blocked] = (await passOver({ 'artikel.csv': file('A2;Nagel 2;N;7') })).runs;
    await passOver({ 'artikel.csv': file('A2;Nagel 2;N;7', 'A3;Neuer Nagel;J;8') });
    await undone(blocked?.run ?? 0);
    const before = await needs();
    expect(before).toEqual([expect.stringMatching(/^against-articles-/)]);
    await passOver({ 'marken.csv': brands('Neu') });
    const [sold] = (await published()).filter(({ externalId }) => externalId === 'A2');
    expect(sold).toMatchObject({ brand: 'Neu' });
    expect(await needs()).toEqual(before);
    expect((await room.catalog.why('A2')).next).toContain('put it back as it was before run');
  });

  it('is not told of an article that the marketplace refused, which retry sends once more', async () => {
    await open(sources(articles));
    await passOver({ 'artikel.csv': file() });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7') });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7', 'A3;Neu;J;8') });
    room.post.intercept(() => refusal);
    await undone(2);
    room.post.intercept(undefined);
    expect(await room.catalog.why('A2')).not.toHaveProperty('putBack');
    expect((await room.catalog.needsYou()).map(({ fix }) => fix)).toEqual([
      'What the undo sends is sent once more with stockhand retry --all.',
    ]);
    await room.catalog.retry(undefined);
    await passOver();
    expect(await room.catalog.why('A2')).toMatchObject({ putBack: { run: 4, undoes: 2 } });
    expect(await needs()).toEqual([]);
  });

  it('lets a changed configuration wait for the next export, and says so', async () => {
    await open(sources(articles));
    await passOver({ 'artikel.csv': file() });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7') });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7', 'A3;Neu;J;8') });
    await undone(2);
    const { config } = room.shop;
    const [source] = config.catalog!.sources;
    const other = { ...config.catalog!, sources: [{ ...source!, empty: 'clear' as const }] };
    await room.restart({ ...room.shop, config: { ...config, catalog: other } });
    await passOver();
    const waits =
      'A change in its configuration or in the program applies only from the next export with other content on, because run 4 took back run 2.';
    const sentence = async () => (await room.catalog.facts()).sources[0]?.sentence;
    expect((await room.catalog.events(20)).map(({ text }) => text)).toContain(waits);
    expect(await sentence()).toContain(waits);
    expect((await room.catalog.why('A1')).next).toBe(
      `It is in step with what was read. Waits: articles: ${waits}`,
    );
    const planned = planText(await room.catalog.plan());
    expect(planned).toContain('Nothing to send: what is not waiting is in step.');
    expect(planned).toContain(`Waits: articles: ${waits}`);
    await passOver({ 'artikel.csv': file('A3;Neuer;J;8') });
    expect(await sentence()).not.toContain(waits);
  });

  it('is told by the export that changes it again, of all undos and of stock that was put back', async () => {
    await open(sources(articles));
    await passOver({ 'artikel.csv': file() });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7') });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7', 'A3;Nagel 3;J;77') });
    await passOver({ 'artikel.csv': file('A2;Anders;J;7', 'A3;Nagel 3;J;77', 'A4;Neu;J;9') });
    await undone(2);
    await undone(3, true);
    await passOver({
      'artikel.csv': file('A2;Anders;J;7', 'A3;Nagel 3;J;77', 'A4;Neu;J;9', 'A5;Nagel 5;J;11'),
    });
    const said = (await room.catalog.events(20)).map(({ text }) => text).join('\n');
    expect(said).toContain(
      'artikel.csv changes 2 articles again that undo of run 2 (run 5) and undo of run 3 (run 6) had taken back.',
    );
  });
});

it('what is refused of an undo is told without a row: there is no file in which a person could look', async () => {
  await open(sources(articles));
  await passOver({ 'artikel.csv': file() });
  await passOver({ 'artikel.csv': file('A3;Neu;J;8', 'A4;Neu;J;9') });
  room.post.intercept(() => refusal);
  await undone(2);
  const needed = (await room.catalog.needsYou()).filter(({ id }) => id === 'rejected-articles');
  expect(needed).toMatchObject([{ cause: expect.stringMatching(/^First: "A3" was refused/) }]);
  const { complaints } = await room.catalog.why('A4');
  expect(complaints).toEqual([expect.stringMatching(/^undo of run 2, "A4": was refused/)]);
});
