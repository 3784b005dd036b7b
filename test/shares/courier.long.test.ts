import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Files } from '../../src/files/port.ts';
import { type FoldersDeps, openFolders } from '../../src/shares/folders.ts';
import { until } from '../support/until.ts';

const program = new URL('../../dist/src/shares/courier-process.js', import.meta.url);
/** Long enough for a process to start on a busy machine, short enough to wait for. */
const deadlineMs = 2_000;

let root: string;
let folders: ReturnType<typeof openFolders>;

function place(name: string): string {
  const folder = path.join(root, name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

function open(options: Partial<FoldersDeps> = {}): typeof folders.files {
  folders = openFolders({
    clock: systemClock,
    program,
    deadlineMs,
    // `nas/out` and `nas/in` lie on one share, `disk` on none.
    shareOf: async (folder) => {
      const [share = ''] = path.relative(root, folder).split(path.sep);
      return share === 'disk' ? undefined : share;
    },
    ...options,
  });
  return folders.files;
}

/** The processes that work on shares for this test. */
function couriers(): number[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes('courier-process'))
    .map((line) => Number.parseInt(line, 10));
}

const scan = (folder: string) => ({ folder, files: ['*'], ignoreCase: false });

/** On a busy machine the start of its process may take longer than a call may. */
function untilUsed(files: Files, folder: string): Promise<boolean> {
  return until('the share is used', async () => 'entries' in (await files.scan(scan(folder))));
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'courier-'));
});
afterEach(async () => {
  folders.close();
  await until('no process is left', () => couriers().length === 0);
  fs.rmSync(root, { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('the process that works on a share', () => {
  it('does every call as this process would', async () => {
    const [files, spool] = [open(), place('spool')];
    for (const share of ['disk', 'nas']) {
      const [out, orders] = [place(`${share}/out`), place(`${share}/orders`)];
      fs.writeFileSync(path.join(out, 'artikel.csv'), 'ArtNr\n1\n');
      await untilUsed(files, out);
      const looked = await files.scan(scan(out));
      const [file] = 'entries' in looked ? looked.entries : [];
      expect(file).toMatchObject({ name: 'artikel.csv', size: 8 });
      expect(await files.take({ file: file!, into: spool })).toMatchObject({ size: 8 });
      const whole = await files.readWhole({ file: file!, bytesMax: 100 });
      expect('bytes' in whole && Buffer.from(whole.bytes).toString()).toBe('ArtNr\n1\n');
      expect(await files.hash({ file: file!, bytesMax: 3 })).toHaveProperty('refused');
      expect(await files.move({ file: file!, into: path.join(out, 'done') })).toHaveProperty(
        'moved',
      );
      expect(await files.proveWritable(out)).toEqual({ writable: true });
      expect(await files.write({ folder: out, name: 'a.txt' }, Buffer.from('a'))).toHaveProperty(
        'written',
      );
      expect(await files.listNames(out)).toEqual(expect.arrayContaining(['a.txt', 'done']));
      expect(await files.resolveInside({ folder: out, path: '../x' })).toHaveProperty('refused');
      expect(await files.keepNewest({ folder: out, files: ['a*'], keep: 0 })).toEqual({
        removed: ['a.txt'],
      });
      const { id } = (await files.claimOutbox({ folder: orders, known: {}, newId: 'f00d' })) as {
        id: string;
      };
      const outbox = files.outbox({ folder: orders, id });
      const name = '000000001-7-0123abcd.json';
      expect(await outbox.stage([{ name, bytes: Buffer.from('{}') }])).toEqual({ staged: 1 });
      expect(await outbox.publish([name])).toEqual({ published: ['published'] });
      expect(await outbox.list()).toMatchObject({ names: [name] });
    }
    expect(couriers()).toHaveLength(1);
  });

  it('an outbox on a local disk has a thread, which keeps nobody alive', () => {
    const orders = place('disk/orders');
    const script = `
      const { openFolders } = await import(${JSON.stringify(new URL('./folders.js', program))});
      const { systemClock } = await import(${JSON.stringify(new URL('../clock.js', program))});
      const { files } = openFolders({ clock: systemClock, shareOf: async () => undefined });
      const { id } = await files.claimOutbox({ folder: ${JSON.stringify(orders)}, known: {}, newId: 'f00d' });
      const outbox = files.outbox({ folder: ${JSON.stringify(orders)}, id });
      const name = '000000001-7-0123abcd.json';
      await outbox.stage([{ name, bytes: Buffer.from('{}') }]);
      await outbox.publish([name]);`;
    const file = path.join(root, 'one-order.mjs');
    fs.writeFileSync(file, script);
    const ended = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(fs.readdirSync(orders)).toContain('000000001-7-0123abcd.json');
  });

  it('says of a folder that is not there what this process would say', async () => {
    const files = open();
    await untilUsed(files, place('nas/out'));
    const remote = await files.scan(scan(path.join(root, 'nas/gone')));
    const local = await files.scan(scan(path.join(root, 'disk/gone')));
    expect(remote).toMatchObject({ offline: { reason: 'missing' } });
    expect(local).toMatchObject({ offline: { reason: 'missing' } });
  });

  it('tells what is wrong with our own disk as the failure that it is', async () => {
    const files = open();
    const out = place('nas/out');
    fs.writeFileSync(path.join(out, 'a.csv'), 'a');
    await untilUsed(files, out);
    const looked = await files.scan(scan(out));
    const [file] = 'entries' in looked ? looked.entries : [];
    const into = path.join(root, 'no spool');
    await expect(files.take({ file: file!, into })).rejects.toMatchObject({ code: 'DISK' });
  });

  it('fault 17: a share that hangs is said so, and another share and the disk go on', async () => {
    const files = open();
    const [nas, other, disk] = [place('nas/out'), place('other/out'), place('disk/out')];
    await files.scan(scan(nas));
    const [stopped] = couriers();
    process.kill(stopped!, 'SIGSTOP');
    const hanging = Promise.all([files.scan(scan(nas)), files.listNames(nas)]);
    expect(await files.scan(scan(other))).toHaveProperty('entries');
    expect(await files.scan(scan(disk))).toHaveProperty('entries');
    for (const said of await hanging) {
      expect(said).toMatchObject({
        offline: {
          reason: 'hangs',
          sentence:
            'nas does not answer. Until it does, nothing in its folders is read or written.',
          remedy: expect.stringMatching(/server and the network.*tries again by itself\.$/),
        },
      });
    }
    await untilUsed(files, nas);
    expect(couriers()).not.toContain(stopped);
  });

  it('fault 17: nothing is left of a copy in the middle of which the share hung', async () => {
    const files = open();
    const [nas, spool] = [place('nas/out'), place('spool')];
    const large = path.join(nas, 'large.csv');
    fs.writeFileSync(large, '');
    fs.truncateSync(large, 1_000_000_000);
    await untilUsed(files, nas);
    const looked = await files.scan(scan(nas));
    const [file] = 'entries' in looked ? looked.entries : [];
    const taken = files.take({ file: file!, into: spool });
    await until('the copy has begun', () => fs.readdirSync(spool).length > 0);
    process.kill(couriers()[0]!, 'SIGSTOP');
    expect(await taken).toMatchObject({ offline: { reason: 'hangs' } });
    expect(fs.readdirSync(spool)).toEqual([]);
  });

  it('fault 17: a process that ends is said so, and the next call has another', async () => {
    const files = open();
    const nas = place('nas/out');
    await untilUsed(files, nas);
    const [first] = couriers();
    process.kill(first!, 'SIGSTOP');
    const lost = files.scan(scan(nas));
    process.kill(first!, 'SIGKILL');
    expect(await lost).toMatchObject({ offline: { reason: 'failed' } });
    await untilUsed(files, nas);
    expect(couriers()).not.toContain(first);
  });

  it.skipIf(!canTrace())(
    'fault 17: a look that the system holds up for minutes ends in time (skipped where tracing is denied)',
    async () => {
      const files = open();
      const nas = place('nas/out');
      await untilUsed(files, nas);
      const tracer = await holdUp(couriers()[0]!);
      try {
        const before = performance.now();
        expect(await files.scan(scan(nas))).toMatchObject({
          offline: {
            reason: 'hangs',
            sentence: expect.stringContaining(`${nas} does not answer. Until it does, nothing`),
            remedy: expect.stringContaining('server and the network'),
          },
        });
        expect(performance.now() - before).toBeLessThan(30_000);
      } finally {
        tracer.kill('SIGKILL');
      }
      await untilUsed(files, nas);
    },
  );
});

function canTrace(): boolean {
  return spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0;
}

/** Every look at a file takes this process ten minutes from now on. */
async function holdUp(pid: number): Promise<ChildProcess> {
  const calls = 'openat,stat,lstat,newfstatat,statx';
  const tracer = spawn('strace', [
    ...['-f', '-p', String(pid), '-e', `trace=${calls}`],
    ...['-e', `inject=${calls}:delay_enter=600000000`],
  ]);
  const state = () => fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  await until('the process is traced', () => !/^TracerPid:\s+0$/m.test(state()));
  return tracer;
}
