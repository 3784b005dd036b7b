import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { machineFindings, stateFindings } from '../../src/check/doctor.ts';
import type { Config } from '../../src/config/declaration.ts';
import { StockhandError } from '../../src/domain/error.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { version } from '../../src/version.ts';

function configIn(dataDir: string): Config {
  return { dataDir } as Config;
}

const facts = (own: Partial<StatusFacts>): StatusFacts =>
  ({ version, needsYou: [], ...own }) as StatusFacts;

describe('what doctor says of the machine', () => {
  it.each([
    ['20.19.0', 'warning', 'Install Node.js 24 LTS.'],
    ['22.12.0', 'ok', undefined],
    ['24.1.0', 'ok', undefined],
  ])('of Node %s: %s', (node, level, remedy) => {
    const [first] = machineFindings(configIn(os.tmpdir()), node);
    expect(first).toMatchObject({ area: 'machine', place: 'Node.js', level });
    expect(first?.remedy).toBe(remedy);
  });

  it('looks at the disk of a data folder that is not there yet', () => {
    const dataDir = path.join(os.tmpdir(), 'nobody/made/this');
    expect(machineFindings(configIn(dataDir))[1]).toMatchObject({
      place: dataDir,
      sentence: expect.stringMatching(/^\d+ MB are free\.$/),
    });
  });

  it('says that the drive of the data folder is not there', () => {
    const gone = () => {
      throw Object.assign(new Error('no such drive'), { code: 'ENOENT' });
    };
    const there = vi.spyOn(fs, 'existsSync').mockReturnValue(false);
    const room = vi.spyOn(fs, 'statfsSync').mockImplementation(gone);
    const finding = machineFindings(configIn('/nobody/made/this'))[1];
    for (const spy of [there, room]) spy.mockRestore();
    expect(finding).toEqual({
      area: 'machine',
      level: 'error',
      place: '/nobody/made/this',
      sentence: 'its drive is not there, or does not answer.',
      remedy: 'Connect the drive, or name another folder as dataDir.',
    });
  });

  it('fault 36: names a journal that has grown, and what ends that', () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'doctor-'));
    fs.writeFileSync(path.join(dataDir, 'orders.db-wal'), '');
    fs.writeFileSync(path.join(dataDir, 'catalog.db-wal'), '');
    fs.truncateSync(path.join(dataDir, 'catalog.db-wal'), 65_000_000);
    expect(machineFindings(configIn(dataDir)).slice(2)).toEqual([
      {
        area: 'machine',
        level: 'warning',
        place: path.join(dataDir, 'catalog.db-wal'),
        sentence: 'has 65 MB and should have 64 MB at most.',
        remedy: 'End programs that read the database; a daemon then makes it smaller by itself.',
      },
    ]);
  });
});

describe('what doctor says of the state', () => {
  it('a daemon of this version runs: well', () => {
    expect(stateFindings({ isDaemon: true, facts: facts({}) })).toEqual([
      { area: 'daemon', place: 'daemon', level: 'ok', sentence: `runs, version ${version}.` },
    ]);
  });

  it('a daemon of another version runs: to be restarted', () => {
    const [finding] = stateFindings({ isDaemon: true, facts: facts({ version: '0.0.9' }) });
    expect(finding).toMatchObject({ level: 'warning', remedy: 'Restart the daemon.' });
    expect(finding?.sentence).toContain('0.0.9');
  });

  it('what needs a person is a red line with cause, effect and fix', () => {
    const need = { id: 'held-7', what: 'Held.', cause: 'Much.', effect: 'Waits.', fix: 'Release.' };
    expect(stateFindings({ isDaemon: true, facts: facts({ needsYou: [need] }) })[1]).toEqual({
      area: 'needsYou',
      level: 'error',
      place: 'held-7',
      sentence: 'Held. Much. Waits.',
      remedy: 'Release.',
    });
  });

  it('a state that cannot be opened is a red line with the fix of its error', () => {
    const failure = new StockhandError('STATE_DAMAGED', 'catalog.db is damaged.');
    expect(stateFindings({ isDaemon: false, failure })).toEqual([
      {
        area: 'daemon',
        level: 'error',
        place: 'state',
        sentence: 'catalog.db is damaged.',
        remedy: failure.remedy,
      },
    ]);
  });
});
