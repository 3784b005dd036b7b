import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { FilesDeps } from '../../src/files/deps.ts';
import { busyTotalMs } from '../../src/files/limits.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import type { Outbox } from '../../src/files/publish.ts';
import { createOutbox } from '../../src/files/publish.ts';
import {
  crashingAt,
  createSleepClock,
  deps,
  failingAt,
  mounted,
  noMounts,
  online,
  reasonOf,
  systemError,
  temporaryFolder,
  tmpfs,
  unmounted,
} from './room.ts';

const name = '000000412-10231-0a1b2c3d.json';
const bytes = Buffer.from('{"orderId":10231}');
const nameOf = (sequence: number) => `${String(sequence).padStart(9, '0')}-1-00000000.json`;

async function claimed(with_: FilesDeps = deps): Promise<{ folder: string; outbox: Outbox }> {
  const folder = temporaryFolder();
  online(await claimOutbox(deps, { folder, newId: 'outbox-1' }));
  return { folder, outbox: createOutbox(with_, { folder, id: 'outbox-1' }) };
}

/** What the ERP sees: dot files are nothing to it. */
const visible = (folder: string) => readdirSync(folder).filter((each) => !each.startsWith('.'));

describe('claimOutbox', () => {
  it('sets the marker once and finds it at every later start', async () => {
    const folder = temporaryFolder();
    expect(await claimOutbox(deps, { folder, newId: 'first' })).toEqual({ id: 'first' });
    expect(await claimOutbox(deps, { folder, newId: 'second' })).toEqual({ id: 'first' });
    const again = { folder, newId: 'third', expectedId: 'first' };
    expect(await claimOutbox(deps, again)).toEqual({ id: 'first' });
    expect(readFileSync(join(folder, '.stockhand', 'marker'), 'utf8')).toMatch(/^first\n/);
    expect(readdirSync(folder)).toEqual(['.stockhand']);
  });

  it('sets the marker anew that a power cut left empty', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.stockhand'));
    writeFileSync(join(folder, '.stockhand', 'marker'), '');
    writeFileSync(join(folder, '.stockhand', 'marker.new'), 'ha');
    expect(await claimOutbox(deps, { folder, newId: 'first' })).toEqual({ id: 'first' });
    expect(await claimOutbox(deps, { folder, newId: 'second' })).toEqual({ id: 'first' });
  });

  it('fault 135: a start with an empty mount point writes no marker and is told how to go on', async () => {
    const folder = temporaryFolder();
    const claim = await claimOutbox(deps, { folder, newId: 'new', expectedId: 'known' });
    expect(claim).toEqual({
      offline: {
        reason: 'noMarker',
        sentence: `outbox offline: ${folder} has no marker file .stockhand/marker: the share is not mounted or the folder was emptied.`,
        remedy:
          'Mount the share again; if the folder was replaced on purpose, write known into that file.',
      },
    });
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, '.stockhand'));
    writeFileSync(join(folder, '.stockhand', 'marker'), 'known');
    const told = await claimOutbox(deps, { folder, newId: 'new', expectedId: 'known' });
    expect(told).toEqual({ id: 'known' });
  });

  it('fault 81: a linked outbox, or a linked staging folder, is refused', async () => {
    const [real, place] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(real, join(place, 'orders'));
    const linked = await claimOutbox(deps, { folder: join(place, 'orders'), newId: 'x' });
    expect(reasonOf(linked)).toBe('symlink');
    symlinkSync(place, join(real, '.stockhand'));
    expect(reasonOf(await claimOutbox(deps, { folder: real, newId: 'x' }))).toBe('symlink');
    expect(readdirSync(place)).toEqual(['orders']);
  });

  it('fault 81: a staging folder on another volume is refused', async ({ skip }) => {
    const folder = temporaryFolder();
    const staging = join(folder, '.stockhand');
    mkdirSync(staging);
    skip(!mounted(staging, tmpfs), noMounts);
    const claim = await claimOutbox(deps, { folder, newId: 'x' });
    expect(claim).toMatchObject({
      offline: {
        reason: 'otherDevice',
        remedy: expect.stringContaining('Unmount what is mounted inside the folder'),
      },
    });
  });

  it('fault 81: a bind mount of the same volume is refused, too', async ({ skip }) => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const staging = join(folder, '.stockhand');
    mkdirSync(staging);
    skip(!mounted(staging, ['--bind', elsewhere]), noMounts);
    expect(reasonOf(await claimOutbox(deps, { folder, newId: 'x' }))).toBe('otherDevice');
  });

  it('says what is wrong with a folder that is missing or a file', async () => {
    const folder = temporaryFolder();
    const missing = await claimOutbox(deps, { folder: join(folder, 'no'), newId: 'x' });
    expect(missing).toMatchObject({
      offline: { reason: 'missing', sentence: `outbox offline: ${folder}/no does not exist.` },
    });
    writeFileSync(join(folder, 'file'), '');
    const file = await claimOutbox(deps, { folder: join(folder, 'file'), newId: 'x' });
    expect(reasonOf(file)).toBe('notAFolder');
  });
});

