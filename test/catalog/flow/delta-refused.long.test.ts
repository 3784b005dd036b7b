import { utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, passFile, passOver, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, passSince, type Room } from '../room.ts';

const catalog = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }
    - { name: stock, kind: stock, contents: delta, folder: ./out, files: "bes*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

useRoom();

async function opened(): Promise<void> {
  await open(catalog);
  room.write('artikel.csv', ['Nr', ...Array.from({ length: 20 }, (_, n) => `A${n}`)]);
  room.write('bes1.csv', ['Nr;Menge', ...Array.from({ length: 20 }, (_, n) => `A${n};9`)]);
  await room.pass();
}

const taken = (name: string, ...rows: string[]) => passFile(name, rows);

const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);
const state = async () => (await room.catalog.facts()).sources[1]?.state;
const sentence = expect.stringMatching(
  /^bes2.csv of stock was refused, and no later file repeats the changes that it holds: bes2.csv, column "Menge": is mapped,/,
);

describe('a file of changes that is refused', () => {
  it('is told beside later good ones, until it comes again', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Anzahl', 'A1;0');
    const later = await taken('bes3.csv', 'Nr;Menge', 'A5;4');
    expect(later.calls).toEqual([['stock', { externalId: 'A5', availableQty: 4 }]]);
    expect(later.held).toMatchObject([{ source: 'stock', sentence, items: 1 }]);
    expect([await needs(), await state()]).toEqual([[`held:${later.held[0]!.id}`], 'held']);
    await room.restart();
    expect(await needs()).toHaveLength(1);
    // A whole file of another source says nothing of it.
    await taken('artikel.csv', 'Nr', ...Array.from({ length: 21 }, (_, n) => `A${n}`));
    expect(await needs()).toHaveLength(1);
    const again = await taken('bes2.csv', 'Nr;Menge', 'A1;0');
    expect(again.calls).toEqual([['stock', { externalId: 'A1', availableQty: 0 }]]);
    expect([again.held, await needs(), await state()]).toEqual([[], [], 'inStep']);
  });

  it('is read once it is written again as it was, under a configuration that can read it', async () => {
    await opened();
    const refused = ['Nr;Anzahl', 'A1;0'] as const;
    await taken('bes2.csv', ...refused);
    await taken('bes3.csv', 'Nr;Menge;Anzahl', 'A5;4;4');
    // Nothing has changed that would let it be read.
    const unread = await taken('bes2.csv', ...refused);
    expect(unread).toMatchObject({ calls: [], sentences: [sentence] });
    expect(JSON.stringify(await room.catalog.needsYou())).toContain('that was refused as run ');
    const at = new Date(Date.now() - 600_000);
    utimesSync(path.join(room.shop.folder, 'out', 'bes2.csv'), at, at);
    const { config } = room.shop;
    const corrected = JSON.parse(JSON.stringify(config.catalog).replaceAll('Menge', 'Anzahl'));
    await room.restart({ ...room.shop, config: { ...config, catalog: corrected } });
    // It stands there as before: the later file has overtaken it.
    expect((await passOver()).calls).toEqual([]);
    // Also where the later one is put away by now.
    room.remove('bes3.csv');
    expect((await passOver()).calls).toEqual([]);
    const again = await taken('bes2.csv', ...refused);
    expect(again.calls).toEqual([['stock', { externalId: 'A1', availableQty: 0 }]]);
    expect([again.held, await needs()]).toEqual([[], []]);
    expect((await passOver()).calls).toEqual([]);
  });

  it('is told too where it has the name of the file before, which counts on', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Menge', 'A1;3');
    const refused = await taken('bes2.csv', 'Nr;Anzahl', 'A1;0');
    expect(refused.sentences).toEqual([sentence]);
    const run = String(room.catalog.store.runs.newest('stock')!.id);
    const { plan } = await room.catalog.undo({ run, quantities: false });
    await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
    expect((await taken('bes3.csv', 'Nr;Menge', 'A5;4')).sentences).toEqual([sentence]);
    expect((await taken('bes2.csv', 'Nr;Menge', 'A1;0')).held).toEqual([]);
  });

  it('is not ended by the next one where each file has the same name, only by its own bytes or a person', async () => {
    await opened();
    await taken('bes.csv', 'Nr;Menge', 'A1;3');
    await taken('bes.csv', 'Nr;Anzahl', 'A1;0');
    const later = await taken('bes.csv', 'Nr;Menge', 'A5;4');
    expect(later.calls).toEqual([['stock', { externalId: 'A5', availableQty: 4 }]]);
    const twice = await taken('bes.csv', 'Nr;Stueck', 'A2;0');
    expect(twice.sentences).toHaveLength(2);
    await taken('bes.csv', 'Nr;Anzahl', 'A1;0');
    const open = await room.catalog.held();
    expect(open).toHaveLength(2);
    for (const { id } of open) await room.catalog.release(id, 'clerk');
    expect((await taken('bes.csv', 'Nr;Menge', 'A1;0')).held).toEqual([]);
  });

  it('is reported until a person says that it is settled, and then nothing is sent', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Anzahl', 'A1;0');
    const again = await taken('bes2.csv', 'Nr;Stueck', 'A1;0');
    // Refused twice it is one file.
    expect(again.sentences).toEqual([sentence]);
    await taken('bes3.csv', 'Nr;Menge', 'A5;4');
    const since = await ledgerEnd(room.market);
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ remedy: expect.stringContaining(`release ${hold!.id}`) });
    const { next } = await room.catalog.why('A1');
    expect(next).toMatch(
      /^It is in step with what was read\. Not read: bes2\.csv of stock was refused/,
    );
    await room.catalog.release(hold!.id, 'clerk');
    expect([await needs(), (await passSince(room, since)).calls]).toEqual([[], []]);
    expect(await callsSince(room.market, since)).toEqual([]);
    await expect(room.catalog.release(hold!.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
    });
  });
});

