import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (vanished: string): string => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const numbers = (from: number): readonly number[] =>
  Array.from({ length: 6 - from }, (_, n) => n + from);
const names = (from: number, more = '') => [
  'Nr;Name',
  ...numbers(from).map((n) => `A${n};Rad ${n}`),
  more,
];
const stock = (from: number, more = '') => [
  'Nr;Menge',
  ...numbers(from).map((n) => `A${n};5`),
  more,
];
const refuse = (on: object) =>
  room.market.sandbox.control('POST', '/sandbox/weather', {
    ...{ kind: 'status', status: 422, type: 'VALIDATION_ERROR', count: 50 },
    ...on,
  });
const told = async () => (await room.catalog.needsYou()).map(({ id, what }) => `${id}: ${what}`);

it.each([
  ['unpublish', 'unpublished', { method: 'DELETE' }],
  ['hide', 'hidden', { path: '^.*batch$' }],
])(
  'what the marketplace refuses of vanished: %s is reported until it is done',
  async (vanished, done, on) => {
    await open(sources(vanished));
    await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
    await refuse(on);
    await passOver({ 'n.csv': names(1) });
    const said =
      'removals-refused: The marketplace refused to take 1 article off sale that exports no longer name.';
    expect(await told()).toEqual([said]);
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        cause: expect.stringMatching(new RegExp(`^First: A0 was to be ${done}: VALIDATION_ERROR`)),
        fix: expect.stringContaining('stockhand retry --all'),
      },
    ]);
    await room.market.sandbox.control('DELETE', '/sandbox/weather');
    await passOver({ 'n.csv': names(1, '\r\n') });
    await room.restart();
    expect(await told()).toEqual([said]);
    await room.catalog.retry(undefined);
    await room.pass();
    expect(await told()).toEqual([]);
    const onSale = (await room.market.products()).filter(
      ({ isActive, deleted }) => isActive !== false && deleted !== true,
    );
    expect(onSale.map(({ externalId }) => externalId)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
  },
);

it('fault 53: an article that is permanently removed already (410) counts as unpublished, and comes back with its row', async () => {
  await open(sources('unpublish'));
  await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
  await room.market.sandbox.control('POST', '/sandbox/products/A0/unpublish');
  await refuse({ method: 'DELETE', status: 410, type: 'PRODUCT_GONE' });
  await passOver({ 'n.csv': names(1) });
  expect(await told()).toEqual([]);
  await passOver({ 'n.csv': names(0) });
  expect((await room.market.products()).find(({ deleted }) => deleted === true)).toBeUndefined();
});

it.each([
  ['unpublish', { method: 'DELETE' }],
  ['hide', { path: '^.*products/batch$' }],
])('%s stays reported while the stock source goes on giving the article stock', async (key, on) => {
  await open(sources(key));
  await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
  await refuse(on);
  await passOver({ 'n.csv': names(1) });
  const said = await told();
  expect(said).toHaveLength(1);
  await passOver({ 'b.csv': stock(1, 'A0;4') });
  expect(await told()).toEqual(said);
  await room.market.sandbox.control('DELETE', '/sandbox/weather');
  await room.catalog.retry('A0');
  expect((await passOver()).calls).toHaveLength(1);
  expect(await told()).toEqual([]);
});

it.each([
  ['unpublish', { method: 'DELETE' }],
  ['hide', { path: '^.*products/batch$' }],
])('%s stays reported while a source that only adds fields sends the article', async (key, on) => {
  const brands = (brand: string, more = '') => ({ 'm.csv': ['Nr;Marke', `A0;${brand}`, more] });
  await open(`${sources(key)}
    - { name: brands, folder: ./out, files: "m*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`);
  await passOver({ 'n.csv': names(0), 'b.csv': stock(0), ...brands('Rex') });
  await refuse(on);
  await passOver({ 'n.csv': names(1) });
  const said = await told();
  expect(said).toEqual([expect.stringMatching(/^removals-refused: .* 1 article off sale/)]);
  await room.market.sandbox.control('DELETE', '/sandbox/weather');
  await passOver(brands('Rex', '\r\n'));
  expect(await told()).toEqual(said);
  const [[, sent] = []] = (await passOver(brands('Ida'))).calls;
  expect(sent).toMatchObject({ externalId: 'A0', brand: 'Ida' });
  expect(await told()).toEqual(said);
  await room.catalog.retry('A0');
  expect((await passOver()).calls).toHaveLength(1);
  expect(await told()).toEqual([]);
});

