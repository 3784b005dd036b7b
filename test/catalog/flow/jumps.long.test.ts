import { describe, expect, it } from 'vitest';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

const articles = (fields: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, ${fields} } }`;
const ordered = articles('minOrderQty: Min, stepQty: Schritt, leadTimeDays: Tage');
const stock = (fields: string) => `
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, missing: keep, duplicates: sum, mapping: { externalId: Nr, availableQty: ${fields} } }`;
type Row = (n: number) => string;
const rows = (count: number, row: Row) => Array.from({ length: count }, (_, n) => row(n));
const plain: Row = (n) => `A${n};Artikel ${n};${n + 1},5;2,5;${n + 1}`;

useRoom();

const passOver = (...lines: string[]) =>
  passFile('artikel.csv', ['Nr;Name;Min;Schritt;Tage', ...lines]);
const passOverStock = (...lines: string[]) =>
  passFile('bestand.csv', ['Nr;Menge;Reserviert', ...lines]);

describe('a column of numbers of the content that jumps by powers of ten', () => {
  const jumped: Row = (n) => `A${n};Artikel ${n};${n + 1}5;2,5;${n + 1}`;
  const other = 'A9;Artikel 9;9;2,5;10';
  const sentence =
    'In artikel.csv 9 of 10 changed values of minOrderQty jump by exactly ×10: is the number style right? Rows that give such a value are held, except for their stock; the rest of the file is sent.';

  it('fault 7: holds the rows that give another value, new ones too; other rows and the stock go', async () => {
    await open(ordered + stock('Menge'));
    room.write('bestand.csv', ['Nr;Menge;Reserviert', 'A0;5;0']);
    await passOver(...rows(12, plain));
    room.write('bestand.csv', ['Nr;Menge;Reserviert', 'A0;6;0']);
    const others = [other, 'A10;Schraube;11,5;2,5;11', plain(11)];
    const first = await passOver(...rows(9, jumped), ...others, 'N;neu;95;2,5;1');
    expect(first.sent.toSorted()).toEqual(['A0', 'A10']);
    expect(first.sentences).toEqual([sentence]);
    expect(first.held).toMatchObject([{ items: 11 }]);
    const since = await ledgerEnd(room.market);
    await room.catalog.release(first.held[0]!.id, 'clerk');
    expect((await passSince(room, since)).sent).toEqual([...rows(10, (n) => `A${n}`), 'N']);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('is measured by what was confirmed, also after a crash, and withdrawn by a whole file', async () => {
    await open(ordered);
    await passOver(...rows(10, plain));
    await room.restart();
    const damaged = await passOver(...rows(9, jumped), other);
    expect([damaged.sent, damaged.sentences]).toEqual([[], [sentence]]);
    await room.restart();
    // Seen before is no reason to believe it.
    const again = await passOver(...rows(9, jumped), other.replace(';9;', ';8;'));
    expect([again.sent, again.sentences]).toEqual([[], [sentence]]);
    expect(await passOver(...rows(10, plain))).toMatchObject({ sent: [], held: [] });
  });

  it.each([
    [
      'a lost comma in two columns',
      `;15;25;`,
      '×10, 10 of 10 changed values of stepQty jump by exactly ×10',
    ],
    ['nothing of lead times that fall to nothing', `;1,5;2,5;0`, undefined],
    ['a point that becomes thousands', `;1.500;2,5;`, '×1,000'],
  ])('tells %s', async (_, cells, by) => {
    await open(ordered);
    const row =
      (middle: string): Row =>
      (n) =>
        `A${n};Artikel ${n}${middle}${middle.endsWith(';') ? 3 : ''}`;
    await passOver(...rows(10, row(';1,5;2,5;')));
    const { sent, sentences } = await passOver(...rows(10, row(cells)));
    expect(sent).toHaveLength(by === undefined ? 10 : 0);
    expect(sentences.map((text) => text.split(':')[0])).toEqual(
      by === undefined
        ? []
        : [`In artikel.csv 10 of 10 changed values of minOrderQty jump by exactly ${by}`],
    );
  });

  it('fault 127: is not told of a state of an older version, which learns the values with what it sends', async () => {
    await open(ordered);
    await passOver(...rows(10, plain));
    for (const id of rows(10, (n) => `${n + 1}`).map(Number)) {
      const traits = room.catalog.store.mirror.get(id)?.traits?.split('.').slice(0, 4).join('.');
      room.catalog.store.database
        .prepare('UPDATE product SET traits = ? WHERE id = ?')
        .run(traits, id);
    }
    expect(await passOver(...rows(10, jumped))).toMatchObject({ held: [] });
    expect((await passOver(...rows(10, plain))).sentences).toEqual([
      sentence.replace('9 of 10', '10 of 10').replace('×', '÷'),
    ]);
  });

  it('fault 127: is not told of what was taken over, until its content was sent once', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => index + 1);
    await open(articles('minOrderQty: Min'));
    const { sandbox } = room.market;
    await sandbox.control('POST', '/sandbox/products', { count: 10, prefix: 'A' });
    for (const n of ten)
      await sandbox.control('PATCH', `/sandbox/products/A${n}`, {
        name: `Artikel ${n}`,
        minOrderQty: n + 1.5,
      });
    await room.catalog.adopt();
    const listed = ten.map(plain);
    const tenfold = ten.map(jumped);
    expect(await passOver(...listed)).toMatchObject({ sent: [], held: [] });
    expect(await passOver(...tenfold)).toMatchObject({ sent: ten.map((n) => `A${n}`), held: [] });
    expect((await passOver(...listed)).sent).toEqual([]);
    expect(await room.catalog.held()).toHaveLength(1);
  });

  it('says nothing of nine rows, of a first import, or where few of the changed values jump', async () => {
    await open(ordered);
    await passOver(...rows(9, plain));
    // A lead time that goes from one day to ten, of a few articles, is an everyday change.
    expect((await passOver(...rows(9, jumped))).held).toEqual([]);
    expect((await passOver(...rows(19, jumped))).held).toEqual([]);
    const few: Row = (n) => (n < 9 ? plain(n) : `A${n};Artikel ${n};${n + 2}7;2,5;${n + 1}`);
    expect((await passOver(...rows(19, few))).held).toEqual([]);
  });
});

describe('stock that jumps behind minus', () => {
  it.each([
    ['one row an article', (n: number, quantity: string) => [`A${n};${quantity};${n + 1}`]],
    [
      'several rows an article',
      (n: number, quantity: string) => [`A${n};${quantity};0`, `A${n};0;${n + 1}`],
    ],
  ])('fault 5: is held although what is reserved does not jump, with %s', async (_, lines) => {
    await open(articles('brand: Name') + stock('{ sum: [Menge], minus: [Reserviert] }'));
    room.write('artikel.csv', ['Nr;Name', ...rows(3, (n) => `A${n};Artikel ${n}`)]);
    await passOverStock(...[0, 1, 2].flatMap((n) => lines(n, `${n + 7},5`)));
    const { sent, sentences } = await passOverStock(
      ...[0, 1, 2].flatMap((n) => lines(n, `${n + 7}5`)),
    );
    expect(sent).toEqual([]);
    expect(sentences).toEqual([
      '3 of 3 changed quantities of bestand.csv jump by exactly ×10: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ]);
  });

  it('fault 5: is held where one warehouse of several jumps, and stays what it was', async () => {
    await open(articles('brand: Name') + stock('{ sum: [Menge, Reserviert] }'));
    const ids = Array.from({ length: 12 }, (_, n) => n);
    room.write('artikel.csv', ['Nr;Name', ...rows(12, (n) => `A${n};Artikel ${n}`)]);
    await passOverStock(...ids.map((n) => `A${n};${n + 7},5;${n + 1}`));
    const { sent, sentences } = await passOverStock(...ids.map((n) => `A${n};${n + 7}5;${n + 1}`));
    expect(sent).toEqual([]);
    expect(sentences).toEqual([
      '12 of 12 changed quantities of bestand.csv jump by exactly ×10 in one of the columns or files that are added up: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ]);
  });

  it.each([
    ['one number an article', 'Menge'],
    ['a sum in each', '{ sum: [Menge, Reserviert] }'],
  ])('fault 5: is held where one file of those added up jumps: %s', async (_, fields) => {
    const was = (n: number) => `${n + 7},5;${n + 1}`;
    const union = stock(fields).replace('files: "bestand.csv"', 'files: "lager*.csv", pick: union');
    await open(articles('brand: Name') + union);
    const ids = Array.from({ length: 12 }, (_, n) => n);
    const lager = (number: number, of: (n: number) => string) =>
      room.write(`lager${number}.csv`, [
        'Nr;Menge;Reserviert',
        ...ids.map((n) => `A${n};${of(n)}`),
      ]);
    room.write('artikel.csv', ['Nr;Name', ...rows(12, (n) => `A${n};Artikel ${n}`)]);
    for (const number of [1, 2, 3]) lager(number, (n) => was(n + 20 * number));
    expect((await passSince(room, 0)).sentences).toEqual([]);
    const since = await ledgerEnd(room.market);
    lager(2, (n) => was(n + 40).replace(',', ''));
    const { sent, sentences } = await passSince(room, since);
    expect(sent).toEqual([]);
    expect(sentences).toEqual([
      expect.stringContaining(
        'jump by exactly ×10 in one of the columns or files that are added up',
      ),
    ]);
  });
});

describe('stock that jumped and waits for a release', () => {
  it('fault 5: goes on waiting while the ERP exports on in the same wrong way, and is withdrawn by a right file', async () => {
    await open(articles('brand: Name') + stock('Menge'));
    const ids = Array.from({ length: 40 }, (_, n) => n);
    room.write('artikel.csv', ['Nr;Name', ...rows(40, (n) => `A${n};Artikel ${n}`)]);
    const lines = (factor: number, sold: (n: number) => number) =>
      ids.map((n) => `A${n};${(n + 20) * factor - sold(n)};0`);
    await passOverStock(...lines(1, () => 0));
    const first = await passOverStock(...lines(100, () => 0));
    expect(first.sentences).toEqual([expect.stringContaining('40 of 40 changed quantities')]);
    // Three days of sales: of ever fewer rows the jump is exact.
    for (const day of [1, 2, 3]) {
      await room.restart();
      const later = await passOverStock(...lines(100, (n) => (n % 4 < day ? 3 * day : 0)));
      expect(later.sent).toEqual([]);
      expect(later.sentences).toEqual([
        expect.stringContaining('40 of 40 changed quantities of bestand.csv jump by about ×100'),
      ]);
    }
    const right = await passOverStock(...lines(1, (n) => n % 3));
    expect([right.sent.length, right.held]).toEqual([26, []]);
  });
});
