import { describe, expect, it } from 'vitest';
import type { Shop } from '../../support/catalog.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, quantities } from '../room.ts';

const art = `{ name: art, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const stk = (contents: string) =>
  `{ name: stk, kind: stock, contents: ${contents}, folder: ./out, files: "stk*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

type Source = NonNullable<Shop['config']['catalog']>['sources'][number];
type Change = (sources: readonly Source[]) => readonly Source[];

const isArt = ({ name }: Source): boolean => name === 'art';
const withoutQuantity = (source: Source): Source => {
  const { availableQty: _, ...mapping } = source.mapping;
  return isArt(source) ? ({ ...source, mapping } as Source) : source;
};
/** The stock of the articles is told by stk alone, by both, or by art alone. */
const stkAlone: Change = (sources) => sources.map(withoutQuantity);
const both: Change = (sources) => sources;
const artAlone: Change = (sources) => sources.filter(isArt);

useRoom();

async function opened(contents: 'full' | 'delta' = 'full'): Promise<void> {
  await open(`  sources:\n    - ${art}\n    - ${stk(contents)}`);
}

/**
 * The next start knows these sources; nothing is written
 * meanwhile. Answers the stock that a pass tells the marketplace.
 */
async function startedWith(change: Change): Promise<readonly unknown[]> {
  const { config } = room.shop;
  const catalog = { ...config.catalog!, sources: change(config.catalog!.sources) as Source[] };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
  return passed();
}

async function passed(): Promise<readonly unknown[]> {
  const since = await ledgerEnd(room.market);
  await room.pass();
  return quantities(await callsSince(room.market, since)).filter((stock) => stock !== undefined);
}

async function released(): Promise<readonly unknown[]> {
  for (const { id } of await room.catalog.held()) await room.catalog.release(id, 'clerk');
  return passed();
}

const articles = (stock: number, count = 1): void =>
  room.write('art.csv', ['Nr;Name;Menge', ...range(count).map((n) => `A${n};Name ${n};${stock}`)]);
const stocks = (file: string, stock: number, numbers: readonly number[] = [0]): void =>
  room.write(file, ['Nr;Menge', ...numbers.map((n) => `A${n};${stock}`)]);
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const onSale = async () => (await room.market.products()).map((each) => each.availableQty);
const needs = async () => (await room.catalog.needsYou()).map(({ id, cause }) => [id, cause]);
const sentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);

describe('a full stock source that was away and comes back', () => {
  it('gives its stock again from the file that is there, and once', async () => {
    await opened();
    articles(5);
    stocks('stk.csv', 9);
    expect(await startedWith(stkAlone)).toEqual([9]);
    expect(await startedWith(artAlone)).toEqual([5]);
    expect(await startedWith(stkAlone)).toEqual([9]);
    expect(await onSale()).toEqual([9]);
    expect(await passed()).toEqual([]);
    expect(await startedWith(stkAlone)).toEqual([]);
  });

  it('is held where its quantities jump', async () => {
    await opened();
    articles(9, 4);
    stocks('stk.csv', 9, range(4));
    await startedWith(stkAlone);
    articles(90, 4);
    await startedWith(artAlone);
    await released();
    expect(await onSale()).toEqual([90, 90, 90, 90]);
    expect(await startedWith(stkAlone)).toEqual([]);
    expect(await sentences()).toEqual([expect.stringMatching(/stk\.csv jump by exactly ÷10/)]);
  });
});

describe('a stock source that was away while its own jump waited for a release', () => {
  it('I13: asks the same again, though measured by the stock of another source nothing jumps', async () => {
    await opened();
    articles(61, 4);
    stocks('stk.csv', 10, range(4));
    await startedWith(stkAlone);
    stocks('stk.csv', 100, range(4));
    expect(await passed()).toEqual([]);
    const asked = await room.catalog.held();
    expect(await startedWith(artAlone)).toEqual([61, 61, 61, 61]);
    expect(await startedWith(stkAlone)).toEqual([]);
    expect(await room.catalog.held()).toEqual(asked);
    expect(await released()).toEqual([100, 100, 100, 100]);
  });
});

describe('a stock source that is taken out for good', () => {
  it('leaves the stock to the articles that have told it all along', async () => {
    await opened();
    articles(0);
    stocks('stk.csv', 30);
    expect(await startedWith(both)).toEqual([30]);
    expect(await startedWith(artAlone)).toEqual([0]);
    expect(await onSale()).toEqual([0]);
    expect(await startedWith(both)).toEqual([30]);
  });

  it('says that a delta file of articles gives only the stock that it names', async () => {
    await opened();
    articles(3);
    stocks('stk.csv', 30);
    const asDelta: Change = (sources) => sources.map((each) => ({ ...each, contents: 'delta' }));
    await startedWith(asDelta);
    await startedWith((sources) => asDelta(artAlone(sources)));
    const texts = (await room.catalog.events(10)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^art gives the stock from now on/));
  });

  it('leaves it to them behind the brakes', async () => {
    await opened();
    articles(3, 4);
    stocks('stk.csv', 30, range(4));
    await startedWith(both);
    expect(await startedWith(artAlone)).toEqual([]);
    expect(await sentences()).toEqual([expect.stringMatching(/art\.csv jump by exactly ÷10/)]);
  });
});