describe('createOutbox', () => {
  it('lets a staged file appear by a rename, whole', async () => {
    const { folder, outbox } = await claimed();
    expect(await outbox.stage(name, bytes)).toEqual({ staged: true });
    expect(visible(folder)).toEqual([]);
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    expect(await outbox.publish(name)).toEqual({ published: true });
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect(await outbox.isThere(name)).toEqual({ there: true });
  });

  it('stages no second time over a file that is staged, and does after it was discarded', async () => {
    const { outbox } = await claimed();
    online(await outbox.stage(name, Buffer.from('half')));
    expect(await outbox.stage(name, bytes)).toEqual({ exists: true });
    expect(await outbox.discard(name)).toEqual({ discarded: true });
    expect(await outbox.discard(name)).toEqual({ discarded: true });
    expect(await outbox.stage(name, bytes)).toEqual({ staged: true });
  });

  it('publishes a hundred files with one sync at the end', async () => {
    const { folder, outbox } = await claimed();
    const names = Array.from({ length: 100 }, (_, at) => nameOf(at));
    for (const each of names) online(await outbox.stage(each, bytes, 'later'));
    expect(await outbox.syncFolder()).toEqual({ synced: true });
    for (const each of names) online(await outbox.publish(each, 'later'));
    expect(await outbox.syncFolder()).toEqual({ synced: true });
    expect(visible(folder).sort()).toEqual(names);
  });

  it('writes an empty file and one of several slices', async () => {
    const { folder, outbox } = await claimed();
    const large = Buffer.alloc(2_500_000, 'Lieferadresse');
    for (const [at, content] of [Buffer.alloc(0), large].entries()) {
      online(await outbox.stage(nameOf(at), content));
      online(await outbox.publish(nameOf(at)));
      expect(readFileSync(join(folder, nameOf(at))).equals(content)).toBe(true);
    }
  });

  it('fault 76: refuses every other name, before the disk is touched', async () => {
    const { folder, outbox } = await claimed();
    for (const wrong of ['../x.json', 'CON', `${name}.`, '']) {
      await expect(outbox.stage(wrong, bytes)).rejects.toThrow('is no name of an order file');
      await expect(outbox.publish(wrong)).rejects.toThrow('is no name of an order file');
    }
    expect(visible(folder)).toEqual([]);
  });

  it('lists what the ERP has not taken, and what it acknowledged', async () => {
    const { folder, outbox } = await claimed();
    for (const each of [nameOf(2), nameOf(1), `${nameOf(1)}.ack`, 'notes.txt', 'x.ack']) {
      writeFileSync(join(folder, each), '');
    }
    expect(await outbox.list()).toEqual({
      names: [nameOf(1), nameOf(2)],
      acknowledged: [nameOf(1)],
    });
  });

  it('fault 77: a name that holds other bytes is never overwritten', async () => {
    const { folder, outbox } = await claimed();
    writeFileSync(join(folder, name), '{"orderId":99999}');
    online(await outbox.stage(name, bytes));
    expect(await outbox.publish(name)).toEqual({ published: false, because: 'otherBytes' });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('{"orderId":99999}');
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    rmSync(join(folder, name));
    symlinkSync('/etc/hostname', join(folder, name));
    expect(await outbox.publish(name)).toEqual({ published: false, because: 'otherBytes' });
  });

  it('fault 77: a name that holds the same bytes counts as written', async () => {
    const { folder, outbox } = await claimed();
    writeFileSync(join(folder, name), bytes);
    online(await outbox.stage(name, bytes));
    expect(await outbox.publish(name)).toEqual({ published: false, because: 'equalBytes' });
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
  });

  it('fault 74: a reader in a tight loop never sees a short file', async () => {
    const { folder, outbox } = await claimed();
    const content = Buffer.alloc(200_000, 'x');
    const reader = new Worker(tightReader, {
      eval: true,
      workerData: { folder, size: content.length },
    });
    await new Promise((resolve) => reader.once('online', resolve));
    for (let sequence = 0; sequence < 200; sequence += 1) {
      online(await outbox.stage(nameOf(sequence), content, 'later'));
      online(await outbox.publish(nameOf(sequence), 'later'));
    }
    const seen = await new Promise<{ opens: number; files: number; short: string[] }>((resolve) => {
      reader.once('message', resolve);
      reader.postMessage('stop');
    });
    await reader.terminate();
    expect(seen.short).toEqual([]);
    expect(seen.files).toBe(200);
    expect(seen.opens).toBeGreaterThan(200);
  });
});

