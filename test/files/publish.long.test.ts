import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { bytes, claimed, file, filesOf, name, nameOf, visible } from './outbox-room.ts';
import { deps, online } from './room.ts';

describe('createOutbox', () => {
  it('lets a staged file appear by a rename, whole', async () => {
    const { folder, outbox } = await claimed();
    expect(await outbox.stage([file])).toEqual({ staged: 1 });
    expect(visible(folder)).toEqual([]);
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    expect(await outbox.publish([name])).toEqual({ published: ['published'] });
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  it('stages in place of what a crash left under that name', async () => {
    const { folder, outbox } = await claimed();
    writeFileSync(join(folder, '.stockhand', name), `${bytes} and more of an older try`);
    expect(await outbox.stage([file])).toEqual({ staged: 1 });
    online(await outbox.publish([name]));
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  it('lets the files of a group appear in their order, each recorded before', async () => {
    const seen: string[] = [];
    const rename: typeof deps.direct.rename = (from, to) => {
      const record = readFileSync(join(dirname(String(from)), 'record'), 'utf8');
      seen.push(`${record.trim()}: ${basename(String(to))}`);
      deps.direct.rename(from, to);
    };
    const { outbox } = await claimed({ ...deps, direct: { ...deps.direct, rename } });
    const names = [nameOf(3), nameOf(1), nameOf(2)];
    expect(await outbox.stage(filesOf(names))).toEqual({ staged: 3 });
    const published = await outbox.publish(names, ['7 of them']);
    expect(published).toEqual({ published: names.map(() => 'published') });
    expect(seen).toEqual(names.map((each) => `7 of them: ${each}`));
  });

  it('writes an empty file and one of several slices', async () => {
    const { folder, outbox } = await claimed();
    const large = Buffer.alloc(2_500_000, 'Lieferadresse');
    for (const [at, content] of [Buffer.alloc(0), large].entries()) {
      online(await outbox.stage(filesOf([nameOf(at)], content)));
      online(await outbox.publish([nameOf(at)]));
      expect(readFileSync(join(folder, nameOf(at))).equals(content)).toBe(true);
    }
  });

  it('writes on where the disk takes a part of a file only', async () => {
    const write = (open: number, part: Uint8Array) =>
      deps.direct.write(open, part.subarray(0, Math.min(5, part.length)));
    const { folder, outbox } = await claimed({ ...deps, direct: { ...deps.direct, write } });
    online(await outbox.stage([file]));
    online(await outbox.publish([name]));
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  it('fault 76: refuses every other name, before the disk is touched', async () => {
    const { folder, outbox } = await claimed();
    for (const wrong of ['../x.json', 'CON', `${name}.`, '']) {
      expect(() => outbox.stage(filesOf([name, wrong]))).toThrow('is no name of an order file');
      expect(() => outbox.publish([name, wrong])).toThrow('is no name of an order file');
    }
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
    expect(visible(folder)).toEqual([]);
  });

  it('lists what the ERP has not taken, and what it acknowledged', async () => {
    const { folder, outbox } = await claimed();
    for (const each of [nameOf(2), nameOf(1), `${nameOf(1)}.ack`, 'notes.txt', 'x.ack']) {
      writeFileSync(join(folder, each), '');
    }
    utimesSync(folder, 1_000, 1_000.5);
    expect(await outbox.list()).toEqual({
      names: [nameOf(1), nameOf(2)],
      acknowledged: [nameOf(1)],
      changedAt: 1_000_500,
    });
  });

  it('fault 77: a name that holds other bytes is never overwritten, and the files around it appear', async () => {
    const { folder, outbox } = await claimed();
    const names = [nameOf(1), name, nameOf(2)];
    writeFileSync(join(folder, name), '{"orderId":99999}');
    online(await outbox.stage(filesOf(names)));
    expect(await outbox.publish(names)).toEqual({
      published: ['published', 'otherBytes', 'published'],
    });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('{"orderId":99999}');
    expect(await outbox.isStaged(name)).toEqual({ staged: true });
    rmSync(join(folder, name));
    symlinkSync('/etc/hostname', join(folder, name));
    expect(await outbox.publish([name])).toEqual({ published: ['otherBytes'] });
    rmSync(join(folder, name));
    writeFileSync(join(folder, name), Buffer.from(bytes).reverse());
    expect(await outbox.publish([name])).toEqual({ published: ['otherBytes'] });
  });

  it('fault 77: a name that holds the same bytes counts as written', async () => {
    const { folder, outbox } = await claimed();
    writeFileSync(join(folder, name), bytes);
    online(await outbox.stage([file]));
    expect(await outbox.publish([name])).toEqual({ published: ['equalBytes'] });
    expect(await outbox.isStaged(name)).toEqual({ staged: false });
  });

  it('fault 75: a staged file that is gone was published before, also where the ERP took it', async () => {
    const { folder, outbox } = await claimed();
    expect(await outbox.publish([name])).toEqual({ published: ['notStaged'] });
    writeFileSync(join(folder, name), 'its own bytes of before');
    expect(await outbox.publish([name])).toEqual({ published: ['notStaged'] });
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
      online(await outbox.stage(filesOf([nameOf(sequence)], content)));
      online(await outbox.publish([nameOf(sequence)]));
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

/**
 * Plain JavaScript, because a worker starts without the transformer. Opens every order file as soon as it is listed.
 */
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
