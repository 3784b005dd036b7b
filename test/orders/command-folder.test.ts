import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offline } from '../../src/files/offline.ts';
import type { IgnoredName } from '../../src/files/scan.ts';
import { observe } from '../../src/files/stable.ts';
import { type CommandFolderDeps, createCommandFolder } from '../../src/orders/command-folder.ts';
import { openWritten } from './open-world.ts';

const quietMs = 2_000;

/** One file in the folder of commands, and a clock that stands still between the looks. */
function openFolder(ignored: readonly IgnoredName[] = [], name = 'accept.csv') {
  const world = { nowMs: 0, size: 0 };
  const entry = () => ({
    ...{ name, size: world.size, mtimeMs: 1, ctimeMs: 1, dev: '1', ino: '1' },
  });
  const deps = {
    clock: { monotonic: () => world.nowMs },
    files: {
      scan: async () => ({ entries: [entry()], ignored, identity: { dev: '1', ino: '2' } }),
      observe,
      ignoreCase: false,
    },
    store: {
      commandFiles: { openFiles: () => [] },
      sightings: { names: () => ['accept.csv'], keep: () => undefined },
      acknowledgements: { knowledge: () => undefined },
    },
  } as unknown as CommandFolderDeps;
  const folder = createCommandFolder(deps, { folder: 'commands', quietMs });
  async function look(atMs: number, size: number) {
    Object.assign(world, { nowMs: atMs, size });
    const seen = await folder.look();
    if ('offline' in seen) throw new Error('the folder is there');
    return { taken: seen.stable.length, resting: seen.resting, nextLookAtMs: seen.nextLookAtMs };
  }
  const unfinished = async (atMs: number) => {
    world.nowMs = atMs;
    const seen = await folder.look();
    return 'offline' in seen ? undefined : seen.unfinished;
  };
  return { look, unfinished };
}

describe('the folder of commands', () => {
  it('fault 84: gives a writer that stopped where a buffer was full five times the quiet time', async () => {
    const { look } = openFolder();
    await look(0, 4_096);
    expect(await look(2_000, 4_096)).toEqual({ taken: 0, resting: 1, nextLookAtMs: 10_000 });
    expect(await look(9_999, 4_096)).toMatchObject({ taken: 0 });
    // It goes on, and ends within a block.
    expect(await look(9_999, 5_000)).toEqual({ taken: 0, resting: 1, nextLookAtMs: 11_999 });
    expect(await look(11_999, 5_000)).toEqual({ taken: 1, resting: 0, nextLookAtMs: undefined });
  });

  it('fault 84: takes a whole file of such a size when it has rested for so long', async () => {
    const { look } = openFolder();
    await look(0, 512);
    expect(await look(9_999, 512)).toMatchObject({ taken: 0 });
    expect(await look(10_000, 512)).toMatchObject({ taken: 1, resting: 0 });
  });

  it('takes a file of any other size after the quiet time', async () => {
    const { look } = openFolder();
    await look(0, 513);
    expect(await look(2_000, 513)).toMatchObject({ taken: 1 });
  });

  it('names what still has the name of an unfinished file after ten minutes', async () => {
    const named = ['~$accept.xlsx', '.accept.csv', 'accept.csv.tmp', 'x.part'];
    const { unfinished } = openFolder(named.map((name) => ({ name, why: 'temporary' })));
    expect(await unfinished(0)).toEqual([]);
    expect(await unfinished(599_999)).toEqual([]);
    expect(await unfinished(600_000)).toEqual(['accept.csv.tmp', 'x.part']);
  });

  it.each(['accept.csv~', 'accept.BAK'])('names the copy %s of an editor as well', async (name) => {
    const { look, unfinished } = openFolder([], name);
    await look(0, 513);
    expect(await look(2_000, 513)).toMatchObject({ taken: 0, resting: 0 });
    expect(await unfinished(600_000)).toEqual([name]);
  });

  it('fault 82: carries out no copy that an editor keeps of a command file', async () => {
    const world = await openWritten();
    for (const name of ['accept.csv~', 'accept.bak'])
      fs.writeFileSync(path.join(world.commandFolder, name), 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(fs.readdirSync(world.commandFolder).sort()).toEqual(['accept.bak', 'accept.csv~']);
  });

  it('fault 15: follows no link among the command files, and says so', async () => {
    const world = await openWritten();
    const elsewhere = path.join(world.folder, 'elsewhere.csv');
    fs.writeFileSync(elsewhere, 'orderNumber,action\nN-1,accept\n');
    const link = path.join(world.commandFolder, 'accept.csv');
    fs.symlinkSync(elsewhere, link);
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.flow.needsYou()).toMatchObject([
      { id: 'COMMAND_FILE_STRAY accept.csv', effect: 'Its commands are not carried out.' },
    ]);
    fs.unlinkSync(link);
    fs.renameSync(elsewhere, link);
    await world.pass();
    expect(world.flow.needsYou()).toEqual([]);
    expect(world.market.effects()).toHaveLength(1);
  });

  it('takes the folders of what is through for no commands, where they are links to another volume', async () => {
    const world = await openWritten();
    for (const name of ['done', 'error']) {
      const elsewhere = path.join(world.folder, `archive of ${name}`);
      fs.mkdirSync(elsewhere);
      fs.symlinkSync(elsewhere, path.join(world.commandFolder, name));
    }
    await world.pass();
    expect(world.flow.needsYou()).toEqual([]);
  });
});

