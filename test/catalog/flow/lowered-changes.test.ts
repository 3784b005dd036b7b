import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';

const changes = `contents: delta, pick: each, folder: ./out, ${dialect}`;
const active = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
const articles = `  brake: { zeroed: { share: 10%, count: 1 } }
  sources:
    - { name: articles, files: "a*.csv", ${changes}, mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }`;
const stock = `
    - { name: stock, kind: stock, files: "s*.csv", ${changes}, mapping: { externalId: Nr, availableQty: Menge } }`;
const head = 'Nr;Name;Menge;Aktiv';
const long = 'x'.repeat(3_000);

async function begin(catalog = articles) {
  await open(catalog);
  const rows = Array.from({ length: 20 }, (_, at) => `A${at};Nagel ${at};50;J`);
  const ids = rows.map((row) => row.split(';')[0]);
  const stocks = { 's1.csv': ['Nr;Menge', ...ids.map((id) => `${id};40`)] };
  const files = catalog.includes('kind: stock') ? stocks : {};
  await passOver({ 'a1.csv': [head, ...rows], ...files });
}

const changed = (file: string, ...rows: string[]) => passOver({ [file]: [head, ...rows] });
const told = async () => (await room.catalog.needsYou()).map(({ id }) => id);
async function onOffer(id: string) {
  const products = await room.market.products();
  return products.find(({ externalId }) => externalId === id);
}

describe('fault 7: a rejected row of a file of changes', () => {
  useRoom();

  it('takes off the stock what it says to be gone, and is reported until a row of its article is read', async () => {
    await begin();
    const { runs, calls } = await changed('a2.csv', `A0;${long};3;J`);
    expect(runs).toMatchObject([{ read: 1, sent: 0, rejected: 1 }]);
    expect(calls).toEqual([['stock', { externalId: 'A0', availableQty: 3 }]]);
    expect(await told()).toEqual(['rejected-articles']);
    await changed('a3.csv', 'A1;Mutter;50;J');
    await room.restart();
    const [unsaid] = await room.catalog.needsYou();
    expect(unsaid).toMatchObject({ id: 'unsaid-articles' });
    expect(unsaid?.effect).toContain(
      'except that a row which clearly says less stock still lowers it;',
    );
    expect(await onOffer('A0')).toMatchObject({ name: 'Nagel 0', availableQty: 3 });
    await changed('a4.csv', 'A0;Niete;9;J');
    expect(await onOffer('A0')).toMatchObject({ name: 'Niete', availableQty: 9 });
    expect(await told()).toEqual([]);
  });

  it('adds nothing to the stock', async () => {
    await begin();
    expect((await changed('a2.csv', `A0;${long};60;J`)).calls).toEqual([]);
  });

  it('leaves none of an article that it calls inactive', async () => {
    await begin();
    await changed('a2.csv', `A0;${long};50;N`);
    expect(await onOffer('A0')).toMatchObject({ availableQty: 0 });
  });

  it('takes its article off the offer where another source owns the stock', async () => {
    await begin(articles.replace('availableQty: Menge, ', '') + stock);
    await changed('a2.csv', `A0;${long};50;N`);
    expect(await onOffer('A0')).toMatchObject({ isActive: false, availableQty: 40 });
  });

  it('waits for a release with the others where too much goes to zero, also behind a newer file', async () => {
    await begin();
    const { calls, runs } = await changed(
      'a2.csv',
      `A0;${long};0;J`,
      `A1;${long};0;J`,
      'A2;Nagel 2;0;J',
    );
    expect([calls, runs[0]?.rejected, runs[0]?.held]).toEqual([[], 0, 3]);
    await changed('a3.csv', 'A1;Nagel 1;8;J');
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ items: 2 });
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    expect(await onOffer('A0')).toMatchObject({ name: 'Nagel 0', availableQty: 0 });
    expect(await onOffer('A1')).toMatchObject({ availableQty: 8 });
    expect(await onOffer('A2')).toMatchObject({ availableQty: 0 });
    await changed('a4.csv', 'A2;Nagel 2;7;J');
    expect(await told()).toEqual(['unsaid-articles']);
  });

  it('has its stock back by an undo of its run', async () => {
    await begin();
    const { runs } = await changed('a2.csv', `A0;${long};3;J`);
    await undone(runs[0]?.run, true);
    await room.pass();
    expect(await onOffer('A0')).toMatchObject({ availableQty: 50 });
  });
});
