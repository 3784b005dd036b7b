import { describe, expect, it } from 'vitest';
import { reconcileText } from '../../../src/cli/reconcile-text.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const source = `{ name: articles, folder: ./out, files: "artikel.csv", ${dialect}, empty: keep, mapping: { externalId: Nr, name: Name, isActive: { column: Aktiv, translate: { J: true, N: false } } } }`;

const texts = `
    - { name: texts, folder: ./out, files: "texte.csv", ${dialect}, mapping: { externalId: Nr, description: Text } }`;

useRoom();

const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `A${n}`);
const setActive = (externalId: string, isActive: boolean) =>
  room.market.sandbox.control('PATCH', `/sandbox/products/${externalId}`, { isActive });
const reconcile = (fix = false) => room.catalog.reconcile({ fix, quietMs: 5_000 });

/** A2 is blocked by the ERP. */
async function exported(named = ids, activeCell = 'J'): Promise<void> {
  const rows = named.map((id) => `${id};Ding ${id};${id === 'A2' ? 'N' : activeCell}`);
  room.write('artikel.csv', ['Nr;Name;Aktiv', ...rows]);
  await room.pass();
}

const activeThere = async (externalId: string) =>
  (await room.market.products()).find((one) => one.externalId === externalId)?.isActive;

describe('the status of the list', () => {
  it('shows what was blocked by the ERP and is on sale again, and fix blocks it', async () => {
    await open(`  sources:\n    - ${source}`);
    await exported();
    expect(await reconcile()).toMatchObject({
      differences: 0,
      classes: { otherStatus: { count: 0 } },
    });
    await setActive('A2', true);
    const found = await reconcile();
    expect(found).toMatchObject({ differences: 1, classes: { edited: { count: 1 } } });
    expect(reconcileText(found)).toContain('A2 differs in isActive');
    expect(await reconcile(true)).toMatchObject({ fixed: 1 });
    expect(await activeThere('A2')).toBe(false);
    expect((await reconcile()).differences).toBe(0);
  });

  it('is reported and left alone where the marketplace may have hidden an article itself', async () => {
    await open(`  sources:\n    - ${source}`);
    await exported();
    await setActive('A1', false);
    const since = await ledgerEnd(room.market);
    const found = await reconcile(true);
    expect(found).toMatchObject({ differences: 0, classes: { otherStatus: { count: 1 } } });
    expect(reconcileText(found)).toContain('A1 has the status INACTIVE');
    expect(await callsSince(room.market, since)).toEqual([]);
  });

  it('shows what was hidden because no export named it; hidden once more, it comes back with the export', async () => {
    await open(`  vanished: hide\n  sources:\n    - ${source}`);
    await exported();
    await exported(ids.slice(0, 8));
    expect(await activeThere('A9')).toBe(false);
    await setActive('A9', true);
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1 });
    expect(await activeThere('A9')).toBe(false);
    await exported(ids, '');
    expect(await activeThere('A9')).toBe(true);
  });

  it('hidden once more, it comes back with the export beside a source that named it all the time', async () => {
    await open(`  vanished: hide\n  sources:\n    - ${source}${texts}`);
    room.write('texte.csv', ['Nr;Text', 'A9;Lang']);
    await exported();
    await exported(ids.slice(0, 8));
    await room.market.sandbox.control('PATCH', '/sandbox/products/A9', { name: 'Portal' });
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1 });
    expect(await activeThere('A9')).toBe(false);
    await exported(ids, '');
    expect(await activeThere('A9')).toBe(true);
  });

  it('is compared with the first export of what was taken over', async () => {
    await open(`  sources:\n    - ${source}`);
    await room.market.sandbox.control('POST', '/sandbox/products', { count: 3, prefix: 'A' });
    for (const id of ids.slice(0, 3))
      await room.market.sandbox.control('PATCH', `/sandbox/products/${id}`, { name: `Ding ${id}` });
    await room.catalog.adopt();
    const since = await ledgerEnd(room.market);
    await exported(ids.slice(0, 3));
    expect(await callsSince(room.market, since)).toMatchObject([
      ['upsert', { externalId: 'A2', isActive: false }],
    ]);
  });
});
