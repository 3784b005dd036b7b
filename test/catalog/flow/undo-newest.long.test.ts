import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, published, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sources = (vanished: string, keys = '') => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const file = (to: number, row = (n: number) => `A${n};Nagel ${n};${n + 5}`) => [
  'Nr;Name;Menge',
  ...Array.from({ length: to }, (_, n) => row(n)),
];
const wrong = (n: number) => `A${n};${n < 2 ? 'Falsch' : 'Nagel'} ${n};${n + 5}`;
const soldOut = (n: number) => wrong(n).replace(/;\d+$/, n < 78 ? ';0' : '$&');

const undo = (run: number, quantities = false) =>
  room.catalog.undo({ run: String(run), quantities });
const apply = (plan: string) => room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
async function undone(run: number, quantities = false) {
  const since = await ledgerEnd(room.market);
  const { runs } = await apply((await undo(run, quantities)).plan);
  return { runs, calls: await callsSince(room.market, since) };
}
const articles = async (...ids: readonly string[]) =>
  (await published())
    .filter(({ externalId }) => ids.includes(externalId))
    .map(({ externalId, name, availableQty }) => `${externalId} ${name} ${availableQty}`)
    .sort();

useRoom();

describe('undo of a run that a newer file is before (faults 4, 5; I13)', () => {
  const notYet = {
    code: 'RUN_OPEN',
    message: expect.stringContaining('Run 2 cannot be taken back yet: '),
  };

  it.each([
    ['whole files', ''],
    ['files that are put away', 'afterImport: move,'],
    ['files that are read one by one', 'pick: each,'],
    ['files of changes', 'contents: delta,'],
  ])('loses nothing of what that one holds, of %s', async (_, keys) => {
    await open(sources('unpublish', keys));
    await passOver({ 'artikel1.csv': file(100) });
    await passOver({ 'artikel2.csv': file(100, wrong) });
    await passOver({ 'artikel3.csv': file(100, soldOut) });
    const [hold] = await room.catalog.held();
    await expect(undo(2)).rejects.toMatchObject({
      code: 'RUN_OPEN',
      message:
        'Run 2 cannot be taken back yet: of artikel3.csv (run 3), a newer file, 78 articles are held.',
      remedy: `Take back run 3 first (stockhand undo 3) or export again, or release exactly that (stockhand release ${hold?.id}).`,
    });
    await room.catalog.release(hold?.id ?? '', 'clerk');
    // A yes that has not been carried out is not lost either.
    await expect(undo(2)).rejects.toMatchObject(notYet);
    await passOver();
    await undone(2);
    await passOver();
    expect(await articles('A0', 'A77', 'A78')).toEqual([
      'A0 Nagel 0 0',
      'A77 Nagel 77 0',
      'A78 Nagel 78 83',
    ]);
  });

  it('has a way through what is held: the newest run is taken back first', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(100) });
    await passOver({ 'artikel.csv': file(100, wrong) });
    await passOver({ 'artikel.csv': file(90, wrong) });
    await expect(undo(2)).rejects.toMatchObject(notYet);
    await undone(3);
    await undone(2);
    expect(await room.catalog.held()).toEqual([]);
    expect(await published()).toHaveLength(100);
    expect(await articles('A0', 'A95')).toEqual(['A0 Nagel 0 5', 'A95 Nagel 95 100']);
  });

  it('is refused by apply where something is held or under way since it was planned', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(100) });
    await passOver({ 'artikel.csv': file(90, wrong) });
    const { plan } = await undo(2);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold?.id ?? '', 'clerk');
    await expect(apply(plan)).rejects.toMatchObject(notYet);
    await passOver();
    expect(await published()).toHaveLength(90);
    await undone(2);
    expect(await published()).toHaveLength(100);
  });

  it.each([2, 3])(
    'waits until the newest file is through, so that undo %i loses none of its rows',
    async (run) => {
      await open(sources('unpublish', 'afterImport: move,'));
      await passOver({ 'artikel1.csv': file(600) });
      await passOver({ 'artikel2.csv': file(600, wrong) });
      room.post.hold();
      room.write(
        'artikel3.csv',
        file(600, (n) => wrong(n).replace(/\d+$/, String(n + 4))),
      );
      expect((await room.pass(200)).isBusy).toBe(true);
      await expect(undo(run)).rejects.toMatchObject({
        code: 'RUN_OPEN',
        message: `Run ${run} cannot be taken back yet: artikel3.csv (run 3) is not finished.`,
        remedy:
          'Wait until the file is sent (stockhand status); a newer export ends this. If a newer run is held, take that one back first, or release it.',
      });
      room.post.letGo();
      await passOver();
      await undone(2);
      expect(await articles('A0', 'A599')).toEqual(['A0 Nagel 0 4', 'A599 Nagel 599 603']);
      for (const { read, unchanged, sent, rejected, skipped, ...books } of await room.catalog.runs(
        4,
      )) {
        expect([books.waiting, books.held]).toEqual([0, 0]);
        expect(unchanged + sent + rejected + skipped).toBe(read);
      }
    },
  );

  it.each([
    ['the newest file', ''],
    ['a union', 'pick: union,'],
  ])(
    'is not put back by %s as it stands, nor after a restart; one written again counts',
    async (_, keys) => {
      await open(sources('ignore', keys));
      await passOver({ 'artikel.csv': file(3) });
      await passOver({ 'artikel.csv': file(3, wrong) });
      const newest = file(4, wrong);
      await passOver({ 'artikel.csv': newest });
      await undone(2);
      for (const _ of ['after a look', 'after a restart']) {
        expect(await passOver()).toEqual({ runs: [], calls: [] });
        // Written anew with the same bytes.
        room.write('artikel.csv', newest);
        expect(await passOver()).toEqual({ runs: [], calls: [] });
        await room.restart();
      }
      await passOver({ 'artikel.csv': file(5, wrong) });
      expect(await articles('A0', 'A4')).toEqual(['A0 Falsch 0 5', 'A4 Nagel 4 9']);
    },
  );

  it('waits for a newer file that is held as a whole', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(30) });
    await passOver({ 'artikel.csv': file(30, wrong) });
    await passOver({ 'artikel.csv': file(30, (n) => `A${n};Nagel ${n};viele`) });
    await expect(undo(2)).rejects.toMatchObject({
      message:
        'Run 2 cannot be taken back yet: artikel.csv (run 3), a newer file, is held as a whole.',
    });
  });

  it('goes on telling which rows of the newest file were rejected', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(100) });
    await passOver({ 'artikel.csv': file(100, wrong) });
    await passOver({ 'artikel.csv': [...file(99, wrong), 'A99;Nagel 99;viele'] });
    const [before] = await room.catalog.needsYou();
    const why = await room.catalog.why('A99');
    await undone(2);
    expect(before?.cause).toContain('viele');
    expect(await room.catalog.needsYou()).toEqual([before]);
    expect(await room.catalog.why('A99')).toMatchObject({
      complaints: why.complaints,
      next: why.next,
    });
  });
});

