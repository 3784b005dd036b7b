import { expect, it } from 'vitest';
import { reconcileText } from '../../../src/cli/reconcile-text.ts';
import { renewCatalog } from '../../../src/store/restored-catalog.ts';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

useRoom();

const sources = `  sources:
    - { name: articles, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

it('with fix says that it let go of what is gone there and only a stock file names, not that it sent it', async () => {
  await open(sources);
  const stock = { 'b.csv': ['Nr;Menge', 'A;5', 'B;7'] };
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'], ...stock });
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'] });
  await room.market.sandbox.control('POST', '/sandbox/products/B/unpublish');
  const since = await ledgerEnd(room.market);
  const report = await room.catalog.reconcile({ fix: true, quietMs: 5_000 });
  expect(await callsSince(room.market, since)).toEqual([]);
  expect(report).toMatchObject({ differences: 1, fixed: 0, over: 1, unsent: {} });
  expect(reconcileText(report)).toContain(
    '1 difference, 0 sent again. Forgotten: 1 missing there that no products export in use names.',
  );
  expect(await room.catalog.needsYou()).toEqual([]);
  expect(await room.catalog.reconcile({ fix: false, quietMs: 5_000 })).toMatchObject({
    differences: 0,
  });
});

it('never asks for a fix of what no export names, which no fix can send', async () => {
  await open(sources);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'] });
  const remedies = async (fix: boolean) => {
    told = reconcileText(await room.catalog.reconcile({ fix, quietMs: 5_000 }));
    return (await room.catalog.needsYou()).map((need) => need.fix);
  };
  let told = '';
  const byHand =
    'See them: stockhand reconcile. No export in use names 1 of them: put these right in the supplier portal, or export them again and then run stockhand reconcile --fix.';
  for (const id of ['A', 'B'])
    await room.market.sandbox.control('PATCH', `/sandbox/products/${id}`, { name: 'Portal' });
  const again = 'Send what was exported again: stockhand reconcile --fix';
  expect(await remedies(false)).toEqual([`${byHand} ${again}`]);
  const unnamed =
    'No export in use names 1 of them: put these right in the supplier portal, or export them again and then run stockhand reconcile --fix.';
  expect(told).toContain(`2 differences. ${unnamed} Send again: stockhand reconcile --fix`);
  for (const fix of [true, false]) expect(await remedies(fix)).toEqual([byHand]);
  expect(told.split('\n').at(-1)).toBe(`1 difference. ${unnamed}`);
  // With the same content the export alone sends nothing.
  expect((await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] })).calls).toEqual([]);
  await remedies(true);
  expect((await room.market.products()).map(({ name }) => name)).toEqual(['Nagel', 'Mutter']);
});

it('names the fix again once an import has put right what no export named', async () => {
  await open(sources);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'] });
  for (const id of ['A', 'B'])
    await room.market.sandbox.control('PATCH', `/sandbox/products/${id}`, { name: 'Portal' });
  await room.catalog.reconcile({ fix: false, quietMs: 5_000 });
  const told = async () => (await room.catalog.needsYou()).map(({ fix }) => fix);
  expect(await told()).toEqual([expect.stringContaining('No export in use names 1 of them')]);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter M6'] });
  expect(await told()).toEqual([
    'See them: stockhand reconcile. Send what was exported again: stockhand reconcile --fix',
  ]);
});

it('does not count what imports have put right since', async () => {
  await open(sources);
  const names = (nail: string) => ['Nr;Name', `A;${nail}`, 'B;Mutter'];
  const stock = (...of: readonly number[]) => ['Nr;Menge', `A;${of[0]}`, `B;${of[1]}`];
  await passOver({ 'n.csv': names('Nagel'), 'b.csv': stock(5, 7) });
  const { sandbox } = room.market;
  await sandbox.control('PATCH', '/sandbox/products/A', { name: 'Stift', availableQty: 4 });
  await sandbox.control('PATCH', '/sandbox/products/B', { availableQty: 6 });
  expect(await room.catalog.reconcile({ fix: false, quietMs: 5_000 })).toMatchObject({
    differences: 3,
  });
  const told = async () =>
    (await room.catalog.needsYou()).map(({ what, cause }) => [
      what.slice(0, what.indexOf(' between')),
      cause.slice(cause.indexOf(')') + 1),
    ]);
  expect(await told()).toEqual([['3 differences', '.']]);
  await passOver({ 'b.csv': stock(5, 8) });
  expect(await told()).toEqual([['2 differences', '; 1 of them put right by imports since.']]);
  await room.restart();
  await passOver({ 'n.csv': names('Nagel, lang'), 'b.csv': stock(6, 8) });
  expect(await told()).toEqual([]);
});

it('fault 34: counts a stock that a restore left unsure as wrong until it is confirmed again', async () => {
  await open(sources);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'], 'b.csv': ['Nr;Menge', 'A;5'] });
  await room.market.sandbox.control('PATCH', '/sandbox/products/A', { availableQty: 6 });
  await room.catalog.reconcile({ fix: false, quietMs: 5_000 });
  const told = async () =>
    (await room.catalog.needsYou()).filter(({ id }) => id === 'reconcile').map(({ what }) => what);
  const before = await told();
  expect(before).toEqual([expect.stringMatching(/^1 difference /)]);
  await room.catalog.stop();
  room.catalog.store.close();
  renewCatalog(room.shop.config.dataDir, { at: 1, text: 'restored' });
  await room.restart();
  expect(await told()).toEqual(before);
  await passOver({ 'b.csv': ['Nr;Menge', 'A;7'] });
  expect(await told()).toEqual([]);
});

it('fault 34: leaves what came back on sale after the backup to the next export, which hides it where it leaves it out', async () => {
  await open(`  vanished: hide\n${sources}`);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'] });
  await room.catalog.stop();
  room.catalog.store.close();
  renewCatalog(room.shop.config.dataDir, { at: 1, text: 'restored' });
  await room.market.sandbox.control('PATCH', '/sandbox/products/B', { isActive: true });
  await room.restart();
  const fix = () => room.catalog.reconcile({ fix: true, quietMs: 5_000 });
  // The export that nobody has read since may name it.
  expect(await fix()).toMatchObject({ differences: 1, fixed: 0 });
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel, lang'] });
  expect((await room.market.products()).at(-1)).toMatchObject({ name: 'Mutter', isActive: false });
  expect(await fix()).toMatchObject({ differences: 0 });
});

it('with fix repairs what an undo brought back, which no export in use names', async () => {
  await open(`  vanished: hide\n${sources}`);
  await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  const { runs } = await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'] });
  await undone(runs[0]?.run);
  await room.market.sandbox.control('PATCH', '/sandbox/products/B', { name: 'Schraube' });
  const fixed = await room.catalog.reconcile({ fix: true, quietMs: 5_000 });
  expect(fixed).toMatchObject({ differences: 1, fixed: 1 });
  expect((await room.market.products()).at(-1)).toMatchObject({ name: 'Mutter', isActive: true });
});