it('missing: zero stays reported while a products source sends the article', async () => {
  await open(sources('ignore'));
  await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
  await refuse({ path: '^.*stock$' });
  await passOver({ 'b.csv': stock(1) });
  const said = await told();
  expect(said).toHaveLength(1);
  await passOver({ 'n.csv': [...names(1), 'A0;Felge'] });
  expect(await told()).toEqual(said);
});

it('what the marketplace refuses of missing: zero is reported, and over where the article is exported again', async () => {
  await open(sources('ignore'));
  await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
  await refuse({ path: '^.*stock$' });
  await passOver({ 'b.csv': stock(2) });
  expect(await told()).toEqual([
    'removals-refused: The marketplace refused to take 2 articles off sale that exports no longer name.',
  ]);
  await room.market.sandbox.control('DELETE', '/sandbox/weather');
  await passOver({ 'b.csv': stock(0, '\r\n') });
  expect(await told()).toEqual([]);
});

it.each([
  ['vanished: unpublish', { method: 'DELETE' }, (from: number) => ({ 'n.csv': names(from) })],
  ['vanished: hide', { path: '^.*batch$' }, (from: number) => ({ 'n.csv': names(from) })],
  ['missing: zero', { path: '^.*stock$' }, (from: number) => ({ 'b.csv': stock(from) })],
])(
  'fault 87: %s is asked for again where another changed the article at that moment, and refused after the third time',
  async (key, on, filesFrom) => {
    await open(sources(/^vanished: (.+)/.exec(key)?.[1] ?? 'ignore'));
    await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
    const lock = { status: 409, type: 'CONFLICT_OPTIMISTIC_LOCK', ...on };
    await refuse({ ...lock, count: 1 });
    expect((await passOver(filesFrom(1))).calls).toHaveLength(2);
    expect(await told()).toEqual([]);
    await refuse(lock);
    expect((await passOver(filesFrom(2))).calls).toHaveLength(3);
    expect(await told()).toEqual([
      expect.stringMatching(/^removals-refused: .* 1 article off sale/),
    ]);
    expect((await room.catalog.runs(1))[0]).toMatchObject({ waiting: 0, final: true });
  },
);

it('stock 0 of an article that the stock file in use leaves out, created since, is sent by retry, and why says so', async () => {
  await open(sources('ignore').replace('name: Name', 'name: Name, availableQty: Menge'));
  const articles = ['Nr;Name;Menge', 'A0;Rad;5'];
  await passOver({ 'n.csv': articles, 'b.csv': ['Nr;Menge', 'A0;5'] });
  await refuse({ path: '^.*stock$' });
  await passOver({ 'n.csv': [...articles, 'A1;Rad;7'] });
  await room.market.sandbox.control('DELETE', '/sandbox/weather');
  await passOver({ 'b.csv': ['Nr;Menge', 'A0;6'] });
  expect((await room.catalog.why('A1')).next).toContain('stockhand retry --product A1');
  expect(await room.catalog.retry()).toEqual({ items: 1 });
  await room.pass();
  expect((await room.market.products()).map((product) => product['availableQty'])).toEqual([6, 0]);
});

it.each([
  ['as it was', 'Rad 0'],
  ['with other content', 'Rad neu'],
])(
  'a refused removal is over once the article is exported again, %s: left out later, it is taken off sale',
  async (_, name) => {
    await open(sources('unpublish'));
    await passOver({ 'n.csv': names(0), 'b.csv': stock(0) });
    await refuse({ method: 'DELETE' });
    await passOver({ 'n.csv': names(1) });
    expect(await told()).toHaveLength(1);
    await room.market.sandbox.control('DELETE', '/sandbox/weather');
    await passOver({ 'n.csv': names(1, `A0;${name}`) });
    expect(await told()).toEqual([]);
    expect((await passOver({ 'n.csv': names(1) })).calls).toEqual([['DELETE A0']]);
  },
);