describe('what is held of a stock that another source gives by now', () => {
  it('asks for nothing and takes no release, and is asked again once the stock is its own', async () => {
    await opened();
    articles(3, 4);
    stocks('stk.csv', 50, range(4));
    await startedWith(artAlone);
    articles(30, 4);
    expect(await passed()).toEqual([]);
    const [hold] = await room.catalog.held();
    expect(await startedWith(both)).toEqual([50, 50, 50, 50]);
    expect([await room.catalog.held(), await needs()]).toEqual([[], []]);
    await expect(room.catalog.release(hold!.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
      message: expect.stringContaining('another source gives the stock now'),
    });
    await startedWith(artAlone);
    expect(await room.catalog.held()).toEqual([hold]);
    expect(await released()).toEqual([30, 30, 30, 30]);
  });

  it('is offered for release by no command', async () => {
    await opened();
    articles(3, 4);
    await startedWith(artAlone);
    articles(30, 4);
    await passed();
    stocks('stk.csv', 50, range(4));
    await startedWith(both);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({
      state: 'inStep',
      sentence:
        'art.csv: 0 of 4 rows in step. The stock that a brake held of it is not sent: another source gives the stock now.',
    });
    expect(await room.catalog.plan()).toMatchObject({ held: 0, holds: [] });
    expect((await room.catalog.why('A0')).next).toBe('Nothing: it is in step.');
    const undo = (run: string) => room.catalog.undo({ run, quantities: false });
    expect((await undo('2')).nothing).toMatch(
      /What is held is stock, which another source gives now\.$/,
    );
    await expect(undo('1')).rejects.toMatchObject({
      remedy: 'Take back run 2 first (stockhand undo 2) or export again.',
    });
  });
});

interface Away {
  readonly told: number;
  readonly given: number;
  /** Articles that stk told to be gone. */
  readonly gone?: readonly number[];
}

describe('a delta stock source that was away and comes back', () => {
  /** A0 and A1 are in the newest delta file, all others in the one before alone; then art says another stock. */
  async function away(count: number, { told, given, gone = [] }: Away) {
    await opened('delta');
    articles(given, count);
    const rows = range(count).map((n) => `A${n};${gone.includes(n) ? 0 : told}`);
    room.write('stk-1.csv', ['Nr;Menge', ...rows]);
    await startedWith(stkAlone);
    stocks('stk-2.csv', 8, [0, 1]);
    await passed();
    await startedWith(artAlone);
    await released();
    expect(await onSale()).toEqual(range(count).map(() => given));
  }

  it('gives again what it said last, also where its newest file does not name the article', async () => {
    await away(4, { told: 9, given: 5 });
    expect(await startedWith(stkAlone)).toEqual([8, 8, 9, 9]);
    expect(await onSale()).toEqual([8, 8, 9, 9]);
    expect((await room.catalog.why('A3')).confirmed).toMatchObject({ quantity: '9' });
    expect([await passed(), await startedWith(stkAlone), await needs()]).toEqual([[], [], []]);
  });

  it('gives it once it is no longer paused, over another start too', async () => {
    await away(4, { told: 9, given: 5 });
    room.catalog.store.sources.set('stk', { paused: 1 });
    expect(await startedWith(stkAlone)).toEqual([]);
    expect(await startedWith(stkAlone)).toEqual([]);
    await room.catalog.setPaused('stk', false);
    expect(await passed()).toEqual([8, 8, 9, 9]);
  });

  it.each([
    ['jump', { count: 6, told: 50, given: 5 }, 'make 4 jump by ×10'],
    [
      'fall to zero',
      { count: 150, told: 6, given: 5, gone: range(150).slice(90) },
      'set 60 to zero',
    ],
    [
      'nearly all change, and one to zero',
      { count: 24, told: 30, given: 5, gone: [9] },
      'set 1 to zero',
    ],
  ] as const)('tells it and sends nothing where they %s', async (_, { count, ...of }, why) => {
    await away(count, of);
    expect(await startedWith(stkAlone)).toEqual([8, 8]);
    const told = ['stock-stk', expect.stringContaining(why)];
    expect(await needs()).toEqual([told]);
    stocks('stk-3.csv', 7, range(count - 1));
    expect((await passed()).length).toBe(count - 1);
    expect([await needs(), (await onSale()).at(-1)]).toEqual([[told], 5]);
    stocks('stk-4.csv', 6, [count - 1]);
    expect(await passed()).toEqual([6]);
    expect(await needs()).toEqual([]);
  });

  it('I13: stays back where the source is called otherwise', async () => {
    await away(70, { told: 0, given: 5 });
    await startedWith(stkAlone);
    stocks('stk-3.csv', 7, range(69));
    await passed();
    const renamed = (source: Source) => (isArt(source) ? source : { ...source, name: 'stock' });
    expect(await startedWith((sources) => stkAlone(sources).map(renamed))).toEqual([]);
    expect((await needs()).map(([id]) => id)).toEqual(['stock-stock']);
  });

  it('waits for the release of what is held of its newest file', async () => {
    await opened('delta');
    articles(5, 8);
    stocks('stk-1.csv', 9, range(8));
    await startedWith(stkAlone);
    stocks('stk-2.csv', 50, [0, 1, 2]);
    await passed();
    await startedWith(artAlone);
    expect(await startedWith(stkAlone)).toEqual([]);
    expect(await sentences()).toEqual([expect.stringContaining('jump by exactly ×10')]);
    expect(await released()).toEqual([50, 50, 50, 9, 9, 9, 9, 9]);
  });
});
