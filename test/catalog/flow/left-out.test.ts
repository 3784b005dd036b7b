import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const files = (name: string): string => `folder: ./out, files: "${name}.csv", ${dialect}`;
const where = 'where: { column: Shop, equals: J }';
const named = 'mapping: { externalId: Nr, name: Name }';
const articles = (keys: string): string =>
  `    - { name: articles, ${files('art')}, ${named}${keys} }`;
const whole = 'The export of its source articles is held as a whole';
const next = async (id: string) => (await room.catalog.why(id)).next;

describe('why of an article', () => {
  it('that where: leaves out names the row and the source, before it was sent and after', async () => {
    await open(`  vanished: unpublish\n  sources:\n${articles(`, ${where}`)}`);
    const rows = ['Nr;Name;Shop', 'A;Rad;J', 'B;Reifen;J', 'C;Kette;J', ';;', 'D;Sattel;N'];
    await passOver({ 'art.csv': rows });
    expect(await room.catalog.why('D')).toMatchObject({
      exported: [],
      leftOut: [{ source: 'articles', file: 'art.csv', run: 1, row: 6, by: 'where' }],
      next: 'Nothing: art.csv, row 6 names it, but where: of source articles leaves that row out. To send it, correct the row in the ERP and export again, or correct where:.',
    });
    await passOver({ 'art.csv': rows.map((row) => row.replace('A;Rad;J', 'A;Rad;N')) });
    expect((await room.catalog.why('A')).leftOut).toMatchObject([{ row: 2, by: 'where' }]);
    expect(await next('A')).toContain('art.csv, row 2 names it, but where: of source articles');
    expect((await room.catalog.why('B')).leftOut).toEqual([]);
    expect(await next('NOBODY')).toContain('No export names it. Give');
  });

  it('that only: leaves out says so, and how it is sent works', async () => {
    await open(`  only: [A]\n  sources:\n${articles('')}`);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Rad', 'B;Reifen'] });
    expect(await next('A')).toBe('Nothing: it is in step.');
    expect(await next('B')).toBe(
      'Nothing: art.csv, row 3 names it, but only: of the configuration leaves it out. Add it to only:, or remove only:, and it is sent with the next pass.',
    );
    const { config } = room.shop;
    const catalog = { ...config.catalog!, only: ['A', 'B'] };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    await passOver();
    expect(await next('B')).toBe('Nothing: it is in step.');
  });

  it.each([
    ['layout', whole, ['Nr;Name;Name', 'A;Rad;Rot', 'B;Reifen;Blau', 'C;Kette;Gelb']],
    ['empty', 'It is held', ['Nr;Name']],
    ['rejected', whole, ['Nr;Name', 'A;Rad', ...Array.from({ length: 12 }, (_, n) => `X${n};`)]],
  ])('on the marketplace names the hold of a whole file (%s)', async (kind, text, rows) => {
    await open(`  vanished: unpublish\n  sources:\n${articles('')}`);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Rad', 'B;Reifen', 'C;Kette'] });
    await passOver({ 'art.csv': rows });
    const holds = room.catalog.store.holds.open();
    expect(holds.map((hold) => hold.kind)).toContain(kind);
    const { id } = holds.find((hold) => hold.kind === kind)!;
    expect(await next('A')).toBe(`${text}: export again, or allow it: stockhand release ${id}`);
  });

  it('that only a source without name: exports does not say that no export names it', async () => {
    const extra = `    - { name: a2, ${files('extra')}, mapping: { externalId: Nr, brand: Marke } }`;
    await open(`  sources:\n${articles('')}\n${extra}`);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Rad'], 'extra.csv': ['Nr;Marke', 'A;X', 'B;Y'] });
    expect(await room.catalog.why('B')).toMatchObject({
      exported: [{ source: 'a2', row: 3 }],
      next: 'Nothing: no products export with a name names it; it is created when one does.',
    });
  });
});
