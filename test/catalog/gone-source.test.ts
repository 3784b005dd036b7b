import { describe, expect, it } from 'vitest';
import type { Shop } from '../support/catalog.ts';
import { open, room, useRoom } from './one-room.ts';

const sources = `  vanished: hide
  sources:
    - { name: art, folder: ./out, files: "art*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name } }`;

type Source = NonNullable<Shop['config']['catalog']>['sources'][number];

const rows = Array.from({ length: 30 }, (_, index) => index);
const write = (of: readonly number[], file = 'art.csv', numbers = 'A'): void =>
  room.write(file, ['Nr;Name', ...of.map((n) => `${numbers}${n};Name ${n}`)]);

useRoom();

async function opened(): Promise<void> {
  await open(sources);
  write(rows);
  await room.pass();
}

/** The next start knows the source under these names and rules instead. */
async function restarted(...instead: readonly Partial<Source>[]): Promise<void> {
  const { config } = room.shop;
  const [art] = config.catalog!.sources;
  const changed = instead.map((each) => ({ ...art!, ...each }));
  const catalog = { ...config.catalog!, sources: changed as Source[] };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
}

const shown = async (): Promise<number> =>
  (await room.market.products()).filter(({ isActive }) => isActive).length;
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);
const kinds = () => room.catalog.held().then((held) => held.map(({ sentence }) => sentence));

describe('a source that is called otherwise', () => {
  it('keeps its articles where it reads the same files: what vanishes later is hidden', async () => {
    await opened();
    await restarted({ name: 'waren' });
    await room.pass();
    expect([await needs(), await shown()]).toEqual([[], 30]);
    write(rows.slice(0, 29));
    await room.pass();
    expect([await needs(), await shown()]).toEqual([[], 29]);
    expect((await room.catalog.why('A29')).next).toMatch(/so it is hidden/);
  });

  it('continues with an export that was not read yet: no run stays open', async () => {
    await open(sources);
    const reading = (run: number) => {
      if (run > 0) throw new Error('killed');
    };
    await room.restart(room.shop, room.post.send, { reading });
    write(rows);
    await expect(room.pass()).rejects.toThrow('killed');
    await restarted({ name: 'waren' });
    await room.pass();
    const runs = await room.catalog.runs(5);
    expect(runs).toMatchObject([{ source: 'waren', read: 30, sent: 30, final: true }]);
  });

  it('is no new one that gives fields or stock: nobody is asked to export all articles once', async () => {
    const mapping = 'mapping: { externalId: Nr, name: Name, availableQty: Nr }';
    await open(
      sources
        .replace('name: art,', 'name: art, contents: delta,')
        .replace(/mapping.*}/, `${mapping} }`),
    );
    room.write('art.csv', ['Nr;Name', '1;Nagel']);
    await room.pass();
    await restarted({ name: 'waren' });
    const events = await room.catalog.events(10);
    expect(events.filter(({ part }) => part === 'waren').map(({ text }) => text)).toEqual([
      'art is called waren now: what it exported continues under that name.',
    ]);
  });

  it('leaves nothing to a new source that gets its former name', async () => {
    const mapping =
      'mapping: { externalId: Nr, name: Name, isActive: { column: Da, default: true } }';
    await open(
      sources
        .replace('name: art,', 'name: art, contents: delta,')
        .replace(/mapping.*}/, `${mapping} }`),
    );
    room.write('art1.csv', ['Nr;Name;Da', '1;Nagel;', '2;Mutter;']);
    await room.pass();
    room.write('art2.csv', ['Nr;Name;Da', '1;Nagel;?']);
    await room.pass();
    await restarted({ name: 'waren' });
    const { externalId, name: availableQty } = room.shop.config.catalog!.sources[0]!.mapping;
    const art = {
      files: 'st*.csv',
      kind: 'stock',
      mapping: { externalId, availableQty },
    } as Partial<Source>;
    await restarted({ name: 'waren' }, art);
    room.write('st1.csv', ['Nr;Name', '2;7']);
    await room.pass();
    expect(await needs()).toEqual(['rejected-waren']);
  });

  it('takes nothing away at its first look without a release', async () => {
    await opened();
    write(rows.slice(0, 29));
    await restarted({ name: 'waren' });
    await room.pass();
    expect([await kinds(), await shown()]).toEqual([
      [
        expect.stringContaining(
          'would hide 1 of 30 articles (the configuration or the program was changed)',
        ),
      ],
      30,
    ]);
  });

  it.each(['art', 'waren'])('holds other numbers like a renumbering (%s.csv)', async (file) => {
    await opened();
    await restarted({ name: 'waren', files: `${file}*.csv` });
    write(rows, `${file}.csv`, 'N');
    await room.pass();
    expect(await kinds()).toEqual([expect.stringContaining('30 of 30 articles another number')]);
    expect(await room.market.products()).toHaveLength(30);
  });

  it('holds no new articles that are called like those that keep their numbers', async () => {
    await opened();
    await restarted({ name: 'waren', files: 'waren*.csv' });
    const of = rows.map((n) => `A${n};Name ${n}`);
    room.write('waren.csv', [
      'Nr;Name',
      ...of,
      ...of.slice(0, 4).map((row) => row.replace('A', 'N')),
    ]);
    await room.pass();
    expect([await kinds(), await shown()]).toEqual([[], 34]);
  });

  it('with other files, too, is reported, with the truth in why, until it has its name again', async () => {
    await opened();
    write(rows.slice(0, 20), 'waren.csv');
    await restarted({ name: 'waren', files: 'waren*.csv' });
    await room.pass();
    expect([await needs(), await shown()]).toEqual([['gone-art'], 30]);
    expect((await room.catalog.needsYou())[0]?.cause).toMatch(/^10 articles were/);
    expect((await room.catalog.why('A29')).next).toMatch(/^Nothing: its source art is gone/);
    write(rows.slice(0, 29), 'waren.csv');
    await room.pass();
    expect((await room.catalog.needsYou())[0]?.cause).toBe(
      '1 article was exported by it, and none of the remaining sources names it.',
    );
    await restarted({});
    write(rows.slice(0, 29));
    await room.pass();
    expect([await needs(), (await kinds()).length]).toEqual([[], 0]);
    expect(await shown()).toBe(29);
  });
});