/** The stock source with another name or other keys. */
function withStock(keys: object): Room['shop'] {
  const { config } = room.shop;
  const sources = config.catalog!.sources.map((source) =>
    source.name === 'stock' ? { ...source, ...keys } : source,
  );
  return { ...room.shop, config: { ...config, catalog: { ...config.catalog!, sources } } };
}

describe('a refused file of changes under another configuration', () => {
  const quoted = (quote: string) => ['Nr;Text;Menge', `A1;${quote}12 Zoll;77`];

  it('is told no more once the source gives whole files, which say everything anew', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Anzahl', 'A1;0');
    await room.restart(withStock({ contents: 'full', missing: 'keep' }));
    const whole = Array.from({ length: 20 }, (_, n) => `A${n};8`);
    expect((await taken('bes3.csv', 'Nr;Menge', ...whole)).held).toEqual([]);
    expect(await needs()).toEqual([]);
  });

  it('is not read after newer ones, whose values it would put back', async () => {
    await opened();
    await taken('bes2.csv', ...quoted('"'));
    await taken('bes3.csv', 'Nr;Menge', 'A1;3');
    const since = await ledgerEnd(room.market);
    await room.restart(withStock({ quote: 'none' }));
    const { calls, held } = await passSince(room, since);
    expect([calls, held.length]).toEqual([[], 1]);
  });

  it('is read where it is the newest, but not once a person has settled it', async () => {
    await opened();
    const first = await taken('bes2.csv', ...quoted('"'));
    await room.catalog.release(first.held[0]!.id, 'clerk');
    expect(await needs()).toEqual([]);
    const settled =
      'bes2.csv was refused and settled by clerk: nothing of it was sent, and it is not read again.';
    expect((await room.catalog.facts()).sources[1]).toMatchObject({
      state: 'inStep',
      sentence: `${settled} bes1.csv: 20 of 20 rows in step.`,
    });
    expect((await room.catalog.why('A1')).next).toBe(
      `It is in step with what was read. Not read: stock: ${settled}`,
    );
    await room.restart(withStock({ quote: 'none' }));
    expect((await passSince(room, await ledgerEnd(room.market))).calls).toEqual([]);
    const since = await ledgerEnd(room.market);
    await taken('bes3.csv', ...quoted('"').slice(0, 1), 'A1;"12 Zoll"x;7');
    await room.restart(withStock({ quote: '"' }));
    await taken('bes4.csv', ...quoted('"'));
    await room.restart(withStock({ quote: 'none', rounding: 'down' }));
    const { calls } = await passSince(room, since);
    expect(calls.at(-1)).toEqual(['stock', { externalId: 'A1', availableQty: 77 }]);
  });

  it('and one that was read and sent under the old one is no loss', async () => {
    await opened();
    const mapping = { ...withStock({}).config.catalog!.sources[1]!.mapping };
    const anzahl = {
      ...mapping.availableQty!,
      from: { kind: 'columns', columns: ['Anzahl'], join: '' },
    };
    await room.restart(withStock({ mapping: { ...mapping, availableQty: anzahl } }));
    await room.pass();
    expect(await room.catalog.held()).toEqual([]);
  });

  it('goes on being told under another name of the source, like rejected rows', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Menge', 'A11;x');
    await taken('bes3.csv', 'Nr;Anzahl', 'A1;0');
    await taken('bes4.csv', 'Nr;Menge', 'A5;4');
    await room.restart(withStock({ name: 'lager' }));
    await room.pass();
    expect(await room.catalog.held()).toMatchObject([{ source: 'lager' }]);
    expect(await needs()).toEqual([expect.stringContaining('held:'), 'unsaid-lager']);
  });
});