it('fault 16: a command file in a share that was away while its row ended is not taken for dropped again', async () => {
  const world = await openWritten();
  const away = `${world.commandFolder}-away`;
  world.deps = ({ sender }) => ({
    sender: {
      ...sender,
      send(mutation, signal) {
        fs.renameSync(world.commandFolder, away);
        return sender.send(mutation, signal);
      },
    },
  });
  world.market.sendFaults = [{ status: 422, type: 'CREDIT_HOLD' }];
  world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
  await world.pass();
  expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ code: 'CREDIT_HOLD' }]);
  fs.renameSync(away, world.commandFolder);
  world.deps = () => ({});
  await world.pass();
  expect(world.market.sent).toHaveLength(1);
  expect(world.names(world.receiptFolder)).toEqual(['accept.csv.receipt.csv']);
  expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['accept.csv']);
});

it('fault 16: nor is one whose share goes away between the look and the move, and shows an empty mount point', async () => {
  const world = await openWritten();
  const away = `${world.commandFolder}-away`;
  world.deps = ({ files }) => ({
    files: {
      ...files,
      moveFile(request) {
        if (!fs.existsSync(away)) {
          fs.renameSync(world.commandFolder, away);
          fs.mkdirSync(world.commandFolder);
        }
        return files.moveFile(request);
      },
    },
  });
  world.market.sendFaults = [{ status: 422, type: 'CREDIT_HOLD' }];
  world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
  await world.passUntil('the share is away', () => fs.existsSync(away));
  fs.rmdirSync(world.commandFolder);
  fs.renameSync(away, world.commandFolder);
  world.deps = () => ({});
  await world.pass();
  expect(world.market.sent).toHaveLength(1);
  expect(world.names(world.receiptFolder)).toEqual(['accept.csv.receipt.csv']);
  expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['accept.csv']);
});

it('invariant I15: a command file that another account keeps for itself holds up no other, and a person is told', async () => {
  const world = await openWritten();
  const sentence = 'a.csv may not be used.';
  world.deps = ({ files }) => ({
    files: {
      ...files,
      readWhole: async (request) =>
        request.file.name === 'a.csv'
          ? offline('denied', sentence, 'Give the right to read it.')
          : files.readWhole(request),
    },
  });
  world.drop('a.csv', 'orderNumber,action\nN-2,accept\n');
  world.drop('b.csv', 'orderNumber,action\nN-1,accept\n');
  await world.pass();
  expect(world.receipt('b.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  expect(world.flow.needsYou()).toMatchObject([
    { id: 'COMMAND_FILE_UNREADABLE a.csv', cause: sentence, fix: 'Give the right to read it.' },
  ]);
});

it('tells the commands that are refused as soon as their file is read: once a file, with the first of them', async () => {
  const world = await openWritten();
  world.drop('a.csv', 'orderNumber,action\n,accept\nN-1,reject\nN-1,accept\n');
  world.drop('b.csv', 'id,action\n1,accept\n');
  world.drop('c.csv', 'x'.repeat(33_554_433));
  await world.pass();
  expect(world.receipt('c.csv.receipt.csv')[0]?.message).toBe(
    'c.csv: is 33554433 bytes large; at most 33554432 are read. Split it into several files, and put them into the folder.',
  );
  const told = world.store.log.events(20).map(({ text }) => text);
  expect(told).toContain('a.csv: 2 commands refused, first row 2 (COMMAND_ORDER_MISSING)');
  expect(told).toContain('b.csv: refused (COMMAND_FILE_UNREADABLE)');
});
