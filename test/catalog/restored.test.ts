import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renewCatalog } from '../../src/store/restored-catalog.ts';
import { dialect, open, passFile, passOver, room, useRoom } from './one-room.ts';
import { callsSince, ledgerEnd, refusal } from './room.ts';

const articles = `name: articles, folder: ./out, files: "a*.csv", ${dialect}`;
const stock = `name: stock, kind: stock, folder: ./out, files: "s*.csv", ${dialect}`;
const whole = `  brake: { zeroed: { share: 10%, count: 1 } }
  sources:
    - { ${articles}, mapping: { externalId: Nr, name: Name } }
    - { ${stock}, missing: keep, mapping: { externalId: Nr, availableQty: Menge } }`;
const changes = whole.replace('missing: keep', 'contents: delta');
const ids = Array.from({ length: 10 }, (_, n) => `A${n}`);

useRoom();

async function opened(catalog: string): Promise<void> {
  await open(catalog);
  await passFile('a1.csv', ['Nr;Name', ...ids.map((id) => `${id};Nagel`)]);
  await stocks('s1.csv', ...ids.map((id) => `${id};5`));
}

const stocks = (file: string, ...rows: readonly string[]) => passFile(file, ['Nr;Menge', ...rows]);

/** The state is put back from a backup that was made a moment ago; between them the exports went away. */
async function restored(): Promise<void> {
  const { catalog, shop } = room;
  await catalog.stop();
  catalog.store.close();
  for (const name of shop.names('out')) room.remove(name);
  renewCatalog(shop.config.dataDir, { at: 1, text: 'restored' });
  await room.restart();
}

