import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';

const sources = (vanished: string, keys = '') => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const file = (to: number, row = (n: number) => `A${n};Nagel ${n};${n}`) => [
  'Nr;Name;Menge',
  ...Array.from({ length: to }, (_, n) => row(n + 1)),
];
const newer = (to: number, stock: number) =>
  file(to, (n) => `A${n};Nagel ${n};${n === 1 ? stock : n}`);

const undo = (run: number) => room.catalog.undo({ run: String(run), quantities: false });

useRoom();

/** Run 2 lacks A60, and so do all files after it. */
async function backOnSale(vanished: string) {
  await open(sources(vanished));
  await passOver({ 'artikel.csv': file(60) });
  await passOver({ 'artikel.csv': file(59) });
  await passOver({ 'artikel.csv': newer(59, 9) });
  await undone(2, true);
}

describe('the undo of an older run of whole files', () => {
  it('says in its plan what is then otherwise than the newest export', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(60) });
    await passOver({ 'artikel.csv': file(59) });
    expect(await undo(2)).not.toHaveProperty('against');
    await passOver({ 'artikel.csv': newer(59, 9) });
    const { against } = await undo(2);
    expect(against).toMatchObject({ run: 3, articles: 1, offered: 1, first: 'A60' });
    expect(against?.sentence).toBe(
      '1 article then differs from what artikel.csv (run 3), the newest export, says; first: A60. Buyers can then order 1 that it leaves out, calls inactive or has less stock of. It stays so until an export with other content comes.',
    );
  });

  // What is only hidden keeps its stock: none was put back.
  it.each([
    ['unpublish', ' --quantities'],
    ['hide', ''],
  ])(
    'needs a person where what the newest export leaves out is on sale again (%s)',
    async (vanished, quantities) => {
      await backOnSale(vanished);
      for (const _ of ['after it', 'after a restart']) {
        await passOver();
        expect(await room.catalog.needsYou()).toEqual([
          {
            id: 'against-articles-4',
            what: 'articles: 1 article differs from what the newest export says, since a person took back run 2 (by run 4).',
            cause:
              'artikel.csv (run 3) leaves 1 of them out, calls them inactive or has less stock of them. First: A60.',
            effect: 'Buyers can order what the newest export does not offer.',
            fix: `If this is not intended, take the undo back (stockhand undo 4${quantities}), or export with other content: the next such export counts again.`,
          },
        ]);
        await room.restart();
      }
      expect((await room.catalog.why('A60')).next).toBe(
        'Nothing: run 4 put it back as it was before run 2, although the newest export leaves it out; it leaves the marketplace with the next export of other content that does not name it either. To end that now: stockhand undo 4.',
      );
    },
  );

  it('is ended by an undo of its own', async () => {
    await backOnSale('unpublish');
    await undone(4, true);
    expect(await published()).toHaveLength(59);
    await passOver();
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.catalog.facts()).sources[0]).not.toHaveProperty('otherwise');
  });

  it('is ended by the next export with other content, which tells it', async () => {
    await backOnSale('unpublish');
    const { run } = (await passOver({ 'artikel.csv': newer(59, 8) })).runs[0]!;
    expect(await published()).toHaveLength(59);
    expect(await room.catalog.needsYou()).toEqual([]);
    const [{ text = '' } = {}] = (await room.catalog.events(20)).filter((event) =>
      event.text.includes(`(run ${run})`),
    );
    expect(text).toContain(
      'artikel.csv changes 1 article again that undo of run 2 (run 4) had taken back.',
    );
  });

  it('is reported, and waits for nobody, where it took off what the newest export names', async () => {
    await open(sources('unpublish'));
    await passOver({ 'artikel.csv': file(58) });
    await passOver({ 'artikel.csv': file(60) });
    await passOver({ 'artikel.csv': newer(60, 9) });
    expect((await undo(2)).against).toMatchObject({ articles: 2, offered: 0 });
    await undone(2);
    await passOver();
    // That would put on sale again what the newest export names.
    expect(await undo(4)).not.toHaveProperty('against');
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.catalog.facts()).sources).toMatchObject([
      {
        state: 'inStep',
        otherwise:
          '2 articles differ from what artikel.csv says, since run 4 took back run 2 (stockhand why product A59)',
      },
    ]);
    expect(await room.catalog.why('A60')).toMatchObject({
      exported: [{ run: 3 }],
      putBack: { run: 4, undoes: 2 },
      next: 'Nothing: run 4 took it off the marketplace again with what run 2 had brought, although the newest export names it; it is sent once that is written again with other content. To end that now: stockhand undo 4.',
    });
  });

  it.each<[string, string, number, string]>([
    ['less', '0', 1, 'unpublish'],
    ['less', '0', 1, 'ignore'],
    ['more', '90', 0, 'unpublish'],
  ])('needs a person where the newest export has %s stock', async (...of) => {
    const [, stock, offered, vanished] = of;
    const soldOut = (one: number) =>
      file(60, (n) => `A${n};Nagel ${n};${n === 5 ? stock : n === 1 ? one : n}`);
    await open(sources(vanished));
    await passOver({ 'artikel.csv': file(60) });
    await passOver({ 'artikel.csv': soldOut(1) });
    await passOver({ 'artikel.csv': soldOut(2) });
    const { against } = await room.catalog.undo({ run: '2', quantities: true });
    expect(against).toMatchObject({ articles: 1, offered });
    await undone(2, true);
    await passOver();
    expect(await room.catalog.needsYou()).toHaveLength(offered);
    expect((await room.catalog.facts()).sources).toMatchObject([
      { otherwise: expect.stringContaining('1 article differs') },
    ]);
    expect((await room.catalog.why('A5')).next).toMatch(/^Nothing: run 4 put it back as it was/);
  });

  it('needs a person where the newest export calls it inactive', async () => {
    const closed = (one: number) =>
      file(60, (n) => `A${n};Nagel ${n};${n === 1 ? one : n};${n === 5 ? 'nein' : 'ja'}`);
    const headed = (rows: readonly string[]) => ['Nr;Name;Menge;Aktiv', ...rows.slice(1)];
    const active = '{ column: Aktiv, translate: { ja: true, nein: false } }';
    await open(sources('unpublish').replace('Menge }', `Menge, isActive: ${active} }`));
    await passOver({ 'artikel.csv': headed(file(60, (n) => `A${n};Nagel ${n};${n};ja`)) });
    await passOver({ 'artikel.csv': headed(closed(1)) });
    await passOver({ 'artikel.csv': headed(closed(2)) });
    expect((await undo(2)).against).toMatchObject({ articles: 1, offered: 1, first: 'A5' });
    await undone(2);
    await passOver();
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'against-articles-4' }]);
  });
});
