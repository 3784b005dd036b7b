import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { bytes, claimed, name, nameOf, visible } from './outbox-room.ts';
import { online } from './room.ts';

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
