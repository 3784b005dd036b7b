import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FilesDeps } from '../../src/files/deps.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import { createOutbox } from '../../src/files/publish.ts';
import { temporaryFolder } from '../support/folder.ts';
import { filesOf, name } from './outbox-room.ts';
import {
  deps,
  failingAt,
  mounted,
  noMounts,
  online,
  reasonOf,
  systemError,
  tmpfs,
} from './room.ts';

const markerOf = (folder: string) => readFileSync(join(folder, '.stockhand', 'marker'), 'utf8');

describe('claimOutbox', () => {
  it('sets the marker once and finds it at every later start', async () => {
    const folder = temporaryFolder();
    const known = { id: 'first', owner: 'first' };
    expect(await claimOutbox(deps, { folder, known: {}, newId: 'first' })).toEqual(known);
    expect(markerOf(folder)).toMatch(/^first\nowner first\n/);
    utimesSync(folder, 1_000, 1_000);
    // As it stood before our own probe.
    const stood = { names: [], acknowledged: [], changedAt: 1_000_000 };
    expect(await claimOutbox(deps, { folder, known, newId: 'third' })).toEqual({ ...known, stood });
    expect(markerOf(folder)).toMatch(/^first\nowner first\n/);
    expect(readdirSync(folder)).toEqual(['.stockhand']);
  });

  it('sets the marker again that a power cut left empty', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.stockhand'));
    writeFileSync(join(folder, '.stockhand', 'marker'), '');
    writeFileSync(join(folder, '.stockhand', 'marker.new'), 'ha');
    const known = { id: 'first', owner: 'first' };
    expect(await claimOutbox(deps, { folder, known: {}, newId: 'first' })).toEqual(known);
    expect(await claimOutbox(deps, { folder, known, newId: 'second' })).toMatchObject(known);
  });

  it('fault 135: a start with an empty mount point writes no marker and is told how to go on', async () => {
    const folder = temporaryFolder();
    const known = { id: 'known', owner: 'us' };
    const claim = await claimOutbox(deps, { folder, known, newId: 'new' });
    expect(claim).toEqual({
      offline: {
        reason: 'noMarker',
        sentence: `outbox offline: ${folder} has no marker file .stockhand/marker: the share is not mounted or the folder was emptied.`,
        remedy:
          'Mount the share again. If the folder was replaced on purpose, move the order files of the old one there, and after them its hidden folder .stockhand. Only if that is lost, write known into the first line of that file and "owner us" into its second: order files that are not in the folder then count as taken by the ERP, and stockhand orders reissue writes them again.',
      },
    });
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, '.stockhand'));
    writeFileSync(join(folder, '.stockhand', 'marker'), 'known');
    const told = await claimOutbox(deps, { folder, known, newId: 'new' });
    expect(told).toMatchObject({ ...known, stood: { names: [] } });
    expect(markerOf(folder)).toMatch(/^known\nowner us\n/);
    // Nobody is told to write our id over the marker of another outbox.
    const mistaken = await claimOutbox(deps, { folder, known: { id: 'other' }, newId: 'new' });
    expect(reasonOf(mistaken)).toBe('otherFolder');
  });

  it('I2: of two Stockhands on one outbox only the last one that claimed it writes there', async () => {
    const folder = temporaryFolder();
    const [first, second] = ['a', 'b'].map((newId) => ({ folder, known: {}, newId }));
    const a = online(await claimOutbox(deps, first!));
    const b = online(await claimOutbox(deps, second!));
    expect([a, b]).toEqual([
      { id: 'a', owner: 'a' },
      { id: 'a', owner: 'b', ownerBefore: 'a' },
    ]);
    const [of, other] = [a, b].map((place) => createOutbox(deps, { folder, ...place }));
    expect(reasonOf(await of!.stage(filesOf([name])))).toBe('otherOwner');
    expect(await other!.stage(filesOf([name]))).toEqual({ staged: 1 });
    const again = await claimOutbox(deps, { folder, known: a, newId: 'c' });
    expect(again).toEqual({
      offline: {
        reason: 'otherOwner',
        sentence: `outbox offline: another Stockhand, or one with another data folder, writes to ${folder}: the owner in its marker .stockhand/marker is not this one.`,
        remedy:
          'Stop the one that is not to go on, or give it an outbox of its own. If this one is to go on, stop the other, then write "owner a" into the second line of that marker: orders of which the other has written a file may come to the ERP a second time.',
      },
    });
    // As editors of Windows and PowerShell write it, and with the quotes of the remedy.
    const written = ['a\r\nowner a\r\n', '\uFEFFa\r\n"owner a"\r\n'];
    const wide = Buffer.from('\uFEFFa\r\nowner a\r\n', 'utf16le');
    for (const text of [...written.map((one) => Buffer.from(one)), wide]) {
      writeFileSync(join(folder, '.stockhand', 'marker'), text);
      // From then on, and not only once the other one is started again.
      expect(reasonOf(await other!.publish([name]))).toBe('otherOwner');
      expect(await claimOutbox(deps, { folder, known: a, newId: 'c' })).toMatchObject(a);
      expect(reasonOf(await other!.publish([name]))).toBe('otherOwner');
    }
  });

  it('I2: whoever knows the outbox and not its owner, as after a restore, becomes its owner', async () => {
    const folder = temporaryFolder();
    await claimOutbox(deps, { folder, known: {}, newId: 'a' });
    const claimed = await claimOutbox(deps, { folder, known: { id: 'a' }, newId: 'b' });
    expect(claimed).toMatchObject({ id: 'a', owner: 'b', ownerBefore: 'a' });
  });

  it('fault 135: a share that goes between two looks of a claim gets no marker in its mount point', async () => {
    const known = { id: 'a', owner: 'a' };
    for (const last of Array(20).keys()) {
      const folder = temporaryFolder();
      await claimOutbox(deps, { folder, known: {}, newId: 'a' });
      let calls = 0;
      const deadline: FilesDeps['deadline'] = async (share, call) => {
        const result = await deps.deadline(share, call);
        calls += 1;
        if (calls === last + 1) rmSync(join(folder, '.stockhand', 'marker'));
        return result;
      };
      await claimOutbox({ ...deps, deadline }, { folder, known, newId: 'b' });
      const left = readdirSync(join(folder, '.stockhand'));
      expect([last, left]).toEqual([last, calls <= last ? ['marker'] : []]);
    }
  });

  it.each([
    ['ours', { id: 'a', owner: 'a' }],
    ['not known yet', {}],
  ])(
    'fault 135: an outbox that is %s keeps its id, whichever call the disk refuses',
    async (_, known) => {
      const folder = temporaryFolder();
      await claimOutbox(deps, { folder, known: {}, newId: 'a' });
      for (let number = 1; ; number += 1) {
        const disk = failingAt(number, systemError('EIO'));
        const claimed = await claimOutbox(disk.deps, { folder, known, newId: 'b' });
        expect(markerOf(folder)).toMatch(/^a\nowner [ab]\n/);
        if (disk.calls() < number) break;
        expect([undefined, 'failed']).toContain(reasonOf(claimed));
      }
    },
  );

  it('fault 81: a linked outbox, or a linked staging folder, is refused', async () => {
    const [real, place] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(real, join(place, 'orders'));
    const linked = await claimOutbox(deps, {
      folder: join(place, 'orders'),
      known: {},
      newId: 'x',
    });
    expect(reasonOf(linked)).toBe('symlink');
    symlinkSync(place, join(real, '.stockhand'));
    expect(reasonOf(await claimOutbox(deps, { folder: real, known: {}, newId: 'x' }))).toBe(
      'symlink',
    );
    expect(readdirSync(place)).toEqual(['orders']);
  });

  it('fault 81: a staging folder on another volume is refused', async ({ skip }) => {
    const folder = temporaryFolder();
    const staging = join(folder, '.stockhand');
    mkdirSync(staging);
    skip(!mounted(staging, tmpfs), noMounts);
    const claim = await claimOutbox(deps, { folder, known: {}, newId: 'x' });
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
    expect(reasonOf(await claimOutbox(deps, { folder, known: {}, newId: 'x' }))).toBe(
      'otherDevice',
    );
  });

  it('says what is wrong with a folder that is missing or a file', async () => {
    const folder = temporaryFolder();
    const missing = await claimOutbox(deps, { folder: join(folder, 'no'), known: {}, newId: 'x' });
    expect(missing).toMatchObject({
      offline: { reason: 'missing', sentence: `outbox offline: ${folder}/no does not exist.` },
    });
    writeFileSync(join(folder, 'file'), '');
    const file = await claimOutbox(deps, { folder: join(folder, 'file'), known: {}, newId: 'x' });
    expect(reasonOf(file)).toBe('notAFolder');
  });
});