describe('a source that is taken out and gave only fields', () => {
  it('leaves no article behind that the source which names it has taken off sale', async () => {
    await opened();
    const { externalId, name: brand } = room.shop.config.catalog!.sources[0]!.mapping;
    const adding = { name: 'brands', files: 'marken.csv', mapping: { externalId, brand } };
    write(rows, 'marken.csv');
    await restarted({}, adding as Partial<Source>);
    await room.pass();
    write(rows.slice(0, 29));
    await room.pass();
    for (const { id } of await room.catalog.held()) await room.catalog.release(id, 'clerk');
    await room.pass();
    expect([await needs(), await shown()]).toEqual([[], 29]);
    await restarted({});
    await room.pass();
    expect([await needs(), await shown()]).toEqual([[], 29]);
    expect((await room.catalog.why('A29')).next).toMatch(/so it is hidden/);
    // Nor does one that is left name articles: nobody would take them off sale.
    await restarted(adding as Partial<Source>);
    await room.pass();
    expect(await needs()).toContain('gone-art');
  });
});

describe('a stock source that is taken out', () => {
  const stock =
    '{ name: st, kind: stock, missing: keep, folder: ./out, files: "st*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, availableQty: Qty } }';

  async function takenOut(): Promise<void> {
    await open(`${sources}\n    - ${stock}`);
    write(rows);
    room.write('st1.csv', ['Nr;Qty', ...rows.map((n) => `A${n};${n}`)]);
    await room.pass();
  }

  async function without(...names: readonly string[]): Promise<void> {
    const { config } = room.shop;
    const left = config.catalog!.sources.filter(({ name }) => !names.includes(name));
    await room.restart({
      ...room.shop,
      config: { ...config, catalog: { ...config.catalog!, sources: left } },
    });
  }

  it('needs a person while its stock is what buyers order by, and no other source gives any', async () => {
    await takenOut();
    await without('st');
    expect((await room.catalog.needsYou()).map(({ id, cause }) => [id, cause])).toEqual([
      ['stock-of-st', '29 articles have its stock, and none of the remaining sources gives any.'],
    ]);
    await without();
    expect(await needs()).toEqual([]);
  });

  it('has no hold any more that a release could send', async () => {
    await takenOut();
    room.write('st2.csv', ['Nr;Qty', ...rows.map((n) => `A${n};0`)]);
    await room.pass();
    expect((await room.catalog.why('A3')).next).toMatch(/^It is held/);
    await without('st');
    expect((await room.catalog.why('A3')).next).toBe('Nothing: it is in step.');
  });
});
