import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (keys: string) => `  sources:
    - { name: articles, folder: ./out, files: "a*.csv", ${dialect}, ${keys}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "b.csv", ${dialect}, missing: keep, where: { column: Menge, notEmpty: true }, mapping: { externalId: Nr, availableQty: Menge } }`;
const where = 'where: { column: Typ, equals: neu }';
const articles = (typ: string) => ['Nr;Name;Typ', `A1;Rad;${typ}`, `A2;Seil;${typ}`];
const causes = async () => (await room.catalog.needsYou()).map(({ cause }) => cause);

describe('a condition that leaves out all rows of the first file', () => {
  it('needs a person until a file has rows that it asks for', async () => {
    await open(sources(where));
    await passOver({ 'a.csv': articles('Rest') });
    const told = ['where: of the source leaves out all 2 rows of a.csv: nothing of it is used.'];
    expect(await causes()).toEqual(told);
    await passOver();
    expect(await causes()).toEqual(told);
    await passOver({ 'a.csv': [...articles('Rest'), 'A3;Korb;alt'] });
    expect(await causes()).toEqual([told[0]!.replace('2 rows', '3 rows')]);
    await passOver({ 'a.csv': [...articles('Rest'), 'A3;Korb;neu'] });
    expect(await causes()).toEqual([]);
  });

  it('is an ordinary day of a file of changes, and of a stock whose articles nobody knows', async () => {
    await open(sources(`contents: delta, ${where}`));
    await passOver({ 'a.csv': articles('Rest'), 'b.csv': ['Nr;Menge', 'X1;5', 'X2;7'] });
    expect(await causes()).toEqual([]);
  });

  it('is told by the hold alone where articles would be taken away', async () => {
    await open(sources(where));
    await passOver({ 'a.csv': articles('neu') });
    await passOver({ 'a.csv': articles('Rest') });
    expect((await room.catalog.needsYou()).map(({ what }) => what)).toEqual([
      expect.stringContaining('None of the 2 rows of a.csv can be used'),
    ]);
  });
});
