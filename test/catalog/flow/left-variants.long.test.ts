import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

const source = (contents: string) => `  sources:
    - name: articles
      folder: ./out
      files: "*.xml"
      format: commerceml
      contents: ${contents}
      stable: { quiet: 0s }
      mapping: { externalId: Ид, name: Наименование, availableQty: Остаток, isActive: { column: Статус, translate: { Удален: false }, default: true } }`;
const product = (id: string) =>
  `<Товар><Ид>${id}</Ид><Наименование>Болт ${id}</Наименование></Товар>`;
const deleted = (id: string, name = '') => `<Товар Статус="Удален"><Ид>${id}</Ид>${name}</Товар>`;
const offer = (id: string, stock: number) =>
  `<Предложение><Ид>${id}</Ид><Количество>${stock}</Количество></Предложение>`;
const deletedOffer = (id: string) =>
  `<Предложение Статус="Удален"><Ид>${id}</Ид><Количество>0</Количество></Предложение>`;
const set = (products: readonly string[], offers: readonly string[]) =>
  `<КоммерческаяИнформация><Каталог><Товары>${products.join('')}</Товары></Каталог>${
    offers.length === 0
      ? ''
      : `<ПакетПредложений><Предложения>${offers.join('')}</Предложения></ПакетПредложений>`
  }</КоммерческаяИнформация>`;

const variants = ['P#1', 'P#2', 'P#3', 'P#4'];
// So many that the brakes let four go.
const others = Array.from({ length: 200 }, (_, n) => `PP${n}`);
const whole = set(
  ['P', 'PP', ...others].map(product),
  [...variants, 'PP', ...others].map((id) => offer(id, 7)),
);

useRoom();

