import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FilesDeps } from '../../src/files/deps.ts';
import { busyTotalMs } from '../../src/files/limits.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import { createOutbox, type Outbox } from '../../src/files/publish.ts';
import { temporaryFolder } from '../support/folder.ts';
import { bytes, claimed, file, filesOf, name, nameOf, visible } from './outbox-room.ts';
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
  tmpfs,
  unmounted,
} from './room.ts';

describe('a crash', () => {
  class Crash extends Error {}

  /** One order the way the order side writes it: true when its row would say WRITTEN. */
  async function write(outbox: Outbox): Promise<void> {
    online(await outbox.stage([file]));
    online(await outbox.publish([name], ['412 of it']));
  }

  it('fault 75: after a crash at any call the file appears once, also when the ERP took it at once', async () => {
    const counting = failingAt(0, new Crash());
    const first = await claimed(counting.deps);
    await write(first.outbox);
    expect(counting.calls()).toBeGreaterThan(20);

    for (let number = 1; number <= counting.calls(); number += 1) {
      const { folder, outbox } = await claimed(crashingAt(number, new Crash()).deps);
      let staged = false;
      const committing: Outbox = {
        ...outbox,
        async stage(files) {
          const result = await outbox.stage(files);
          staged = 'staged' in result && result.staged === 1;
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
      else await restarted.publish([name]);
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
        const staged = await outbox.stage([file]);
        const published = reasonOf(staged) === undefined ? await outbox.publish([name]) : staged;
        if (reasonOf(published) !== undefined) {
          expect(published).toMatchObject({
            offline: { sentence: expect.stringMatching(/^outbox offline: .+\.$/) },
          });
        }
        const healed = createOutbox(deps, { folder, id: 'outbox-1' });
        const { staged: stands } = online(await healed.isStaged(name));
        if (!stands && visible(folder).length === 0) online(await healed.stage([file]));
        online(await healed.publish([name]));
        expect(visible(folder)).toEqual([name]);
        expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
      }
    }
  });
});

/** An outbox on a small disk of its own; skips where nothing may be mounted. */
async function claimedDisk(skip: (condition: boolean, note: string) => void) {
  const folder = temporaryFolder();
  skip(!mounted(folder, tmpfs), noMounts);
  online(await claimOutbox(deps, { folder, known: {}, newId: 'outbox-1' }));
  return { folder, outbox: createOutbox(deps, { folder, id: 'outbox-1' }) };
}

describe('an outbox that is not there', () => {
  it('fault 135: nothing counts as taken when another folder is mounted over 500 files', async ({
    skip,
  }) => {
    const { folder, outbox } = await claimed();
    for (let at = 0; at < 500; at += 1) writeFileSync(join(folder, nameOf(at)), bytes);
    online(await outbox.stage([file]));
    skip(!mounted(folder, tmpfs), noMounts);
    const answers = [
      await outbox.list(),
      await outbox.isStaged(name),
      await outbox.stage([file]),
      await outbox.publish([name]),
    ];
    for (const answer of answers) expect(reasonOf(answer)).toBe('noMarker');
    expect(readdirSync(folder)).toEqual([]);
    unmounted(folder);
    expect(online(await outbox.list()).names).toHaveLength(500);
    expect(await outbox.publish([name])).toEqual({ published: ['published'] });
  });

  it('fault 135: a folder that was emptied, removed or replaced is offline and not acknowledged', async () => {
    const { folder, outbox } = await claimed();
    online(await outbox.stage([file]));
    online(await outbox.publish([name]));
    const other = (await claimed()).folder;
    writeFileSync(join(other, '.stockhand', 'marker'), 'outbox-2\n');
    rmSync(folder, { recursive: true });
    expect(reasonOf(await outbox.isStaged(name))).toBe('noMarker');
    expect(reasonOf(await outbox.list())).toBe('missing');
    mkdirSync(folder);
    expect(reasonOf(await outbox.isStaged(name))).toBe('noMarker');
    rmSync(folder, { recursive: true });
    renameSync(other, folder);
    expect(reasonOf(await outbox.isStaged(name))).toBe('otherFolder');
    expect(reasonOf(await outbox.publish([name]))).toBe('otherFolder');
  });

  it('fault 30: a full outbox shows no half file and goes on when space returns', async ({
    skip,
  }) => {
    const { folder, outbox } = await claimedDisk(skip);
    writeFileSync(join(folder, '.filler'), Buffer.alloc(200_000));
    const large = Buffer.alloc(100_000, 'x');
    expect(reasonOf(await outbox.stage([{ name, bytes: large }]))).toBe('full');
    expect(visible(folder)).toEqual([]);
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
    rmSync(join(folder, '.filler'));
    expect(await outbox.stage([{ name, bytes: large }])).toEqual({ staged: 1 });
    expect(await outbox.publish([name])).toEqual({ published: ['published'] });
  });

  it('fault 31: a folder that becomes read-only keeps the staged file for later', async ({
    skip,
  }) => {
    const { folder, outbox } = await claimedDisk(skip);
    online(await outbox.stage([file]));
    expect(mounted(folder, ['-o', 'remount,ro'])).toBe(true);
    expect(reasonOf(await outbox.publish([name]))).toBe('readOnly');
    expect(reasonOf(await outbox.stage(filesOf([nameOf(1)])))).toBe('readOnly');
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    expect(mounted(folder, ['-o', 'remount,rw'])).toBe(true);
    expect(await outbox.publish([name])).toEqual({ published: ['published'] });
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
      direct: {
        ...deps.direct,
        rename(from, to) {
          refusals += 1;
          if (refusals <= times) throw systemError(code);
          deps.direct.rename(from, to);
        },
      },
    };
  };

  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'fault 38: %s is waited out on Windows, from 10 to 250 ms apart',
    async (code) => {
      sleeps.length = 0;
      const { folder, outbox } = await claimed(refusing(code, 7));
      online(await outbox.stage([file]));
      expect(await outbox.publish([name])).toEqual({ published: ['published'] });
      expect(sleeps).toEqual([10, 20, 40, 80, 160, 250, 250]);
      expect(existsSync(join(folder, name))).toBe(true);
    },
  );

  it('fault 38: after ten seconds a person is told which exclusion to set, and the file stays staged', async () => {
    sleeps.length = 0;
    const { outbox } = await claimed(refusing('EBUSY', 1_000_000));
    online(await outbox.stage([file]));
    const held = await outbox.publish([name]);
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
    online(await outbox.stage([file]));
    expect(reasonOf(await outbox.publish([name]))).toBe('denied');
    expect(sleeps).toEqual([]);
  });

  it('takes a rename whose answer got lost for done', async () => {
    const { folder, outbox } = await claimed({
      ...deps,
      direct: {
        ...deps.direct,
        rename(from, to) {
          deps.direct.rename(from, to);
          throw systemError('EBUSY');
        },
      },
    });
    online(await outbox.stage([file]));
    expect(await outbox.publish([name])).toEqual({ published: ['published'] });
    expect(visible(folder)).toEqual([name]);
  });
});