/** Plain JavaScript, because a worker starts without the transformer. Opens every order file as soon as it is listed. */
const tightReader = `
  const { parentPort, workerData: { folder, size } } = require('node:worker_threads');
  const { readdirSync, readFileSync } = require('node:fs');
  let stop = false, opens = 0;
  const short = [], files = new Set();
  parentPort.on('message', () => { stop = true; });
  (function loop() {
    for (const name of readdirSync(folder).filter((each) => !each.startsWith('.')).slice(-5)) {
      opens += 1;
      files.add(name);
      if (readFileSync(folder + '/' + name).length !== size) short.push(name);
    }
    if (!stop) return setImmediate(loop);
    for (const name of readdirSync(folder)) if (!name.startsWith('.')) files.add(name);
    parentPort.postMessage({ opens, files: files.size, short });
  })();
`;

describe('a crash', () => {
  class Crash extends Error {}

  /** One order the way the order side writes it: true when its row would say WRITTEN. */
  async function write(outbox: Outbox): Promise<void> {
    if ('exists' in online(await outbox.stage(name, bytes))) {
      online(await outbox.discard(name));
      online(await outbox.stage(name, bytes));
    }
    online(await outbox.publish(name));
  }

  it('fault 75: after a crash at any call the file appears once, also when the ERP took it at once', async () => {
    const counting = failingAt(0, new Crash());
    const first = await claimed(counting.deps);
    await write(first.outbox);
    expect(counting.calls()).toBeGreaterThan(15);

    for (let number = 1; number <= counting.calls(); number += 1) {
      const { folder, outbox } = await claimed(crashingAt(number, new Crash()).deps);
      let staged = false;
      const committing: Outbox = {
        ...outbox,
        async stage(...file) {
          const result = await outbox.stage(...file);
          staged = 'staged' in result;
          return result;
        },
      };
      // A failing close is no failure: then there is no crash at this call.
      await write(committing).catch((cause) => expect(cause).toBeInstanceOf(Crash));
      // The ERP takes at once what it sees.
      const taken = visible(folder);
      for (const each of taken) renameSync(join(folder, each), join(folder, `.taken-${each}`));

      const restarted = createOutbox(deps, { folder, id: 'outbox-1' });
      if (!staged) await write(restarted);
      else await restarted.publish(name);
      const after = visible(folder);
      expect([...taken, ...after], `crash at call ${number}`).toEqual([name]);
      const where = taken.length === 1 ? `.taken-${name}` : name;
      expect(readFileSync(join(folder, where)).equals(bytes)).toBe(true);
    }
  });

  it('fault 78: whichever call the disk refuses, the version stays and is written later', async () => {
    const counting = failingAt(0, systemError('ENOSPC'));
    await write((await claimed(counting.deps)).outbox);
    for (const code of ['ENOSPC', 'EACCES', 'EROFS', 'ENAMETOOLONG', 'EIO']) {
      for (let number = 1; number <= counting.calls(); number += 1) {
        const { folder, outbox } = await claimed(failingAt(number, systemError(code)).deps);
        const staged = await outbox.stage(name, bytes);
        const published = reasonOf(staged) === undefined ? await outbox.publish(name) : staged;
        if (reasonOf(published) !== undefined) {
          expect(published).toMatchObject({
            offline: { sentence: expect.stringMatching(/^outbox offline: .+\.$/) },
          });
        }
        const healed = createOutbox(deps, { folder, id: 'outbox-1' });
        const { staged: stands } = online(await healed.isStaged(name));
        if (!stands && visible(folder).length === 0) online(await healed.stage(name, bytes));
        online(await healed.publish(name));
        expect(visible(folder)).toEqual([name]);
        expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
      }
    }
  });
});

