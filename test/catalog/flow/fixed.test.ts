import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

useRoom();

const layout = (...names: readonly string[]): string =>
  names.map((name, at) => `{ name: ${name}, start: ${1 + 10 * at}, length: 10 }`).join(', ');
const source = (more = '', columns = layout('Nr', 'Name')): string => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.txt", stable: { quiet: 0s }, format: fixed, columns: [${columns}], ${more} mapping: { externalId: Nr, name: Name } }`;
const line = (nr: string): string => nr.padEnd(10) + `Artikel ${nr}`.padEnd(10);

async function passOver(...rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write('artikel.txt', rows);
  const { held, calls } = await passSince(room, since);
  const sent = calls.map(([name, ...items]) => [name, ...items.map((item) => item['externalId'])]);
  return { held, sent };
}

describe('lines of fixed width', () => {
  it('are articles from the first one on, so that another order takes none off sale', async () => {
    await open(source());
    expect((await passOver(line('A'), line('B'))).sent).toEqual([['upsert', 'A', 'B']]);
    const { sent, held } = await passOver(line('B'), line('A'));
    expect({ sent, held }).toEqual({ sent: [], held: [] });
  });

  it('leave out the first one where headerRow says that it holds names', async () => {
    await open(source('headerRow: 1,'));
    expect((await passOver(line('Nr'), line('A'))).sent).toEqual([['upsert', 'A']]);
  });

  it('are not held for a column more in the layout, which no file has brought', async () => {
    await open(source());
    await passOver(line('A'));
    const { config } = room.shop;
    const [first] = config.catalog!.sources;
    const columns = [...first!.columns!, { name: 'Marke', start: 21, length: 5 }];
    const catalog = { ...config.catalog!, sources: [{ ...first!, columns }] };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    expect(await passOver(line('A'), line('B'))).toMatchObject({
      held: [],
      sent: [['upsert', 'B']],
    });
  });

  it('are held where they go on behind the last column, unlike those before', async () => {
    await open(source());
    await passOver(line('A'), line('B'));
    const { sent, held } = await passOver(`${line('A')}x`, `${line('B')}x`, `${line('C')}x`);
    expect(sent).toEqual([]);
    expect(held).toHaveLength(1);
  });

  it('may go on behind the last column from the first file on', async () => {
    await open(source());
    await passOver(`${line('A')}x`, `${line('B')}x`);
    const { sent, held } = await passOver(`${line('A')}y`, `${line('B')}y`, `${line('C')}x`);
    expect({ sent, held }).toEqual({ sent: [['upsert', 'C']], held: [] });
  });

  it('are rejected one by one where a value is too long, and their articles have not vanished', async () => {
    await open(source());
    await passOver(line('A'), line('B'), line('C'));
    const { sent, held } = await passOver(line('A'), line('B'), `${line('C')}x`);
    expect({ sent, held }).toEqual({ sent: [], held: [] });
  });
});
