import { describe, expect, it } from 'vitest';
import { dialect, open, published, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sources = (vanished = 'unpublish', keys = '') => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const head = 'Nr;Name;Menge';

useRoom();

async function passOver(lines: readonly string[]) {
  room.write('artikel.csv', [head, ...lines]);
  const { runs } = await room.pass();
  return runs[0]!.run;
}
const undo = (run: number, quantities = false) =>
  room.catalog.undo({ run: String(run), quantities });
const apply = (plan: string) => room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
async function undone(run: number, quantities = false) {
  const since = await ledgerEnd(room.market);
  const { plan } = await undo(run, quantities);
  const { runs } = await apply(plan);
  return { run: runs[0], calls: await callsSince(room.market, since) };
}
const live = async () =>
  (await published())
    .map(({ externalId, name, availableQty }) => `${externalId} ${name} ${availableQty}`)
    .sort();

describe('undo of a run', () => {
  it.each([
    ['a source that is read again from its file', sources()],
    ['kept fields', sources('hide')],
    ['a delta source', sources('ignore', 'contents: delta,')],
  ])('brings names back by %s and leaves the stock, until it is asked for', async (_, config) => {
    await open(config);
    await passOver(['A;Alt A;1', 'B;Alt B;2', 'C;Alt C;3']);
    const bad = await passOver(['A;Neu A;1', 'B;Neu B;9', 'C;Alt C;7']);
    const since = await ledgerEnd(room.market);
    const proposed = await undo(bad);
    expect(proposed).toMatchObject({
      undoes: bad,
      changed: 2,
      stock: 0,
      left: [],
      quantitiesLeft: 2,
    });
    expect(await callsSince(room.market, since)).toEqual([]);
    const { runs } = await apply(proposed.plan);
    expect(runs).toMatchObject([{ file: `undo of run ${bad}`, read: 2, sent: 2, final: true }]);
    expect(await live()).toEqual(['A Alt A 1', 'B Alt B 9', 'C Alt C 7']);
    const texts = (await room.catalog.events(20)).map(({ text }) => text);
    expect(texts).toContain(`clerk takes back run ${bad} by run ${runs[0]!.run}.`);
  });

  it('takes stock back where that is asked', async () => {
    await open(sources());
    await passOver(['A;Alt A;1', 'B;Alt B;2']);
    const bad = await passOver(['A;Neu A;8', 'B;Alt B;9']);
    const { calls } = await undone(bad, true);
    expect(calls).toHaveLength(2);
    expect(await live()).toEqual(['A Alt A 1', 'B Alt B 2']);
  });

  it('gives back what was unpublished, takes away what was created, and says what stays', async () => {
    await open(sources());
    await passOver(['A;Alt A;1', 'B;Alt B;2', 'C;Alt C;3']);
    const bad = await passOver(['A;Alt A;1', 'B;Alt B;2', 'D;Neu D;4']);
    expect(await live()).toEqual(['A Alt A 1', 'B Alt B 2', 'D Neu D 4']);
    await undone(bad);
    expect((await live()).map((text) => text.slice(0, 7))).toEqual([
      'A Alt A',
      'B Alt B',
      'C Alt C',
    ]);
    // It counts as one of the file again: a file without it takes it away.
    await passOver(['A;Alt A;1', 'B;Alt B;2']);
    expect(await live()).toEqual(['A Alt A 1', 'B Alt B 2']);
  });

  it('leaves created articles where nothing is ever taken away, and says so', async () => {
    await open(sources('ignore'));
    await passOver(['A;Alt A;1']);
    const { left, calls } = await undo(await passOver(['A;Alt A;1', 'D;Neu D;4']));
    const why = 'the run created it, and with vanished: ignore nothing is taken off sale';
    expect(left).toEqual([{ externalId: 'D', why }]);
    expect(calls).toEqual({ batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 });
  });

  it('of an older run touches only what no later run has, and lists the rest', async () => {
    await open(sources());
    await passOver(['A;Alt A;1', 'B;Alt B;2']);
    const bad = await passOver(['A;Neu A;1', 'B;Neu B;2']);
    await passOver(['A;Neu A;1', 'B;Besser B;2']);
    const proposed = await undo(bad);
    expect(proposed.left).toEqual([{ externalId: 'B', why: 'a later run has changed it since' }]);
    await apply(proposed.plan);
    expect(await live()).toEqual(['A Alt A 1', 'B Besser B 2']);
  });

  it('of an older run leaves off what a later one took off once more, with its stock', async () => {
    await open(sources());
    await passOver(['A;Alt A;1', 'B;Alt B;2', 'C;Alt C;3']);
    const off = await passOver(['A;Alt A;1', 'B;Alt B;2']);
    await passOver(['A;Alt A;1', 'B;Alt B;2', 'C;Neu C;3']);
    await passOver(['A;Alt A;5', 'B;Alt B;2']);
    const proposed = await undo(off, true);
    expect(proposed.left).toEqual([{ externalId: 'C', why: 'a later run has changed it since' }]);
    expect(proposed).toMatchObject({ new: 0, stock: 0, quantitiesLeft: 0 });
  });

  describe.each([
    ['of a delta stock source', '{ name: stock, kind: stock, contents: delta,'],
    ['of a whole stock source', '{ name: stock, kind: stock, missing: keep,'],
  ])('of stock that a later run has given too, %s', (_, stock) => {
    const both = `${sources('ignore')}
    - ${stock} folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
    const stockOf = async (name: string, lines: readonly string[]) => {
      room.write(name, ['Nr;Menge', ...lines]);
      const { runs } = await room.pass();
      return runs.at(-1)!.run;
    };

    it('takes back the rest and lists it with the reason, where stock is asked for', async () => {
      await open(both);
      await passOver(['A;Alt A;', 'B;Alt B;', 'C;Alt C;']);
      await stockOf('bestand-1.csv', ['A;1', 'B;2', 'C;3']);
      const bad = await stockOf('bestand-2.csv', ['A;11', 'B;12', 'C;3']);
      await stockOf('bestand-3.csv', ['A;11', 'B;22', 'C;33']);
      expect(await undo(bad)).toMatchObject({ left: [], leftCount: 0, quantitiesLeft: 1 });
      const proposed = await undo(bad, true);
      expect(proposed).toMatchObject({
        stock: 1,
        left: [{ externalId: 'B', why: 'a later run has changed it since' }],
        leftCount: 1,
        quantitiesLeft: 0,
      });
      await apply(proposed.plan);
      expect(await live()).toEqual(['A Alt A 1', 'B Alt B 22', 'C Alt C 33']);
    });
  });

  it('gives a name back beside a stock that a later run has given, and says that this stays', async () => {
    await open(sources());
    await passOver(['A;Alt A;1', 'B;Alt B;2']);
    const bad = await passOver(['A;Neu A;8', 'B;Neu B;9']);
    await passOver(['A;Neu A;8', 'B;Neu B;7']);
    const proposed = await undo(bad, true);
    const why = 'its content comes back, but a later run has changed its stock since';
    expect(proposed.left).toEqual([{ externalId: 'B', why }]);
    await apply(proposed.plan);
    expect(await live()).toEqual(['A Alt A 1', 'B Alt B 7']);
  });

  it('gives a stock back beside a content that a later run has changed, and says that this stays', async () => {
    await open(sources('hide'));
    await passOver(['A;Alt A;1', 'B;Alt B;2']);
    const bad = await passOver(['A;Neu A;8', 'B;Neu B;9']);
    await passOver(['A;Neu A;8']);
    const proposed = await undo(bad, true);
    const why = 'its stock comes back, but a later run has changed its content since';
    expect(proposed.left).toEqual([{ externalId: 'B', why }]);
    await apply(proposed.plan);
    expect(await live()).toEqual(['A Alt A 1', 'B Neu B 2']);
  });

  it('gives stocks back after the names, and lists nothing of what is back already', async () => {
    await open(sources());
    await passOver(['A;Alt A;1']);
    const bad = await passOver(['A;Neu A;8']);
    await undone(bad);
    const proposed = await undo(bad, true);
    expect(proposed.left).toEqual([]);
    await apply(proposed.plan);
    expect(await live()).toEqual(['A Alt A 1']);
  });

  it('of an older run leaves what it created where a later one gave it other stock', async () => {
    await open(sources());
    const bad = await passOver(['A;Alt A;1', 'B;Alt B;2']);
    await passOver(['A;Alt A;1', 'B;Alt B;7']);
    const proposed = await undo(bad);
    expect(proposed).toMatchObject({ vanished: 1 });
    expect(proposed.left).toEqual([{ externalId: 'B', why: 'a later run has changed it since' }]);
    await apply(proposed.plan);
    expect(await live()).toEqual(['B Alt B 7']);
  });

  it('refuses the undone content under any name until other content comes, and asks nothing of it again', async () => {
    await open(sources());
    await passOver(['A;Alt A;1']);
    const bad = await passOver(['A;Neu A;1']);
    await undone(bad);
    expect((await room.pass()).runs).toEqual([]);
    room.remove('artikel.csv');
    room.write('artikel-2.csv', [head, 'A;Neu A;1']);
    expect((await room.pass()).runs).toEqual([]);
    const [need] = await room.catalog.needsYou();
    expect(need).toMatchObject({
      id: 'refused-articles',
      cause: 'artikel-2.csv: was taken back by undo and is not read again.',
      fix: 'Correct it in the ERP and export again: only other content is read.',
    });
    expect(await live()).toEqual(['A Alt A 1']);
    room.write('artikel-2.csv', [head, 'A;Neu A;1', 'E;Neu E;1']);
    await room.pass();
    expect(await room.catalog.needsYou()).toEqual([]);
    expect(await live()).toEqual(['A Neu A 1', 'E Neu E 1']);
    room.write('artikel-2.csv', [head, 'A;Neu A;1']);
    expect((await room.pass()).runs).toHaveLength(1);
  });

  it('is told of the source and of its articles also where nobody looks, until other content comes', async () => {
    await open(sources());
    await passOver(['A;Alt A;1']);
    await undone(await passOver(['A;Neu A;1']));
    const told =
      'artikel.csv: was taken back by undo and is not read again. Correct it in the ERP and export again: only other content is read.';
    for (const _ of ['after a look', 'after a restart']) {
      expect((await room.catalog.facts()).sources).toMatchObject([
        { state: 'refused', sentence: told },
      ]);
      expect(await room.catalog.needsYou()).toMatchObject([{ id: 'refused-articles' }]);
      expect((await room.catalog.why('A')).next).toBe(
        `It is in step with what was read. Not read: articles: ${told}`,
      );
      await room.restart();
    }
    await passOver(['A;Ganz neu A;1']);
    expect((await room.catalog.facts()).sources[0]?.state).toBe('inStep');
    expect((await room.catalog.why('A')).next).toBe('Nothing: it is in step.');
  });

  it('survives a restart between its plan and apply, and in the middle of apply', async () => {
    await open(sources());
    const rows = (name: string) => Array.from({ length: 250 }, (_, n) => `A${n};${name} ${n};1`);
    await passOver(rows('Alt'));
    // Brakes look at names that change at once; here a person has said yes.
    const bad = await passOver(rows('Neu'));
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    const { plan } = await undo(bad);
    await room.restart();
    room.post.hold();
    const applied = room.catalog.apply(plan, { quietMs: 200 });
    await applied;
    await room.restart();
    room.post.letGo();
    await room.pass();
    await room.pass();
    expect((await live()).every((text) => text.includes('Alt'))).toBe(true);
  });

  it('is stale once another file counts, and says by which run', async () => {
    await open(sources());
    await passOver(['A;Alt A;1']);
    const bad = await passOver(['A;Neu A;1']);
    const { plan } = await undo(bad);
    const next = await passOver(['A;Ganz neu A;1']);
    await expect(apply(plan)).rejects.toMatchObject({
      code: 'PLAN_STALE',
      message: `Plan ${plan} is stale: articles has changed since, run ${next} is used now.`,
      remedy: `Look at it again: stockhand undo ${bad}`,
    });
  });

  it('of nothing that was sent says so by a plan without calls, and of no run by name', async () => {
    await open(sources());
    const first = await passOver(['A;Alt A;1']);
    await expect(undo(99)).rejects.toMatchObject({
      code: 'RUN_UNKNOWN',
      remedy: 'See the list of runs: stockhand history.',
    });
    expect(await undo(first)).toMatchObject({ vanished: 1, changed: 0 });
  });

  it('can itself be taken back', async () => {
    await open(sources());
    await passOver(['A;Alt A;1']);
    const bad = await passOver(['A;Neu A;1']);
    const { run } = await undone(bad);
    await undone(run!.run);
    expect(await live()).toEqual(['A Neu A 1']);
    // What it took back is what counts again: the file in the folder is refused by nobody.
    await room.pass();
    expect(await room.catalog.needsYou()).toEqual([]);
    expect(await live()).toEqual(['A Neu A 1']);
  });
});
