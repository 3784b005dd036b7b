import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { refusal } from '../room.ts';

const many = Array.from({ length: 30 }, (_, n) => n);
/** Each article stands in two rows, one for each price. */
const twice = (head: string, line: (n: number) => string) => ({
  'a.csv': [`${head};Preis`, ...many.flatMap((n) => [`${line(n)};1`, `${line(n)};2`])],
});
const replacing = (fields: string, key = 'Nr') => `  vanished: hide
  brake: { zeroed: { share: 20%, count: 3 }, vanished: { share: 2%, count: 3 } }
  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, duplicates: last, mapping: { externalId: ${key}, name: Name, ${fields} } }`;
const added = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "s.csv", missing: keep, duplicates: sum, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const shared = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name, isActive: { column: Aktiv, translate: { J: true, N: false } } } }
    - { name: brands, folder: ./out, files: "b.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
const heldSentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);

useRoom();

describe('rows that a later row of their article replaces (duplicates: last)', () => {
  const stock = (times: number, sold = 0) =>
    twice('Nr;Name;Menge', (n) => `A${n};Nagel ${n};${n < sold ? 0 : (n + 3) * times}`);

  it('fault 7: do not hide that all quantities jump by ten', async () => {
    await open(replacing('availableQty: Menge'));
    await passOver(stock(1));
    expect((await passOver(stock(10))).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      expect.stringMatching(/^30 of 30 changed quantities of a.csv jump by exactly ×10/),
    ]);
  });

  it('fault 5: do not hide how many of the articles fall to zero', async () => {
    await open(replacing('availableQty: Menge'));
    await passOver(stock(1));
    expect((await passOver(stock(1, 9))).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      expect.stringMatching(/^a.csv would set the stock of 9 of 30 articles to zero/),
    ]);
  });

  it('fault 7: do not hide that a number of the content jumps', async () => {
    await open(replacing('leadTimeDays: Tage'));
    const days = (times: number) =>
      twice('Nr;Name;Tage', (n) => `A${n};Nagel ${n};${(n + 3) * times}`);
    await passOver(days(1));
    expect((await passOver(days(10))).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      expect.stringMatching(/^In a.csv 30 of 30 changed values of leadTimeDays jump/),
    ]);
  });

  it('do not hide that articles got other numbers', async () => {
    await open(replacing('barcode: EAN'));
    const numbered = (of: (n: number) => string) =>
      twice('Nr;Name;EAN', (n) => `${of(n)};Nagel ${n};40000${n + 10}`);
    await passOver(numbered((n) => `A${n}`));
    expect((await passOver(numbered((n) => (n < 9 ? `B${n}` : `A${n}`)))).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      expect.stringMatching(/^a.csv gives 9 of 30 articles another number/),
    ]);
  });

  it('end no refusal of the row that counts, which was sent again with every second file', async () => {
    await open(replacing('brand: Marke'));
    const rows = (brand: string) => ['Nr;Name;Marke', 'A;Nagel;', 'A;Stift;', `B;Zange;${brand}`];
    await passOver({ 'a.csv': ['Nr;Name;Marke', 'A;Nagel;', 'B;Zange;'] });
    const names = (body: Uint8Array | undefined) => Buffer.from(body ?? []).toString();
    room.post.intercept(({ body }) => (names(body).includes('Stift') ? refusal : undefined));
    await passOver({ 'a.csv': rows('x') });
    const before = room.post.sent.length;
    await passOver({ 'a.csv': rows('y') });
    await passOver({ 'a.csv': rows('z') });
    const sent = room.post.sent.slice(before).map(({ body }) => names(body));
    expect(sent).toEqual([expect.stringContaining('"y"'), expect.stringContaining('"z"')]);
  });
});

describe('rows that are added up (duplicates: sum)', () => {
  const first = {
    'a.csv': ['Nr;Name', 'A;a', 'B;b', 'C;c'],
    's.csv': ['Nr;Menge', 'A;1.250', 'B;7', 'B;5', 'C;4'],
  };

  it('fault 7: are sent where only numbers like 1,250 are held', async () => {
    await open(added);
    await passOver(first);
    const { calls, runs } = await passOver({
      's.csv': ['Nr;Menge', 'A;1,250', 'B;3', 'B;5', 'C;0'],
    });
    expect(await heldSentences()).toHaveLength(1);
    expect(calls).toEqual([
      ['stock', { externalId: 'B', availableQty: 8 }, { externalId: 'C', availableQty: 0 }],
    ]);
    expect(runs).toMatchObject([{ read: 4, sent: 2, held: 1, skipped: 1, unchanged: 0 }]);
  });

  it('are shown by a plan as their total', async () => {
    await open(added);
    await passOver(first);
    room.write('s.csv', ['Nr;Menge', 'A;1.250', 'B;30', 'B;5', 'C;4']);
    const { sources } = await room.catalog.plan();
    expect(sources[0]?.examples).toEqual({ stock: 'B  availableQty: 12 -> 35' });
  });

  it('fault 8: give an article that nobody knows yet no part of their sum', async () => {
    await open(added.replace('missing: keep', 'contents: delta'));
    await passOver({ 's.csv': ['Nr;Menge', 'A;viel', 'A;5', 'B;7'] });
    const { calls } = await passOver({ 'a.csv': ['Nr;Name', 'A;a', 'B;b'] });
    const [, ...items] = calls[0] ?? [];
    expect(items.map(({ availableQty }) => availableQty)).toEqual([undefined, 7]);
  });
});

describe('rows of an article that contradict each other (duplicates: reject)', () => {
  const rejected = { read: 2, rejected: 2, skipped: 0 };

  it('fault 8: are not sent with the row of another source', async () => {
    await open(shared);
    const { runs } = await passOver({ 'a.csv': ['Nr;Name;Aktiv', 'A;;J', 'A;Nagel;J'] });
    expect(runs).toMatchObject([rejected]);
    expect((await passOver({ 'b.csv': ['Nr;Marke', 'A;x'] })).calls).toEqual([]);
  });

  it('fault 8: are rejected also where no source has named the article yet', async () => {
    await open(shared);
    const { runs } = await passOver({ 'b.csv': ['Nr;Marke', 'A;x', 'A;y'] });
    expect(runs).toMatchObject([rejected]);
    const { calls } = await passOver({ 'a.csv': ['Nr;Name;Aktiv', 'A;Nagel;J'] });
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Nagel', isActive: true }]]);
  });
});

describe('a row without a name before another one of a new article', () => {
  it('says nothing of it under duplicates: last', async () => {
    await open(
      replacing('isActive: { column: Aktiv, translate: { J: true, N: false } }').replace(
        'vanished: hide',
        'vanished: ignore',
      ),
    );
    const { calls } = await passOver({ 'a.csv': ['Nr;Name;Aktiv', 'A;;N', 'A;Nagel;'] });
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Nagel' }]]);
  });
});
