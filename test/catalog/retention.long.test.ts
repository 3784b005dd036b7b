import { afterEach, expect, it } from 'vitest';
import { readAdapters } from '../../adapters/readers.ts';
import { confirmedProducts } from '../../src/catalog/reconcile/confirmed.ts';
import { systemClock } from '../../src/clock.ts';
import { openSpooled } from '../../src/files/spooled.ts';
import { renewCatalog } from '../../src/store/restored-catalog.ts';
import { type Months, openMonths } from './months.ts';

const count = 260;
/** The books of runs stay for ninety days: from then on nothing may grow. */
const plateauDay = 100;
const lastDay = 130;
const all = Array.from({ length: count }, (_, n) => n);

/** Every third name stays for ever, and so does its batch; the others change once a fortnight, some each day. */
const nameOn = (day: number, n: number): string =>
  `Artikel ${n} ${n % 3 === 0 ? 0 : Math.floor((day + n) / 14)}`;
/** Exported when an article is new; from then on its empty cell repeats it. */
const textOf = (n: number): string => `Text ${n}${' lang'.repeat(60)}`;
const isAway = (day: number, n: number): boolean => n % 64 === 7 && Math.floor(day / 7) % 2 === 1;
const quantityOn = (day: number, n: number): number => 1 + ((n * 7 + (n % 2) * day) % 90);
const unreadable = (day: number): string[] => [0, 1, 2].map((n) => `F${n};Falsch ${day};;viele`);

function articlesOn(day: number): string[] {
  const rowOf = (n: number): string =>
    `A${n};${nameOn(day, n)};${day === 0 || isAway(day - 1, n) ? textOf(n) : ''};1`;
  const there = all.filter((n) => !isAway(day, n));
  return ['Nr;Name;Text;Mindest', ...there.map(rowOf), ...unreadable(day)];
}
const stockOn = (day: number): string[] => [
  'Nr;Menge',
  ...all.map((n) => `A${n};${quantityOn(day, n)}`),
];

const tables = ['request', 'run', 'complaint', 'hold', 'plan', 'taken', 'product', 'meta'];

let months: Months;
afterEach(() => months.close());

async function exportOf(day: number) {
  const articles = await months.export('artikel.csv', articlesOn(day));
  return [...articles, ...(await months.export('bestand.csv', stockOn(day)))];
}

function measured(): Readonly<Record<string, number>> {
  const rows = tables.map((table) => [table, months.count(table)]);
  return { ...Object.fromEntries(rows), bytes: months.bytes(), spool: months.count('spool') };
}

/** What is on sale is what the ERP exported on that day. */
function expectSold(day: number, namesOf = day): void {
  for (const n of all.filter((n) => !isAway(day, n)))
    expect(months.market.products.get(`A${n}`)).toMatchObject({
      name: nameOn(namesOf, n),
      description: textOf(n),
      availableQty: quantityOn(day, n),
    });
  expect(months.market.products.size).toBe(all.filter((n) => !isAway(day, n)).length);
  expect(months.market.breaches).toEqual([]);
}

/** Answers what the state measured on some days, and a run of each month. */
async function liveForMonths() {
  const sizes = new Map<number, ReturnType<typeof measured>>();
  const runs: number[] = [];
  for (let day = 0; day <= lastDay; day += 1) {
    months.goOn(1);
    const [articles] = await exportOf(day);
    if (day % 30 === 0) runs.push(articles!.run);
    if (day === plateauDay || day === lastDay) sizes.set(day, measured());
  }
  return { before: sizes.get(plateauDay)!, after: sizes.get(lastDay)!, runs };
}

async function expectStories(): Promise<void> {
  for (const n of all.filter((n) => !isAway(lastDay, n))) {
    const { lastRequest } = await months.catalog.why(`A${n}`);
    const answer = expect.stringContaining('succeeded');
    expect(lastRequest).toMatchObject({ state: 'ANSWERED', status: 200, answer });
  }
}

/** What was sent is known of every article, also of the text that was exported months ago. */
async function expectContents(): Promise<void> {
  const { store } = months.catalog;
  const config = months.shop.config.catalog!;
  const shown = new Map<string, string>();
  const deps = { store, config, adapters: readAdapters, openSpooled, clock: systemClock };
  for await (const { product, basis } of confirmedProducts(deps))
    shown.set(product.externalId, `${basis} ${product.name} ${product.description}`);
  for (const [id, { name, description }] of months.market.products)
    expect(shown.get(id)).toBe(`confirmed ${name} ${description}`);
}

function expectSmallBodies(): void {
  const sum = 'SELECT sum(octet_length(body)) FROM request WHERE carried IS NOT NULL';
  const bytes = months.catalog.store.database.prepare<[], number>(sum).pluck().get();
  const catalogue = JSON.stringify([...months.market.products.values()]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(2 * catalogue.length);
}

/** The first run confirmed what is on sale to this day, so its books stay; of the others they go after ninety days. */
async function expectForgotten([first, second, ...later]: readonly number[]): Promise<void> {
  const undo = (run: number) => months.catalog.undo({ run: String(run), quantities: false });
  await expect(undo(second!)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  const remedy = 'Correct it in the ERP and export again.';
  for (const run of [first, later.at(-2)])
    await expect(undo(run!)).rejects.toMatchObject({ code: 'RUN_FORGOTTEN', remedy });
}

async function expectUndo(): Promise<void> {
  const runs = await months.catalog.runs(5);
  const newest = runs.find(({ source }) => source === 'articles')!;
  const asked = { run: String(newest.run), quantities: false };
  const { plan, left } = await months.catalog.undo(asked);
  expect(left).toEqual([]);
  await months.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
  expectSold(lastDay, lastDay - 1);
}

it('fault 39: a state that lives for months stops growing, and why, undo, taken files and restore work as ever', {
  timeout: 240_000,
}, async () => {
  months = await openMonths();
  const { before, after, runs } = await liveForMonths();
  for (const [name, size] of Object.entries(after))
    expect(size, name).toBeLessThanOrEqual(1.1 * before[name]! + 2);
  expectSold(lastDay);
  await expectStories();
  await expectContents();
  expectSmallBodies();
  await expectForgotten(runs);
  await months.restart();
  expect(await exportOf(lastDay)).toEqual([]);
  await expectUndo();
  // Fault 34: what is put back sends again what is exported then.
  const restored = { at: months.clock.now(), text: 'restored' };
  await months.restart(() => void renewCatalog(months.shop.config.dataDir, restored));
  months.goOn(1);
  for (const run of await exportOf(lastDay + 1))
    expect(run).toMatchObject({ final: true, held: 0 });
  expectSold(lastDay + 1);
});