describe('files of changes of different lengths', () => {
  it('are none that were cut off: what one row says is sold out is not offered', async () => {
    await open(catalog);
    room.write('artikel.csv', ['Nr', ...Array.from({ length: 30 }, (_, n) => `A${n}`)]);
    await taken('bes1.csv', 'Nr;Menge', ...Array.from({ length: 30 }, (_, n) => `A${n};9`));
    const { calls, held } = await taken('bes2.csv', 'Nr;Menge', 'A1;0');
    expect([calls, held]).toEqual([[['stock', { externalId: 'A1', availableQty: 0 }]], []]);
  });
});

describe('a rejected row of a file of changes', () => {
  it('is a newer word than a held row of before, which a release does not send any more', async () => {
    await opened();
    const tenfold = Array.from({ length: 10 }, (_, n) => `A${n};90`);
    await taken('bes2.csv', 'Nr;Menge', ...tenfold);
    await taken('bes3.csv', 'Nr;Menge', 'A3;ausverkauft');
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ items: 9 });
    const since = await ledgerEnd(room.market);
    await room.catalog.release(hold!.id, 'clerk');
    const [[, ...items] = []] = (await passSince(room, since)).calls;
    expect(items.map(({ externalId }) => externalId)).not.toContain('A3');
    expect(await needs()).toEqual(['unsaid-stock']);
  });

  const first = async () => (await room.catalog.needsYou()).map(({ what, cause }) => [what, cause]);

  it('is told beside later good files, until a row of its article is read', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Menge', 'A11;x', 'A12;1', 'A13;y', 'Neu;z');
    expect(await needs()).toEqual(['rejected-stock']);
    await taken('bes3.csv', 'Nr;Menge', 'A5;4');
    await room.restart();
    // What the marketplace does not have shows nobody an old stock.
    expect(await first()).toEqual([
      [
        'stock: 2 rows of earlier files had no effect, and no later file repeats them.',
        'First: A11 in bes2.csv row 2.',
      ],
    ]);
    const { complaints, next } = await room.catalog.why('A11');
    expect(complaints).toEqual([expect.stringContaining('bes2.csv, row 2, column "Menge"')]);
    expect(next).toBe(
      'Its row was rejected. Export a number in the style that numbers: of the source declares.',
    );
    await taken('bes4.csv', 'Nr;Menge', 'A11;9');
    expect(await first()).toEqual([
      [expect.stringContaining('1 row of'), 'First: A13 in bes2.csv row 4.'],
    ]);
    await taken('bes5.csv', 'Nr;Menge', 'A13;w');
    await taken('bes6.csv', 'Nr;Menge', 'A5;3');
    expect(await first()).toEqual([[expect.any(String), 'First: A13 in bes5.csv row 2.']]);
    await taken('bes7.csv', 'Nr;Menge', 'A13;1');
    expect(await needs()).toEqual([]);
  });
});

describe('what is held of a source that is configured no more', () => {
  it('asks for no release, and is asked again with the source', async () => {
    await opened();
    await taken('bes2.csv', 'Nr;Menge', ...Array.from({ length: 20 }, (_, n) => `A${n};90`));
    const [hold] = await room.catalog.held();
    const { shop } = room;
    const sources = shop.config.catalog!.sources.filter(({ name }) => name === 'articles');
    const config = { ...shop.config, catalog: { ...shop.config.catalog!, sources } };
    await room.restart({ ...shop, config });
    expect([await room.catalog.held(), await needs()]).toEqual([[], ['stock-of-stock']]);
    await room.restart(shop);
    expect(await room.catalog.held()).toEqual([hold]);
  });
});
