import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (more = '') => `  sources:
    - { name: articles, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }
    - { name: stock, kind: stock, contents: delta, ${more} folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const rows = (...stocks: readonly number[]) => stocks.map((stock, n) => `A${n};${stock}`);
const file = (...stocks: readonly number[]) => ['Nr;Menge', ...rows(...stocks)];

async function opened(more?: string): Promise<void> {
  await open(sources(more));
  const many = Array.from({ length: 30 }, () => 9);
  await passOver({ 'n.csv': ['Nr', ...many.map((_, n) => `A${n}`)], 'b01.csv': file(...many) });
}
const note = (late: string, newer: string): string =>
  `stock: ${late} was read after ${newer}, which comes after it by name: if both name an article, the values of ${late} are used.`;
async function notes(name: string, lines: readonly string[]): Promise<readonly string[]> {
  room.write(name, lines);
  return (await room.pass()).notes;
}
const stock = async () => (await room.market.products())[0]?.availableQty;

describe('a file of changes that comes late under an older name', () => {
  it('is read, and told for each of them with the file whose values it puts back', async () => {
    await opened();
    expect(await notes('b05.csv', file(5))).toEqual([]);
    expect(await notes('b03.csv', file(3))).toEqual([note('b03.csv', 'b05.csv')]);
    await room.restart();
    expect(await notes('b04.csv', file(4))).toEqual([note('b04.csv', 'b05.csv')]);
    expect([await stock(), await room.catalog.needsYou()]).toEqual([4, []]);
    expect(await notes('b06.csv', file(6))).toEqual([]);
  });

  it('is reported where it is written again, and not where the newest one is', async () => {
    await opened();
    await notes('b02.csv', file(2));
    await notes('b03.csv', file(3));
    expect(await notes('b03.csv', file(4, 4))).toEqual([]);
    expect(await notes('b02.csv', file(2, 2))).toEqual([note('b02.csv', 'b03.csv')]);
    expect(await stock()).toBe(2);
  });

  it('is reported where those before it were put away', async () => {
    await opened('afterImport: move,');
    expect(await notes('b10.csv', file(10))).toEqual([]);
    expect(await notes('b8.csv', file(8))).toEqual([note('b8.csv', 'b10.csv')]);
    expect(await notes('b11.csv', file(11))).toEqual([]);
  });

  it('is reported where names begin with the day of the month, and for each that follows within the hour', async () => {
    await opened();
    await notes('b30-11.csv', file(5));
    expect(await notes('b01-12.csv', file(6))).toEqual([note('b01-12.csv', 'b30-11.csv')]);
    room.write('b02-12.csv', file(7));
    room.write('b03-12.csv', file(8));
    expect((await room.pass()).notes).toEqual([
      note('b02-12.csv', 'b30-11.csv'),
      note('b03-12.csv', 'b30-11.csv'),
    ]);
  });

  it('does not come late under a number without leading zeros: b10 is read behind b9', async () => {
    await opened();
    room.write('b10.csv', file(6));
    room.write('b9.csv', file(5));
    expect((await room.pass()).notes).toEqual([]);
    expect(await stock()).toBe(6);
    expect(await notes('b11.csv', file(7))).toEqual([]);
  });

  it('is not told where files are there together, or where a refused one or an undo came before', async () => {
    await opened();
    room.write('b03.csv', file(3));
    room.write('b02.csv', file(2));
    expect((await room.pass()).notes).toEqual([]);
    await notes('b08.csv', ['Nr;Anzahl', 'A0;1']);
    expect(await notes('b04.csv', file(4))).toEqual([]);
    const { plan } = await room.catalog.undo({ run: '6', quantities: true });
    await room.catalog.apply(plan, { quietMs: 5_000 });
    expect(await notes('b05.csv', file(5))).toEqual([
      'stock: b05.csv changes 1 article again that undo of run 6 (run 7) had taken back.',
    ]);
  });
});

describe('files of changes that wait together', () => {
  const dated = (name: string, lines: readonly string[], secondsAgo: number): void => {
    room.write(name, lines);
    const at = Date.now() / 1_000 - secondsAgo;
    fs.utimesSync(path.join(room.shop.folder, 'out', name), at, at);
  };
  const next = (early: string, later: string): string =>
    `stock: ${early} was read before ${later}, which comes after it by name and is dated before it: if both name an article, the values of ${later} are used.`;

  it('are read in the order of their names, and told where their dates are in another one', async () => {
    await opened();
    dated('b_31.12.2026.csv', file(13), 50);
    dated('b_01.01.2027.csv', file(14), 20);
    expect((await room.pass()).notes).toEqual([next('b_01.01.2027.csv', 'b_31.12.2026.csv')]);
    expect(await stock()).toBe(13);
  });

  it('are told by the full export that overtakes one that is dated after it', async () => {
    await open(sources('').replace('contents: delta', 'contents: full, missing: keep, pick: each'));
    await passOver({ 'n.csv': ['Nr', 'A0'], 'b998.csv': file(8) });
    dated('b999.csv', file(9), 60);
    dated('b001.csv', file(1), 5);
    const { notes: told } = await room.pass();
    expect(told).toContain(
      'stock: b999.csv has overtaken b001.csv, which comes before it by name and is dated after it: b999.csv is used.',
    );
    expect(await stock()).toBe(9);
  });

  it('are not told where they were copied side by side, or where their names begin with the year', async () => {
    await opened();
    dated('b02.csv', file(2), 20);
    dated('b03.csv', file(3), 25);
    expect((await room.pass()).notes).toEqual([]);
    dated('b2026-12-31.csv', file(4), 20);
    dated('b2027-01-01.csv', file(5), 50);
    expect((await room.pass()).notes).toEqual([]);
    expect(await stock()).toBe(5);
  });
});

describe('the current file of a source', () => {
  it('stays the newest one once what was held of an older one is released', async () => {
    await opened();
    const tenfold = Array.from({ length: 12 }, () => 90);
    await passOver({ 'b02.csv': file(...tenfold) });
    await passOver({ 'b03.csv': file(8, 8) });
    const [hold] = await room.catalog.held();
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        effect:
          '10 articles stay on the marketplace as they are; newer files gave the values of 2 more.',
      },
    ]);
    await room.catalog.release(hold!.id, 'clerk');
    const { notes: told } = await room.pass();
    expect((await room.catalog.facts()).sources[1]).toMatchObject({
      state: 'inStep',
      sentence: 'b03.csv: 2 of 2 rows in step.',
      lastFile: 'b03.csv',
      lastRun: { file: 'b02.csv' },
    });
    expect(told.filter((text) => text.includes('after'))).toEqual([]);
  });
});
