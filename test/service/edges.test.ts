import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mustRun, runCommand } from '../../src/service/command.ts';
import { managerHere } from '../../src/service/here.ts';
import { carryOut, type FileStep } from '../../src/service/steps.ts';
import { streamLines } from '../../src/service/stream.ts';
import { systemdManager } from '../../src/service/systemd.ts';
import { temporaryFolder } from '../support/folder.ts';

const say = (words: string, code: number) => ['-c', `echo "${words}" >&2; exit ${code}`];

describe('a program of the machine that a service needs', () => {
  it('that is missing, late or unwilling is told by its name and its words', async () => {
    const code = 'SERVICE_MANAGER';
    await expect(runCommand('no-such-program', [])).rejects.toMatchObject({ code });
    await expect(runCommand('sleep', ['60'], { deadlineMs: 50 })).rejects.toMatchObject({
      code,
      message: expect.stringContaining('0.05 s'),
    });
    await expect(mustRun('sh', say('Unit not loaded.', 5))).rejects.toMatchObject({
      code,
      message: expect.stringContaining('ended with 5: Unit not loaded.'),
    });
  });

  it('that asks for more rights is reported as such', async () => {
    for (const words of ['Interactive authentication required.', 'OpenService FAILED 5: x'])
      await expect(mustRun('sh', say(words, 1))).rejects.toMatchObject({ code: 'SERVICE_RIGHTS' });
  });

  it('that was ended by a signal has no exit code', async () => {
    expect((await runCommand('sh', ['-c', 'kill -9 $$'])).code).toBeUndefined();
  });

  it('is read line by line until nobody listens any more', async () => {
    const stopping = new AbortController();
    const lines: string[] = [];
    const endless = { command: 'sh', args: ['-c', 'echo one; echo two; exec sleep 60'] };
    await streamLines(endless, stopping.signal, (line) => {
      lines.push(line);
      if (lines.length === 2) stopping.abort();
    });
    expect(lines).toEqual(['one', 'two']);
    const failing = { command: 'sh', args: say('No journal files.', 1) };
    await expect(
      streamLines(failing, new AbortController().signal, () => undefined),
    ).rejects.toMatchObject({ message: expect.stringContaining('No journal files.') });
  });
});

describe('the steps of an install', () => {
  const file = (place: string, text = 'new'): FileStep => {
    return { do: 'file', path: place, mode: 0o600, text, shown: '' };
  };

  it('put a file in place of the old one as a whole, closed to others from its first byte', async () => {
    const place = path.join(temporaryFolder('steps'), 'a.env');
    fs.writeFileSync(place, 'old', { mode: 0o644 });
    const before = fs.statSync(place).ino;
    await carryOut([file(place)]);
    expect(fs.readFileSync(place, 'utf8')).toBe('new');
    expect(fs.statSync(place).mode & 0o777).toBe(0o600);
    expect(fs.statSync(place).ino).not.toBe(before);
  });

  it('leave a link that somebody has put there, and write where it leads', async () => {
    const folder = temporaryFolder('steps');
    const [place, secrets] = [path.join(folder, 'a.env'), path.join(folder, 'secrets.env')];
    fs.writeFileSync(secrets, 'old');
    fs.symlinkSync('secrets.env', place);
    await carryOut([file(place)]);
    expect(fs.lstatSync(place).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(secrets, 'utf8')).toBe('new');
    expect(fs.statSync(secrets).mode & 0o777).toBe(0o600);
  });

  it('leave nothing half done beside a place that cannot be written', async () => {
    const folder = temporaryFolder('steps');
    const place = path.join(folder, 'unit');
    fs.mkdirSync(path.join(place, 'in the way'), { recursive: true });
    await expect(carryOut([file(place)])).rejects.toMatchObject({
      code: 'SERVICE_RIGHTS',
      message: expect.stringContaining(place),
    });
    expect(fs.readdirSync(folder)).toEqual(['unit']);
  });

  it('leave a folder that is there as it is, and remove what may be gone', async () => {
    const folder = temporaryFolder('steps');
    fs.chmodSync(folder, 0o751);
    const copy = path.join(folder, 'copy');
    await carryOut([
      { do: 'folder', path: folder, mode: 0o700 },
      { do: 'copy', from: process.execPath, to: copy },
      { do: 'remove', path: copy },
      { do: 'remove', path: copy },
    ]);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o751);
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe('the service manager of a machine', () => {
  it('is systemd on Linux, Windows’ own on Windows, and none that we know elsewhere', () => {
    expect(managerHere('/etc/stockhand', 'linux').accountFor('x', undefined)).toBe('stockhand');
    expect(managerHere('C:\\x', 'win32').accountFor('x', undefined)).toBe('NT SERVICE\\x');
    expect(() => managerHere('/etc', 'darwin')).toThrow(
      expect.objectContaining({ code: 'SERVICE_NONE' }),
    );
  });

  it('tells each line of the journal, also one of bytes or without a time', () => {
    const { logLine } = systemdManager('/etc/stockhand');
    expect(logLine('{"MESSAGE":[72,105],"__REALTIME_TIMESTAMP":"1772439300000000"}')).toEqual({
      at: '2026-03-02T08:15:00.000Z',
      message: 'Hi',
    });
    expect(logLine('{"MESSAGE":null}')).toEqual({ message: '' });
    expect(logLine('-- No entries --')).toEqual({ message: '-- No entries --' });
  });

  it('forgets the failure of a unit that it removes', () => {
    const facts = { name: 's', installed: true, enabled: true, active: false };
    const steps = systemdManager('/etc').uninstallSteps({ ...facts, state: 'failed' });
    expect(steps).toContainEqual({
      ...{ do: 'run', command: 'systemctl' },
      args: ['--no-ask-password', 'reset-failed', 's.service'],
    });
  });
});
