import { describe, expect, it } from 'vitest';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';
import { type callsSince, ledgerEnd, passSince } from '../room.ts';

const articles = (isActive: string, more = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, ${more} mapping: { externalId: Nr, name: Nr, description: Text, availableQty: Menge, isActive: { column: Gesperrt, ${isActive} } } }`;
const blocked = 'translate: { J: false, N: true }';

interface Of {
  readonly cell: (n: number) => string;
  readonly rows?: number;
  readonly text?: string;
  readonly stock?: (n: number) => number;
}

const all = (cell: string) => () => cell;
/** The first `most` articles are blocked. */
const first = (most: number) => (n: number) => (n < most ? 'J' : 'N');
const file = ({ cell, rows = 30, text = 'Artikel', stock = () => 5 }: Of) => [
  'Nr;Text;Menge;Gesperrt',
  ...Array.from({ length: rows }, (_, n) => `A${n};${text} ${n};${stock(n)};${cell(n)}`),
];
const sentence = (rows: number, of = 30) =>
  `artikel.csv would deactivate ${rows} of ${of} articles (limit: 2% or 50): column Gesperrt. They stay as they are, except for their stock; the rest of the file is sent.`;

useRoom();

const passOver = (of: Of) => passFile('artikel.csv', file(of));

async function release() {
  const [hold] = await room.catalog.held();
  const since = await ledgerEnd(room.market);
  await room.catalog.release(hold!.id, 'clerk');
  return passSince(room, since);
}

const itemsOf = (calls: Awaited<ReturnType<typeof callsSince>>) =>
  calls.flatMap(([, ...items]) => items);

describe('articles that a file deactivates', () => {
  it.each([
    ['a flipped column', blocked, 'N', 'J'],
    ['values that nobody has seen', 'translate: { A: true }, otherwise: false', 'A', 'X'],
  ])(
    'fault 5: are held, all of them, and a release lets exactly these go: %s',
    async (_, ...given) => {
      const [isActive, good, bad] = given;
      await open(articles(isActive));
      await passOver({ cell: all(good) });
      const flipped = await passOver({ cell: all(bad) });
      expect(flipped).toMatchObject({ calls: [], run: { read: 30, held: 30, sent: 0 } });
      expect(flipped.sentences).toEqual([sentence(30)]);
      expect(flipped.held).toMatchObject([{ items: 30 }]);
      const after = itemsOf((await release()).calls);
      expect(after.map(({ isActive }) => isActive)).toEqual(Array(30).fill(false));
      expect(await room.catalog.held()).toEqual([]);
    },
  );

  it('fault 5: of a column that is turned round, those that were blocked wait with them and are not sold', async () => {
    await open(articles(blocked));
    await passOver({ cell: first(4) });
    const turned = await passOver({ cell: (n) => (n < 4 ? 'N' : 'J') });
    expect(turned).toMatchObject({ calls: [], run: { held: 30, sent: 0 }, held: [{ items: 30 }] });
    expect(turned.sentences).toEqual([
      'artikel.csv would deactivate 26 of 26 articles (limit: 2% or 50): column Gesperrt. They stay as they are, except for their stock, and so do 4 that it would put on sale; the rest of the file is sent.',
    ]);
    const sent = itemsOf((await release()).calls);
    expect(sent.filter(({ isActive }) => isActive === true)).toHaveLength(4);
    expect([sent.length, await room.catalog.held()]).toEqual([30, []]);
  });

  it('fault 7: their stock goes alone, so that nobody buys what is sold out', async () => {
    await open(articles(blocked));
    await passOver({ cell: all('N') });
    const { calls, sentences } = await passOver({
      cell: all('J'),
      stock: (n) => (n < 2 ? 0 : 5),
    });
    const zeros = [0, 1].map((n) => ({ externalId: `A${n}`, availableQty: 0 }));
    expect([calls, sentences]).toEqual([[['stock', ...zeros]], [sentence(30)]]);
  });

  it('are measured by what is confirmed, also after a crash, and withdrawn by a whole file', async () => {
    await open(articles(blocked));
    await passOver({ cell: all('N') });
    await room.restart();
    await passOver({ cell: all('J') });
    await room.restart();
    // Seen before is no reason to believe it.
    expect(await passOver({ cell: all('J'), text: 'Ware' })).toMatchObject({
      calls: [],
      held: [{ items: 30 }],
    });
    expect(await passOver({ cell: all('N') })).toMatchObject({ calls: [], held: [] });
  });

  it('go within the limits, and the rest of the file in any case', async () => {
    await open(articles(blocked));
    await passOver({ cell: all('N') });
    const few = await passOver({ cell: first(2) });
    expect([itemsOf(few.calls).length, few.held]).toEqual([2, []]);
    // The two are inactive by now: they are not deactivated, and no measure.
    const more = await passOver({ cell: first(12), text: 'Ware', rows: 32 });
    expect(more.sentences).toEqual([sentence(10, 28)]);
    expect(itemsOf(more.calls)).toHaveLength(22);
    const last = await passOver({ cell: first(3), text: 'Ding', rows: 32 });
    expect([itemsOf(last.calls).length, last.held]).toEqual([32, []]);
  });

  it('are not those that are created inactive, become active, or are hidden already and return', async () => {
    await open(`  vanished: hide\n${articles(blocked)}`);
    const shown = async (of: Of) => {
      const { calls, held } = await passOver(of);
      return [itemsOf(calls).length, held.map(({ sentence: said }) => said)];
    };
    expect(await shown({ cell: all('J') })).toEqual([30, []]);
    expect(await shown({ cell: all('J'), text: 'Ware' })).toEqual([30, []]);
    expect(await shown({ cell: all('N') })).toEqual([30, []]);
    room.write('artikel.csv', ['Nr;Text;Menge;Gesperrt', 'B;Neu;5;N']);
    await room.pass();
    expect((await release()).calls[0]?.length).toBe(31);
    // Hidden: whatever their column says by now, they are not offered.
    expect((await shown({ cell: all('J') }))[1]).not.toContainEqual(
      expect.stringContaining('deactivate'),
    );
  });

  it('are held where they were created and the answer is outstanding', async () => {
    await open(articles(blocked));
    room.post.hold();
    room.write('artikel.csv', file({ cell: first(5) }));
    void room.pass(0);
    await expect.poll(() => room.post.sent.length).toBe(1);
    room.write('artikel.csv', file({ cell: all('J'), text: 'Ware' }));
    await room.catalog.pass({ quietMs: 50 }).catch(() => undefined);
    expect(room.catalog.store.holds.open()).toMatchObject([{ kind: 'deactivated', items: 25 }]);
    room.post.letGo();
    await room.pass();
  });

  it('of a delta file are held by their share of all articles on offer', async () => {
    await open(articles(blocked, 'contents: delta,'));
    await passOver({ cell: all('N'), rows: 200 });
    const few = await passOver({ cell: all('J'), rows: 4 });
    expect([itemsOf(few.calls).length, few.held]).toEqual([4, []]);
    expect((await passOver({ cell: all('J'), rows: 9 })).sentences).toEqual([sentence(5, 196)]);
  });

  it.each([
    ['was active', 'N', [sentence(30)]],
    ['was inactive', 'J', []],
  ])('fault 127: what an older version confirmed its request tells: %s', async (_, cell, said) => {
    await open(articles(blocked));
    await passOver({ cell: all(cell) });
    room.catalog.store.database.exec(`UPDATE product SET traits = rtrim(traits, '+-')`);
    expect((await passOver({ cell: all('J'), text: 'artikel' })).sentences).toEqual(said);
  });

  it('fault 127: what was taken over counts as active', async () => {
    await open(articles(blocked));
    const { sandbox } = room.market;
    await sandbox.control('POST', '/sandbox/products', { count: 30, prefix: 'A' });
    await room.catalog.adopt();
    const { calls, sentences } = await passOver({ cell: all('J') });
    const upserts = itemsOf(calls.filter(([kind]) => kind === 'upsert'));
    // The sandbox numbers them from 1: A0 is new.
    expect([upserts.length, sentences]).toEqual([1, [sentence(29, 29)]]);
  });
});

describe('isActive that is mapped no more', () => {
  /** The next start knows the source without it. */
  async function unmapped(omitted: 'clears' | 'keeps') {
    await open(articles(blocked), { omitted });
    await passOver({ cell: first(1) });
    const { config } = room.shop;
    const sources = config.catalog!.sources.map((source) => {
      const { isActive: _, ...mapping } = source.mapping;
      return { ...source, mapping };
    });
    await room.restart({
      ...room.shop,
      config: { ...config, catalog: { ...config.catalog!, sources } },
    });
  }
  const isOnSale = async () =>
    (await room.market.products()).map(({ isActive }) => isActive).indexOf(false) === -1;

  it.each(['clears', 'keeps'] as const)(
    'fault 5: puts no article on sale that the ERP had blocked without a yes, where an omitted field %s',
    async (omitted) => {
      await unmapped(omitted);
      const { sentences } = await passSince(room, await ledgerEnd(room.market));
      expect(sentences).toEqual([
        'artikel.csv would put 1 article that was inactive on sale: no source maps isActive any more. They stay as they are, except for their stock; the rest of the file is sent.',
      ]);
      expect(await isOnSale()).toBe(false);
      await release();
      expect(await isOnSale()).toBe(true);
    },
  );

  it('asks nothing of an article that was hidden because it had vanished, and is back', async () => {
    await open(`  vanished: hide
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }`);
    await passOver({ cell: all('N') });
    await passOver({ cell: all('N'), rows: 29 });
    expect(await isOnSale()).toBe(false);
    const back = await passOver({ cell: all('N') });
    expect(back.sentences).toEqual([]);
    expect(await isOnSale()).toBe(true);
  });
});
