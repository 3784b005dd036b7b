import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { until } from '../../support/until.ts';
import { dialect, open, passOver, published, room, useRoom } from '../one-room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name, description: Text } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
/** More than are looked at in one go. */
const many = Array.from({ length: 1_100 }, (_, n) => `A${n}`);
const said = (text: string) => [
  'Nr;Name;Text',
  ...many.map((id, n) => `${id};Artikel ${n};${text} ${n}`),
];
const texts = async () =>
  new Set((await published()).map((one) => String(one['description']).split(' ')[0]));

useRoom();

/** Run 2 has changed all of them. */
async function changed(): Promise<string> {
  await open(sources);
  await passOver({ 'a.csv': said('Gut') });
  await passOver({ 'a.csv': said('Schlecht') });
  return (await room.catalog.undo({ run: '2', quantities: false })).plan;
}

describe('an undo of many articles', () => {
  it('is given up where the program ends, and begins anew at the next start', async () => {
    const plan = await changed();
    const asking = room.catalog.undo({ run: '2', quantities: false }).catch(({ code }) => code);
    let stopping: Promise<void> | undefined;
    const breathe = async () => {
      const isBegun = room.catalog.store.sources.get('articles')?.run === 3;
      if (isBegun) stopping ??= room.catalog.stop();
      await systemClock.breathe();
    };
    await room.restart(room.shop, room.post.send, { clock: { ...systemClock, breathe } });
    expect(await asking).toBe('STOPPED');
    const applied = await room.catalog.apply(plan, { quietMs: 60_000, who: 'clerk' });
    expect(applied).toMatchObject({ isBusy: true, calls: { batchUpsert: 0 } });
    await stopping;
    expect(room.catalog.store.sources.get('articles')).toMatchObject({
      run: 3,
      accepted_run: 2,
      plan: null,
    });
    await room.restart();
    await passOver();
    expect(await texts()).toEqual(new Set(['Gut']));
    expect(room.catalog.store.runs.get(3)).toMatchObject({ read: 1_100, sent: 1_100, final: 1 });
  });

  it('can be looked at while another source is sent', async () => {
    const plan = await changed();
    room.post.hold();
    room.write('s.csv', ['Nr;Menge', ...many.map((id) => `${id};5`)]);
    const passing = room.pass(60_000);
    await until('the stock is being sent', () =>
      room.post.sent.some((mutation) => mutation.path.endsWith('/stock')),
    );
    expect((await room.catalog.undo({ run: '2', quantities: false })).plan).toBe(plan);
    room.post.letGo();
    expect((await passing).isBusy).toBe(false);
  });
});