async function pass(file: string, text: string) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${file}`, text);
  return passSince(room, since);
}

const needs = async () =>
  (await room.catalog.needsYou()).map(({ what, cause }) => `${what} ${cause}`);

describe('the deletion of a product that the marketplace has as variants alone', () => {
  it.each([
    ['without a name', ''],
    ['with a name', '<Наименование>Болт P</Наименование>'],
  ])('is rejected in a file of changes, %s, and told until they are off sale', async (_, name) => {
    await open(source('delta'));
    await pass('1.xml', whole);
    const { run, calls } = await pass('2.xml', set([deleted('P', name)], []));
    expect([run?.rejected, calls]).toEqual([1, []]);
    expect(room.catalog.store.complaints.of(run?.run ?? 0, 10)).toMatchObject([
      {
        code: 'ROW_VARIANTS_LEFT',
        external_id: 'P#1',
        column_name: 'Статус',
        value: 'P',
        rule: 'is taken off sale, but the marketplace still has P#1, P#2, P#3 and 1 more.',
        remedy: 'Export its offers too, each with a stock of 0, or export all articles once.',
      },
      { code: 'FILE_COLUMNS' },
    ]);
    await pass('3.xml', set([product('PP')], [offer('PP', 6)]));
    expect(await needs()).toEqual([expect.stringContaining('First: P#1 in 2.xml row 1.')]);
    const off = await pass(
      '4.xml',
      set(
        [deleted('P')],
        variants.map((id) => offer(id, 0)),
      ),
    );
    expect(off.run?.sent).toBe(4);
    expect(await needs()).toEqual([]);
    const again = await pass('5.xml', set([deleted('P')], []));
    expect([again.run?.rejected, again.run?.skipped]).toEqual([0, 1]);
  });

  it('is rejected for those variants that its file does not name, and takes off those that it names', async () => {
    await open(source('delta'));
    await pass('1.xml', whole);
    const deletion = deleted('P', '<Наименование>Болт P</Наименование>');
    const { run } = await pass('2.xml', set([deletion], [offer('P#1', 6)]));
    expect([run?.sent, run?.rejected]).toEqual([1, 1]);
    expect(await needs()).toEqual([
      expect.stringContaining('the marketplace still has P#2, P#3, P#4.'),
    ]);
    const all = variants.map((id) => offer(id, 6));
    expect((await pass('3.xml', set([deletion], all))).run).toMatchObject({ sent: 3, rejected: 0 });
    expect(await needs()).toEqual([]);
    expect((await room.market.products()).map(({ externalId }) => externalId)).not.toContain('P');
  });

  it('takes a product without variants off sale as ever', async () => {
    await open(source('delta'));
    await pass('1.xml', whole);
    const { calls } = await pass('2.xml', set([deleted('PP')], []));
    expect(calls).toMatchObject([['upsert', { externalId: 'PP', isActive: false }]]);
  });
});

describe('a product without offers that the marketplace has as variants alone', () => {
  it.each([
    ['delta', 'P#1'],
    ['full', 'P'],
  ])('is rejected, and no article beside them: %s', async (contents, told) => {
    await open(source(contents));
    await pass('1.xml', whole);
    const rest = contents === 'full' ? others : [];
    const lacking = set(
      ['P', 'PP', ...rest].map(product),
      ['PP', ...rest].map((id) => offer(id, 7)),
    );
    const { run, calls } = await pass('2.xml', lacking);
    expect([run?.rejected, calls]).toEqual([1, []]);
    expect(room.catalog.store.complaints.of(run?.run ?? 0, 10, 'rejected')).toMatchObject([
      {
        code: 'ROW_VARIANTS_LEFT',
        external_id: told,
        column_name: 'Ид',
        value: 'P',
        rule: 'comes without offers, but the marketplace still has P#1, P#2, P#3 and 1 more.',
      },
    ]);
    const ended = variants.map(deletedOffer);
    await pass(
      '3.xml',
      set(['P', 'PP', ...rest].map(product), [
        ...ended,
        ...['PP', ...rest].map((id) => offer(id, 7)),
      ]),
    );
    await pass('4.xml', lacking.replace('Болт P<', 'Болт P neu<'));
    expect(await needs()).toEqual([]);
    expect((await room.market.products()).map(({ externalId }) => externalId)).toContain('P');
  });
});

describe('an offer without a variant, before those of its variants', () => {
  it('is an article of its own', async () => {
    await open(source('full'));
    await pass('1.xml', whole);
    const ids = ['P', ...variants, 'PP', ...others];
    const all = set(
      ['P', 'PP', ...others].map(product),
      ids.map((id) => offer(id, 7)),
    );
    const { run, calls } = await pass('2.xml', all);
    expect([run?.rejected, calls]).toMatchObject([0, [['upsert', { externalId: 'P' }]]]);
  });
});

describe('an offer of a file of changes that lacks its product', () => {
  it('takes off the stock of its article, and adds nothing', async () => {
    await open(source('delta'));
    await pass('1.xml', whole);
    await pass('2.xml', set([product('PP')], [offer('P#1', 3), offer('P#2', 9), offer('PP', 7)]));
    const stocks = (await room.market.products()).map((one) => [one.externalId, one.availableQty]);
    expect(stocks).toEqual(
      expect.arrayContaining([
        ['P#1', 3],
        ['P#2', 7],
      ]),
    );
  });

  const told = 'had no effect, and no later file repeats them. First: P#2 in 2.xml row';
  it('is reported until a row of its article is read', async () => {
    await open(source('delta'));
    await pass('1.xml', whole);
    const second = await pass('2.xml', set([product('PP')], [offer('PP', 7), offer('P#2', 0)]));
    const gone = [['stock', { externalId: 'P#2', availableQty: 0 }]];
    expect([second.run?.rejected, second.calls]).toEqual([1, gone]);
    expect(room.catalog.store.complaints.of(second.run?.run ?? 0, 10)).toContainEqual(
      expect.objectContaining({ code: 'ROW_JOIN', external_id: 'P#2', value: 'P#2' }),
    );
    await pass('3.xml', set([product('PP')], [offer('PP', 6)]));
    expect(await needs()).toEqual([expect.stringContaining(told)]);
    const { calls } = await pass('4.xml', set([product('P')], [offer('P#2', 0)]));
    expect(calls).toEqual([]);
    expect(await needs()).toEqual([]);
  });
});

describe('an offer of a full set that lacks its product', () => {
  it.each([
    [3, 3],
    [9, 7],
  ])(
    'takes off the stock of its article, adds nothing, and keeps it there: %s',
    async (...[said, left]) => {
      await open(`  vanished: unpublish\n${source('full')}`);
      await pass('1.xml', whole);
      const rest = [...variants.slice(1), 'PP', ...others];
      const orphan = set(['PP', ...others].map(product), [
        offer('P#1', said),
        ...rest.map((id) => offer(id, 7)),
      ]);
      const { run, held } = await pass('2.xml', orphan);
      expect([run?.rejected, held]).toEqual([variants.length, []]);
      expect(await room.market.products()).toContainEqual(
        expect.objectContaining({ externalId: 'P#1', availableQty: left, isActive: true }),
      );
    },
  );

  const marked = (mark: string) => `<ПометкаУдаления>${mark}</ПометкаУдаления>`;

  it.each([
    ['is not taken for inactive, where its product alone would say that it is not', '', 3],
    ['has no stock where it says itself that it is deleted', marked('true'), 0],
  ])('%s', async (_, mark, left) => {
    const isActive = `{ expression: 'row["ПометкаУдаления"] == "false"' }`;
    await open(source('full').replace(/isActive: .*/, `isActive: ${isActive} }`));
    const all = [...others, 'PP'];
    const products = all.map((id) => product(id).replace('<Наим', `${marked('false')}<Наим`));
    const offers = all.map((id) => offer(id, 7));
    await pass('1.xml', set(products, offers));
    const orphan = offer('PP', 3).replace('<Кол', `${mark}<Кол`);
    const { run } = await pass(
      '2.xml',
      set(products.slice(0, -1), [...offers.slice(0, -1), orphan]),
    );
    expect(run?.rejected).toBe(1);
    expect((await room.market.products()).at(-1)).toMatchObject({
      ...{ externalId: 'PP', availableQty: left, isActive: true },
    });
  });
});
