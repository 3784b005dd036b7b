import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimOutbox } from '../../src/files/marker.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, mounted, noMounts, reasonOf, tmpfs } from './room.ts';

describe('claimOutbox', () => {
  it('sets the marker once and finds it at every later start', async () => {
    const folder = temporaryFolder();
    expect(await claimOutbox(deps, { folder, newId: 'first' })).toEqual({ id: 'first' });
    expect(await claimOutbox(deps, { folder, newId: 'second' })).toEqual({ id: 'first' });
    utimesSync(folder, 1_000, 1_000);
    const again = { folder, newId: 'third', expectedId: 'first' };
    // As it stood before our own probe.
    const stood = { names: [], acknowledged: [], changedAt: 1_000_000 };
    expect(await claimOutbox(deps, again)).toEqual({ id: 'first', stood });
    expect(readFileSync(join(folder, '.stockhand', 'marker'), 'utf8')).toMatch(/^first\n/);
    expect(readdirSync(folder)).toEqual(['.stockhand']);
  });

  it('sets the marker again that a power cut left empty', async () => {
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
          'Mount the share again. If the folder was replaced on purpose, move the order files of the old one there, and after them its hidden folder .stockhand. Only if that is lost, write known into that file: order files that are not in the folder then count as taken by the ERP, and stockhand orders reissue writes them again.',
      },
    });
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, '.stockhand'));
    writeFileSync(join(folder, '.stockhand', 'marker'), 'known');
    const told = await claimOutbox(deps, { folder, newId: 'new', expectedId: 'known' });
    expect(told).toMatchObject({ id: 'known', stood: { names: [] } });
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
