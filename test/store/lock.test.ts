import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockState } from '../../src/store/lock.ts';
import { temporaryFolder } from '../support/folder.ts';

const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');

/** Another process that holds the lock until it is killed; it does what lockState does, by itself. */
async function holdElsewhere(dataDir: string) {
  const script = `
    const database = new (require(${JSON.stringify(sqlite)}))(${JSON.stringify(path.join(dataDir, 'lock.db'))});
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    require('node:fs').writeFileSync(${JSON.stringify(path.join(dataDir, 'lock.pid'))}, String(process.pid));
    console.log('locked');
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('the lock of a data folder', () => {
  it('fault 37: is refused to the second process with the pid of the first, and goes with a killed one', async () => {
    const dataDir = temporaryFolder('lock');
    const child = await holdElsewhere(dataDir);
    try {
      expect(() => lockState(dataDir)).toThrow(
        expect.objectContaining({
          code: 'STATE_LOCKED',
          message: `Another Stockhand (process ${child.pid}) works on ${dataDir}.`,
          remedy: 'Stop that one first.',
        }),
      );
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const lock = lockState(dataDir);
    expect(fs.readFileSync(path.join(dataDir, 'lock.pid'), 'utf8')).toBe(String(process.pid));
    lock.release();
  });

  it('is free again after it was released', () => {
    const dataDir = path.join(temporaryFolder('lock'), 'not', 'there');
    const lock = lockState(dataDir);
    expect(() => lockState(dataDir)).toThrow(`(process ${process.pid})`);
    lock.release();
    lockState(dataDir).release();
  });

  it('tells who lacks a right where only SQLite finds out that it may not be opened, as on Windows', () => {
    const dataDir = temporaryFolder('lock');
    fs.mkdirSync(path.join(dataDir, 'lock.db'));
    expect(() => lockState(dataDir)).toThrow(
      expect.objectContaining({
        code: 'DISK',
        remedy: expect.stringContaining('Give the account'),
      }),
    );
  });

  it('is refused without a pid where the pid file is gone', () => {
    const dataDir = temporaryFolder('lock');
    const lock = lockState(dataDir);
    fs.rmSync(path.join(dataDir, 'lock.pid'));
    expect(() => lockState(dataDir)).toThrow('(process unknown)');
    lock.release();
  });

  it('is refused without a pid while the holder has not written it yet', () => {
    const dataDir = temporaryFolder('lock');
    const lock = lockState(dataDir);
    fs.writeFileSync(path.join(dataDir, 'lock.pid'), '');
    expect(() => lockState(dataDir)).toThrow('(process unknown)');
    lock.release();
  });

  it('does not blame another process for a lock file that is none', () => {
    const dataDir = temporaryFolder('lock');
    fs.writeFileSync(path.join(dataDir, 'lock.db'), 'no database '.repeat(1_000));
    expect(() => lockState(dataDir)).toThrow(expect.objectContaining({ code: 'STATE_DAMAGED' }));
  });

  it.each(['a-file', 'a-file/state'])(
    'asks for a folder where %s is to be the data folder',
    (name) => {
      const folder = temporaryFolder('lock');
      fs.writeFileSync(path.join(folder, 'a-file'), '');
      const remedy = expect.stringMatching(/^dataDir needs a folder, and a file is there/);
      expect(() => lockState(path.join(folder, name))).toThrow(
        expect.objectContaining({ code: 'DISK', remedy }),
      );
    },
  );

  it.each([
    ['EROFS', /^Mount the disk writable/],
    ['EACCES', /^Give the account .+ the right/],
  ])(
    'fault 37: is not given on a file that answers %s to a write, where it would lock nobody out',
    (code, remedy) => {
      const dataDir = temporaryFolder('lock');
      lockState(dataDir).release();
      const refused = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
      onTestFinished(() => refused.mockRestore());
      const message = `${path.join(dataDir, 'lock.db')}: ${code}.`;
      const told = { code: 'DISK', message, remedy: expect.stringMatching(remedy) };
      expect(() => lockState(dataDir)).toThrow(expect.objectContaining(told));
    },
  );
});
