import { describe, expect, it } from 'vitest';
import type { NumberStyle } from '../../../src/domain/quantity.ts';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince, quantities } from '../room.ts';

const source = (more = '') => `  sources:
    - { name: articles, folder: ./out, files: "art*.csv", stable: { quiet: 0s }, ${more} delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const ids = Array.from({ length: 30 }, (_, index) => index + 11);
type Stock = (n: number) => string;
const plain: Stock = (n) => `${n},5`;
const hundredfold: Stock = (n) => `${n * 100 + 50}`;
const sentence = (rows: number, by: string) =>
  `${rows} of ${rows} changed quantities of art.csv jump by exactly ${by}: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.`;

useRoom();

function write(stock: Stock, { name = 'art.csv', of = ids } = {}) {
  room.write(name, ['Nr;Name;Menge', ...of.map((n) => `A${n};Artikel ${n};${stock(n)}`)]);
}

async function pass() {
  const since = await ledgerEnd(room.market);
  const { sentences, calls, held } = await passSince(room, since);
  return { sentences, sent: quantities(calls), held };
}

/** The process starts anew over a configuration that takes so many off the stock. */
async function edit(buffer: number, numberStyle?: NumberStyle) {
  const { catalog } = room.shop.config;
  const sources = catalog!.sources.map((one) => {
    const availableQty = { ...one.mapping.availableQty!, buffer: buffer * 1_000 };
    return {
      ...one,
      ...(numberStyle && { numberStyle }),
      mapping: { ...one.mapping, availableQty },
    };
  });
  const config = { ...room.shop.config, catalog: { ...catalog!, sources } };
  await room.restart({ ...room.shop, config });
}

describe('stock that jumps while the buffer changes', () => {
  it('fault 5: stays held where the buffer changes behind the jump, until a release', async () => {
    await open(source());
    write(plain);
    await pass();
    write(hundredfold);
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(30, '×100')] });
    await edit(1);
    const { sent, sentences, held } = await pass();
    expect([sent, sentences]).toEqual([[], [sentence(30, '×100').replace('exactly', 'about')]]);
    await room.catalog.release(held[0]!.id, 'clerk');
    expect((await pass()).sent).toEqual(ids.map((n) => n * 100 + 49));
  });

  it('fault 5: is held where both come together, and so is what is sent under the new buffer', async () => {
    await open(source());
    write(plain);
    await pass();
    await edit(2);
    write(hundredfold);
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(30, '×100')] });
    write(plain);
    expect(await pass()).toMatchObject({ sentences: [] });
    write(hundredfold);
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(30, '×100')] });
  });

  it('fault 5: is held where the number style changes with it, of some of the values alone', async () => {
    await open(source());
    write((n) => (n <= 20 ? `${n},000` : `${n}`));
    await pass();
    await edit(2, { decimal: '.', thousands: ',' });
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(10, '×1,000')] });
  });

  it('says nothing where the buffer alone changes, there and back', async () => {
    await open(source());
    write(plain);
    await pass();
    for (const buffer of [9, 0]) {
      await edit(buffer);
      expect(await pass()).toMatchObject({
        sentences: [],
        sent: expect.arrayContaining([40.5 - buffer]),
      });
    }
  });

  it('fault 5: is held of what delta files have not named since the buffer changed', async () => {
    await open(source('contents: delta,'));
    write(plain, { name: 'art-1.csv' });
    await pass();
    for (const [index, stock] of [70, 80, 90].entries()) {
      if (index === 1) await edit(2);
      write(() => `${stock}`, { name: `art-${index + 2}.csv`, of: ids.slice(0, 1) });
      expect((await pass()).sentences).toEqual([]);
    }
    write(hundredfold, { of: ids.slice(1) });
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(29, '×100')] });
  });

  it('is measured by the present buffer alone where an older version kept none', async () => {
    await open(source());
    write(plain);
    await pass();
    const { meta } = room.catalog.store;
    const name = 'normal file of articles';
    const { buffers, ...older } = JSON.parse(meta.get(name)!);
    expect(buffers).toEqual([0]);
    meta.set(name, JSON.stringify(older));
    write(hundredfold);
    expect(await pass()).toMatchObject({ sent: [], sentences: [sentence(30, '×100')] });
  });
});
