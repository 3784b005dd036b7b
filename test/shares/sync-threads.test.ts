import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const { createSyncThreads } = (await import(
  new URL('../../dist/src/shares/sync-threads.js', import.meta.url).href
)) as typeof import('../../src/shares/sync-threads.ts');

describe('threads that wait for the disk', () => {
  it('take many open files at once, each answered for itself', async () => {
    const folder = temporaryFolder();
    const sync = createSyncThreads();
    const files = Array.from({ length: 40 }, (_, at) =>
      fs.openSync(path.join(folder, `${at}`), 'w'),
    );
    for (const file of files) fs.writeSync(file, 'an order');
    const given = files.with(7, 2 ** 30);
    const ends = await Promise.allSettled(given.map((file) => sync(file)));
    for (const file of files) fs.closeSync(file);
    expect(ends.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([7]);
    expect(ends[7]).toHaveProperty('reason.code', 'EBADF');
  });
});
