import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { dialect } from '../one-room.ts';
import { openRoom, type Room } from '../room.ts';

const catalog = (vanished: string, more = '') => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, where: { column: Gesperrt, equals: N }, mapping: { externalId: Nr, name: Name${more} } }`;

let room: Room;
afterEach(() => room.close());

const head = 'Nr;Name;Gesperrt';
const article = (n: number, blocked = 'N'): string => `A${n};Nagel ${n};${blocked}`;
const notesOver = async (rows: readonly string[]): Promise<readonly string[]> => {
  room.write('artikel.csv', [head, ...rows]);
  return (await room.pass()).notes;
};

describe('where: with vanished: ignore', () => {
  it('tells how many articles left the selection and stay on sale, once, and not of those that never were on sale', async () => {
    room = await openRoom(catalog('ignore'));
    const open = Array.from({ length: 20 }, (_, n) => article(n));
    expect(await notesOver([...open, article(90, 'J')])).toEqual([]);
    const some = open.with(3, article(3, 'J'));
    expect(await notesOver([...some, article(90, 'J')])).toEqual([
      'articles: 1 article is no longer in the rows that where: selects, and stays on sale (vanished: ignore).',
    ]);
    expect(await notesOver(some)).toEqual([]);
    const more = some.with(4, article(4, 'J')).with(5, article(5, 'J'));
    expect(await notesOver(more)).toEqual([
      'articles: 2 articles are no longer in the rows that where: selects, and stay on sale (vanished: ignore).',
    ]);
    // Here where: leaves out nothing: A0 is not in the export.
    expect(await notesOver(open.slice(1))).toEqual([]);
  });

  it.each([
    ['ignore', '', true],
    ['hide', '', false],
    ['ignore', ', isActive: { column: Aktiv }', false],
  ])('is warned of by check under %s%s: %s', async (vanished, more, isWarned) => {
    room = await openRoom(catalog(vanished, more));
    room.write('artikel.csv', [`${head};Aktiv`, `${article(1)};J`]);
    const { findings } = await check(room.shop.config, { offline: true });
    const warned = findings.filter(({ level }) => level === 'warning');
    expect(warned.map(({ sentence }) => sentence)).toEqual(
      isWarned
        ? [expect.stringMatching(/^With vanished: ignore, where: takes no article off sale/)]
        : [],
    );
  });
});

describe('where: in files of changes', () => {
  const changes = catalog('hide').replace('{ name', '{ contents: delta, name');

  it('tells of an article on sale that it leaves out, which nothing takes off sale', async () => {
    room = await openRoom(changes);
    expect(await notesOver([1, 2, 3].map((n) => article(n)))).toEqual([]);
    expect(await notesOver([article(1, 'J'), article(2), article(9, 'J')])).toEqual([
      'articles: 1 article on sale is left out by where: and stays on sale (contents: delta).',
    ]);
    const both = [article(1, 'J').replace('Nagel', 'Stift'), article(3, 'J').replace('Nagel', '')];
    expect(await notesOver(both)).toEqual([
      'articles: 2 articles on sale are left out by where: and stay on sale (contents: delta).',
    ]);
  });

  it('tells of it again where the next file repeats the row byte for byte', async () => {
    room = await openRoom(changes);
    await notesOver([1, 2, 3].map((n) => article(n)));
    const note = await notesOver([article(1, 'J'), article(2)]);
    expect(note).toHaveLength(1);
    expect(await notesOver([article(1, 'J'), article(3)])).toEqual(note);
  });

  it('says nothing of an article of which another row is wanted', async () => {
    room = await openRoom(changes);
    await notesOver([article(1)]);
    expect(await notesOver([article(1, 'J'), 'A1;Nagel neu;N'])).toEqual([]);
    expect(room.catalog.store.mirror.find('A1')?.content_hash).not.toBeNull();
  });
});
