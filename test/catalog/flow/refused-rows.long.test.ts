import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince, refusal } from '../room.ts';

const active = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
const changes = `contents: delta, folder: ./out, ${dialect}`;
const main = `{ name: articles, files: "n*.csv", ${changes}, mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }`;
const ofStock = `{ name: stock, kind: stock, files: "s*.csv", ${changes}, mapping: { externalId: Nr, availableQty: Menge } }`;

useRoom();

async function passed(file?: string, rows: readonly string[] = [], header = 'Nr;Name;Menge;Aktiv') {
  const since = await ledgerEnd(room.market);
  if (file !== undefined) room.write(file, [header, ...rows]);
  return passSince(room, since);
}

/** What is sent of an article is refused, alone or among others. */
function refuse(article: string): void {
  room.post.intercept(({ body }) =>
    Buffer.from(body ?? '').includes(`"${article}"`) ? refusal : undefined,
  );
}

const needs = async () =>
  (await room.catalog.needsYou()).map(({ what, cause }) => `${what} ${cause}`).join('\n');
const next = async (id: string) => (await room.catalog.why(id)).next;
const product = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id);

describe('I13: a row of a file of changes that the marketplace refused', () => {
  async function overtaken(): Promise<void> {
    await open(`  sources:\n    - ${main}`);
    await passed('n1.csv', ['A;Rad;5;J', 'B;Reifen;5;J', 'C;Kette;5;J']);
    refuse('B');
    await passed('n2.csv', ['A;Rad;5;N', 'B;Reifen;5;N']);
    room.post.intercept(undefined);
    await passed('n3.csv', ['C;Kette;4;J']);
  }

  const told =
    'articles: 1 row of earlier files had no effect, and no later file repeats them. First: B in n2.csv row 3.';

  it('is reported after the next file, which does not name its article', async () => {
    await overtaken();
    expect(await product('B')).toMatchObject({ isActive: true });
    expect(await needs()).toBe(told);
    expect(await next('B')).not.toMatch(/^Nothing/);
    await room.restart();
    expect(await needs()).toBe(told);
    await passed('n4.csv', ['B;Reifen;5;N']);
    expect(await needs()).toMatch(/^1 of 1 rows of n4\.csv was rejected\./);
  });

  it.each([
    ['of which an older row said the stock is told of that row once it is sent', ['B;Reifen;4;J']],
    ['that says no stock owes none once it is sent', []],
  ])('%s', async (_, older) => {
    await open(`  sources:\n    - ${main}`);
    await passed('n1.csv', ['A;Rad;5;J', 'B;Reifen;5;J']);
    refuse('B');
    await passed('n2.csv', ['A;Rad;6;J', ...older]);
    await passed('n3.csv', ['B;Reifen;;N']);
    room.post.intercept(undefined);
    await room.catalog.retry();
    await passed();
    expect(await product('B')).toMatchObject({ isActive: false, availableQty: 5 });
    const owed = older.length > 0;
    const left = owed ? told : '';
    expect(await needs()).toBe(left);
    expect(/^Nothing/.test(await next('B'))).toBe(!owed);
    await passed('n4.csv', ['A;Rad;4;J']);
    expect(await needs()).toBe(left);
    await passed('n5.csv', ['B;Reifen;4;J']);
    expect([await needs(), await next('B')]).toEqual(['', 'Nothing: it is in step.']);
  });

  it('is read again by retry, alone, and goes', async () => {
    await overtaken();
    expect(await room.catalog.retry()).toMatchObject({ items: 1 });
    const { calls } = await passed();
    expect(calls).toEqual([
      ['upsert', expect.objectContaining({ externalId: 'B', isActive: false })],
    ]);
    expect(await needs()).toBe('');
    expect(await next('B')).toBe('Nothing: it is in step.');
    expect((await passed()).calls).toEqual([]);
  });

  it('is reported again where it is refused again, and by retry of the article alone', async () => {
    await overtaken();
    refuse('B');
    expect(await room.catalog.retry('B')).toMatchObject({ items: 1 });
    await passed();
    await passed('n4.csv', ['C;Kette;3;J']);
    expect(await needs()).toContain('First: B in n2.csv row 3.');
    room.post.intercept(undefined);
    await room.catalog.retry('B');
    await passed();
    expect(await product('B')).toMatchObject({ isActive: false });
    expect(await needs()).toBe('');
  });

  it('goes with every other refused row of its file', async () => {
    await open(`  sources:\n    - ${main}`);
    await passed('n1.csv', ['A;Rad;5;J', 'B;Reifen;5;J', 'C;Kette;5;J']);
    room.post.intercept(() => refusal);
    await passed('n2.csv', ['A;Rad;5;N', 'B;Reifen;5;N']);
    room.post.intercept(undefined);
    await passed('n3.csv', ['C;Kette;4;J']);
    expect(await room.catalog.retry()).toMatchObject({ items: 2 });
    expect((await passed()).sent.toSorted()).toEqual(['A', 'B']);
  });

  it('leaves what a newer file says of other articles of its file waiting for a release', async () => {
    const brake = 'brake: { vanished: { share: 0%, count: 0 } }';
    await open(`  ${brake}\n  sources:\n    - ${main}`);
    await passed('n1.csv', ['A;Rad;5;J', 'B;Reifen;5;J', 'C;Kette;5;J', 'D;Korb;5;J']);
    refuse('B');
    await passed('n2.csv', ['A;Rad;4;J', 'B;Reifen;4;J']);
    room.post.intercept(undefined);
    const { sentences } = await passed('n3.csv', ['A;Rad;4;N', 'C;Kette;4;N', 'D;Korb;4;N']);
    expect(sentences).toEqual([expect.stringContaining('would deactivate 3 of 4 articles')]);
    await room.catalog.retry();
    await passed();
    expect(await product('B')).toMatchObject({ availableQty: 4 });
    expect(await next('A')).toMatch(/^It is held/);
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await passed();
    expect(await product('A')).toMatchObject({ isActive: false });
  });

  it('is not read again once a newer row of its article was, even one that leaves its cells empty', async () => {
    await overtaken();
    await passed('n4.csv', ['B;Mantel;;']);
    expect(await product('B')).toMatchObject({ name: 'Mantel', isActive: true });
    expect(await needs()).toBe(told);
    await room.catalog.retry();
    await passed();
    expect(await product('B')).toMatchObject({ name: 'Mantel' });
    expect(await needs()).toBe(told);
  });

  it('is to be exported again where its file is stored no more, and stays told', async () => {
    await overtaken();
    for (const { sha256 } of room.catalog.store.spool.all())
      if (room.catalog.store.runs.newest('articles')?.sha256 !== sha256)
        room.catalog.store.spool.remove(sha256);
    for (const asked of ['B', undefined])
      await expect(room.catalog.retry(asked)).rejects.toMatchObject({
        code: 'ITEM_GONE',
        message: expect.stringMatching(/^The file of changes that named B cannot be read again\./),
      });
    expect(await needs()).toBe(told);
    const [need] = await room.catalog.needsYou();
    expect(need?.fix).toContain('its file is no longer stored, so retry does not send it');
  });

  it('is told by retry of all beside what goes', async () => {
    await overtaken();
    for (const { sha256 } of room.catalog.store.spool.all())
      if (room.catalog.store.runs.newest('articles')?.sha256 !== sha256)
        room.catalog.store.spool.remove(sha256);
    refuse('C');
    await passed('n4.csv', ['C;Kette;7;J']);
    room.post.intercept(undefined);
    await expect(room.catalog.retry()).rejects.toMatchObject({
      message: expect.stringMatching(/^1 item is sent with the next pass\. The file of changes/),
    });
    await passed();
    expect(await product('C')).toMatchObject({ availableQty: 7 });
    expect(await needs()).toBe(told);
  });

  it('is told of an article that was to be created', async () => {
    await open(`  sources:\n    - ${main}`);
    refuse('B');
    await passed('n1.csv', ['A;Rad;5;J', 'B;Reifen;5;J']);
    room.post.intercept(undefined);
    await passed('n2.csv', ['A;Rad;4;J']);
    expect(await needs()).toContain('First: B in n1.csv row 3.');
    await room.catalog.retry('B');
    await passed();
    expect(await product('B')).toMatchObject({ availableQty: 5 });
    expect(await needs()).toBe('');
  });

  it('is told of a stock, also once another source sends something else of the article', async () => {
    const names = main.replace('availableQty: Menge, ', '');
    await open(`  sources:\n    - ${names}\n    - ${ofStock}`);
    await passed('n1.csv', ['A;Rad;;J', 'B;Reifen;;J']);
    await passed('s1.csv', ['A;5', 'B;5'], 'Nr;Menge');
    refuse('B');
    await passed('s2.csv', ['B;0'], 'Nr;Menge');
    room.post.intercept(undefined);
    await passed('s3.csv', ['A;4'], 'Nr;Menge');
    await passed('n2.csv', ['B;Mantel;;J']);
    expect(await needs()).toContain('First: B in s2.csv row 2.');
    await room.catalog.retry();
    await passed();
    expect(await product('B')).toMatchObject({ name: 'Mantel', availableQty: 0 });
    expect(await needs()).toBe('');
  });
});