describe('an outbox that is not there', () => {
  it('fault 135: nothing counts as taken when another folder is mounted over 500 files', async ({
    skip,
  }) => {
    const { folder, outbox } = await claimed();
    for (let at = 0; at < 500; at += 1) writeFileSync(join(folder, nameOf(at)), bytes);
    online(await outbox.stage(name, bytes));
    skip(!mounted(folder, tmpfs), noMounts);
    const answers = [
      await outbox.list(),
      await outbox.isThere(nameOf(1)),
      await outbox.isStaged(name),
      await outbox.stage(name, bytes),
      await outbox.publish(name),
      await outbox.discard(name),
      await outbox.syncFolder(),
    ];
    for (const answer of answers) expect(reasonOf(answer)).toBe('noMarker');
    expect(readdirSync(folder)).toEqual([]);
    unmounted(folder);
    expect(online(await outbox.list()).names).toHaveLength(500);
    expect(await outbox.publish(name)).toEqual({ published: true });
  });

  it('fault 135: a folder that was emptied, removed or replaced is offline and not acknowledged', async () => {
    const { folder, outbox } = await claimed();
    online(await outbox.stage(name, bytes));
    online(await outbox.publish(name));
    const other = (await claimed()).folder;
    writeFileSync(join(other, '.stockhand', 'marker'), 'outbox-2\n');
    rmSync(folder, { recursive: true });
    expect(reasonOf(await outbox.isThere(name))).toBe('noMarker');
    expect(reasonOf(await outbox.list())).toBe('missing');
    mkdirSync(folder);
    expect(reasonOf(await outbox.isThere(name))).toBe('noMarker');
    rmSync(folder, { recursive: true });
    renameSync(other, folder);
    expect(reasonOf(await outbox.isThere(name))).toBe('otherFolder');
    expect(reasonOf(await outbox.publish(name))).toBe('otherFolder');
  });

  it('fault 30: a full outbox shows no half file and goes on when space returns', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    skip(!mounted(folder, tmpfs), noMounts);
    online(await claimOutbox(deps, { folder, newId: 'outbox-1' }));
    const outbox = createOutbox(deps, { folder, id: 'outbox-1' });
    writeFileSync(join(folder, '.filler'), Buffer.alloc(200_000));
    const large = Buffer.alloc(100_000, 'x');
    expect(reasonOf(await outbox.stage(name, large))).toBe('full');
    expect(visible(folder)).toEqual([]);
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
    rmSync(join(folder, '.filler'));
    expect(await outbox.stage(name, large)).toEqual({ staged: true });
    expect(await outbox.publish(name)).toEqual({ published: true });
  });

  it('fault 31: a folder that becomes read-only keeps the staged file for later', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    skip(!mounted(folder, tmpfs), noMounts);
    online(await claimOutbox(deps, { folder, newId: 'outbox-1' }));
    const outbox = createOutbox(deps, { folder, id: 'outbox-1' });
    online(await outbox.stage(name, bytes));
    expect(mounted(folder, ['-o', 'remount,ro'])).toBe(true);
    expect(reasonOf(await outbox.publish(name))).toBe('readOnly');
    expect(reasonOf(await outbox.stage(nameOf(1), bytes))).toBe('readOnly');
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    expect(mounted(folder, ['-o', 'remount,rw'])).toBe(true);
    expect(await outbox.publish(name)).toEqual({ published: true });
  });
});

describe('a file that another program holds', () => {
  const { clock, sleeps } = createSleepClock();
  const refusing = (code: string, times: number): FilesDeps => {
    let refusals = 0;
    return {
      ...deps,
      clock,
      windows: true,
      async rename(from, to) {
        refusals += 1;
        if (refusals <= times) throw systemError(code);
        return deps.rename(from, to);
      },
    };
  };

  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'fault 38: %s is waited out on Windows, from 10 to 250 ms apart',
    async (code) => {
      sleeps.length = 0;
      const { folder, outbox } = await claimed(refusing(code, 7));
      online(await outbox.stage(name, bytes));
      expect(await outbox.publish(name)).toEqual({ published: true });
      expect(sleeps).toEqual([10, 20, 40, 80, 160, 250, 250]);
      expect(existsSync(join(folder, name))).toBe(true);
    },
  );

  it('fault 38: after ten seconds a person is told which exclusion to set, and the file stays staged', async () => {
    sleeps.length = 0;
    const { outbox } = await claimed(refusing('EBUSY', 1_000_000));
    online(await outbox.stage(name, bytes));
    const held = await outbox.publish(name);
    expect(held).toMatchObject({
      offline: { reason: 'busy', remedy: expect.stringContaining('virus scanner') },
    });
    expect(sleeps.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(busyTotalMs);
    expect(sleeps.length).toBeLessThan(60);
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
  });

  it('does not wait elsewhere for a right that is missing', async () => {
    sleeps.length = 0;
    const { outbox } = await claimed({ ...refusing('EACCES', 1), windows: false });
    online(await outbox.stage(name, bytes));
    expect(reasonOf(await outbox.publish(name))).toBe('denied');
    expect(sleeps).toEqual([]);
  });

  it('takes a rename whose answer got lost for done', async () => {
    const { folder, outbox } = await claimed({
      ...deps,
      async rename(from, to) {
        await deps.rename(from, to);
        throw systemError('EBUSY');
      },
    });
    online(await outbox.stage(name, bytes));
    expect(await outbox.publish(name)).toEqual({ published: true });
    expect(visible(folder)).toEqual([name]);
  });
});