describe('undo of an older file of changes', () => {
  const rows = (...lines: readonly string[]) => ['Nr;Name;Menge', ...lines];

  async function takenBack() {
    await open(sources('ignore', 'contents: delta,'));
    await passOver({ 'artikel1.csv': rows('A;Nagel;5', 'B;Mutter;6') });
    await passOver({ 'artikel2.csv': rows('A;Nagel;50', 'B;Mutter;60') });
    await passOver({ 'artikel3.csv': rows('A;Nagel;50', 'C;Dorn;7') });
    await undone(2, true);
  }

  it('waits for nobody: run --once, status and the page say that all is in step', async () => {
    await takenBack();
    for (const look of ['first', 'again']) {
      expect((await passOver()).calls, look).toEqual([]);
      expect(await room.catalog.needsYou(), look).toEqual([]);
      expect((await room.catalog.facts()).sources, look).toMatchObject([{ state: 'inStep' }]);
    }
    await room.restart();
    await passOver();
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('is reported where its content is written again: that is not read', async () => {
    await takenBack();
    await passOver({ 'artikel4.csv': rows('A;Nagel;50', 'B;Mutter;60') });
    expect(await room.catalog.needsYou()).toMatchObject([
      { cause: expect.stringContaining('artikel4.csv: was taken back by undo') },
    ]);
  });

  it('is why an article stands otherwise than the newest file says, until an export says it again', async () => {
    await takenBack();
    const why = await room.catalog.why('A');
    expect(why.exported).toMatchObject([
      { file: 'artikel3.csv', run: 3, values: { availableQty: '50' } },
    ]);
    expect(why).toMatchObject({
      confirmed: { quantity: '5' },
      putBack: { run: 4, undoes: 2 },
      next: 'Nothing: run 4 put it back as it was before run 2; what the exports say is sent once they are written again with other content.',
    });
    expect(await room.catalog.why('C')).not.toHaveProperty('putBack');
    await passOver({ 'artikel4.csv': rows('A;Nagel;51') });
    const anew = await room.catalog.why('A');
    expect(anew).not.toHaveProperty('putBack');
    expect(anew.next).toBe('Nothing: it is in step.');
  });
});

describe('undo of what a run had unpublished', () => {
  async function gone() {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(3) });
    await passOver({ 'artikel.csv': file(2) });
  }

  it('gives the stock back where that is asked', async () => {
    await gone();
    expect(await undo(2, true)).toMatchObject({ quantitiesLeft: 0, leftCount: 0 });
    await undone(2, true);
    expect(await articles('A2')).toEqual(['A2 Nagel 2 7']);
    expect((await room.catalog.why('A2')).confirmed).toMatchObject({ quantity: '7' });
  });

  it('says that the stock stays as it is where it is not asked', async () => {
    await gone();
    expect(await undo(2)).toMatchObject({ quantitiesLeft: 1 });
  });

  it('is stale where vanished: means something else by now', async () => {
    await open(sources('hide'));
    await passOver({ 'artikel.csv': file(2) });
    await passOver({ 'artikel.csv': file(3) });
    const { plan } = await undo(2);
    const { config } = room.shop;
    const catalog = { ...config.catalog!, vanished: 'unpublish' as const };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    await expect(apply(plan)).rejects.toMatchObject({ code: 'PLAN_STALE' });
    expect(await published()).toHaveLength(3);
  });
});