describe('fault 34: what stands in a backup may be older than what was sent since', () => {
  const lost = (files: string) => ({
    what: expect.stringMatching(/^stock: [23] rows of earlier files had no effect/),
    cause: `First: A1 in ${files}, not known to be sent before the restore: Menge.`,
    fix: 'Export them again with all their cells.',
  });

  it('so held rows of a file of changes wait for release no more, and are told until they come again', async () => {
    await opened(changes);
    const [hold] = (await stocks('s2.csv', 'A1;0', 'A2;0')).held;
    await restored();
    expect(await room.catalog.held()).toEqual([]);
    const stale = { code: 'HOLD_STALE' };
    await expect(room.catalog.release(hold!.id, 'clerk')).rejects.toMatchObject(stale);
    expect((await stocks('s3.csv', 'A3;6')).sent).toEqual(['A3']);
    expect(await room.catalog.needsYou()).toMatchObject([lost('s2.csv')]);
    expect((await room.catalog.why('A1')).next).toContain('export it again');
    expect((await passOver()).calls).toEqual([]);
    await stocks('s4.csv', 'A1;4', 'A2;4');
    expect(await room.catalog.needsYou()).toEqual([]);
    const held = [{ id: (await stocks('s5.csv', 'A1;0', 'A2;0')).held[0]!.id }];
    // What is held since then waits as before, and nothing is told a second time.
    await room.restart();
    expect(await room.catalog.held()).toMatchObject(held);
    expect(await room.catalog.needsYou()).toHaveLength(1);
  });

  it('so are those of the file before it, and those that were not sent because the source was paused', async () => {
    await opened(changes);
    await stocks('s2.csv', 'A1;0', 'A2;0');
    await room.catalog.setPaused('stock', true, 'clerk');
    await stocks('s3.csv', 'A3;6');
    await restored();
    expect(await room.catalog.needsYou()).toMatchObject([lost('s2.csv')]);
    await room.catalog.setPaused('stock', false, 'clerk');
    expect((await stocks('s4.csv', 'A4;7')).sent).toEqual(['A4']);
    expect((await room.catalog.why('A3')).next).toContain('export it again');
    expect(await room.catalog.needsYou()).toMatchObject([lost('s2.csv')]);
  });

  it('so a file of changes that was copied before the backup, and not read, is read when it is there', async () => {
    await opened(changes);
    room.write('s2.csv', ['Nr;Menge', 'A1;0']);
    const text = readFileSync(path.join(room.shop.folder, 'out', 's2.csv'));
    const sha256 = createHash('sha256').update(text).digest('hex');
    const { store } = room.catalog;
    const copied = { source: 'stock', file: 's2.csv', sha256 };
    const run = store.runs.begin({ ...copied, started_at: 1 });
    store.sources.take({ ...copied, run });
    store.sources.set('stock', { run, plan: null, done: 0 });
    await restored();
    expect((await stocks('s2.csv', 'A1;0')).sent).toEqual(['A1']);
    const next = async (id: string) => (await room.catalog.why(id)).next;
    expect(await next('A1')).toMatch(/^It is sent once articles is read: [^:]+$/);
    expect(await next('A2')).toContain('What stock said of it before the restore is not sent: ');
  });

  it('so nobody is asked to release what was held of a whole file', async () => {
    await opened(whole);
    const { held } = await stocks('s2.csv', 'A1;0', 'A2;0', 'A3;0');
    expect(held).toHaveLength(1);
    await restored();
    const remedy =
      'Export these articles again: what was held before the restore cannot be released.';
    expect(await room.catalog.held()).toMatchObject([{ remedy, isUnreleasable: true }]);
    expect(await room.catalog.needsYou()).toMatchObject([{ fix: remedy }]);
  });

  it('so a refused file sends neither the one before it nor one that was not read before the backup', async () => {
    await opened(whole);
    const { sha256 } = room.catalog.store.runs.newest('stock')!;
    const refused = ['Nummer;Wort', 'A1;5'];
    await restored();
    expect(await passFile('s2.csv', refused)).toMatchObject({
      run: { isRefused: true },
      calls: [],
    });
    room.catalog.store.runs.begin({ source: 'stock', file: 's3.csv', sha256, started_at: 1 });
    await restored();
    expect(await passFile('s4.csv', refused)).toMatchObject({
      run: { isRefused: true },
      calls: [],
    });
  });

  it('so the same export is sent once more, whole, and then not again', async () => {
    await opened(whole);
    const rows = ['Nr;Name', ...ids.map((id) => `${id};Nagel`), 'B;Mutter'];
    expect((await passFile('a1.csv', rows)).sent).toEqual(['B']);
    await restored();
    const next = async (id: string) => (await room.catalog.why(id)).next;
    expect(await next('A1')).toMatch(
      /^It is sent once articles is read: .*, put the newest one back, or export again\. It is sent once stock is read: /,
    );
    const { sent, calls } = await passFile('a1.csv', rows);
    expect(sent).toEqual([...ids, 'B']);
    // What the stock source said before the backup may be wrong by now.
    expect(JSON.stringify(calls)).not.toContain('availableQty');
    expect(await next('A1')).toMatch(/^It is sent once stock is read: [^:]+$/);
    await room.catalog.setPaused('stock', true, 'clerk');
    expect(await next('A1')).toMatch(
      / stock is paused: it is sent after stockhand resume stock\.$/,
    );
    await room.catalog.setPaused('stock', false, 'clerk');
    // No stock of it was known.
    expect(await next('B')).toBe('Nothing: it is in step.');
    expect((await passOver()).calls).toEqual([]);
    // A whole file that was read since has said that it has no stock to tell.
    await stocks('s2.csv', ...ids.slice(1).map((id) => `${id};5`));
    expect(await next(ids[0]!)).toMatch(/^Nothing: it is in step; the newest st/);
  });

  it('so reconcile --fix sends neither its texts nor its stock', async () => {
    await opened(whole);
    await restored();
    const { sandbox } = room.market;
    await sandbox.control('PATCH', '/sandbox/products/A1', { name: 'Mutter' });
    await sandbox.control('PATCH', '/sandbox/products/A2', { availableQty: 4 });
    const since = await ledgerEnd(room.market);
    expect(await room.catalog.reconcile({ fix: true, quietMs: 5_000 })).toMatchObject({
      ...{ differences: 2, fixed: 0 },
    });
    expect(await callsSince(room.market, since)).toEqual([]);
  });

  it.each([
    ['of changes', changes, 'ITEM_GONE'],
    ['that keeps what it leaves out', whole, expect.objectContaining({ items: 0 })],
  ])('so retry does not send what was refused of a file %s', async (_, catalog, retried) => {
    await opened(catalog);
    room.post.intercept(() => refusal);
    const { run } = await stocks('s2.csv', 'A1;7', 'A2;5');
    expect(run?.rejected).toBe(1);
    room.post.intercept(undefined);
    await restored();
    await stocks('s3.csv', 'A3;6');
    const fix = expect.stringContaining('so retry does not send it');
    expect(await room.catalog.needsYou()).toMatchObject([{ fix }]);
    expect(await room.catalog.retry().catch(({ code }) => code)).toEqual(retried);
    expect((await passOver()).calls).toEqual([]);
  });
});
