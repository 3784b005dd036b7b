import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appending } from '../../src/files/append.ts';
import { temporaryFolder } from '../support/folder.ts';
import { systemError } from './room.ts';

const slice = Buffer.alloc(9_000_000, 'Schraube;');

/** A real file that notes what is asked of the disk, and can fail once. */
async function file(fails?: 'datasync' | 'sync') {
  const path = join(temporaryFolder(), 'kopie');
  const handle = await open(path, 'wx');
  const asked: string[] = [];
  let hasFailed = false;
  const sync = (call: 'datasync' | 'sync') => async () => {
    asked.push(call);
    const isFirst = call === fails && !hasFailed;
    hasFailed ||= isFirst;
    if (isFirst) throw systemError('EIO');
    await handle[call]();
  };
  const write = handle.write.bind(handle) as FileHandle['write'];
  return { path, handle, asked, copy: { write, datasync: sync('datasync'), sync: sync('sync') } };
}

it('has the disk begin while a large file is still written, and waits for all of it at the end', async () => {
  const { path, handle, asked, copy } = await file();
  const { append, sync } = appending(copy);
  await append(slice);
  expect(asked).toEqual([]);
  await append(slice);
  expect(asked).toEqual(['datasync']);
  await append(slice);
  await sync();
  await handle.close();
  expect(asked).toEqual(['datasync', 'sync']);
  expect(readFileSync(path).equals(Buffer.concat([slice, slice, slice]))).toBe(true);
});

it.each(['datasync', 'sync'] as const)(
  'fault 29: an error that the disk tells once, to %s, is the error of the whole',
  async (call) => {
    const { handle, copy } = await file(call);
    const { append, sync } = appending(copy);
    for (const part of [slice, slice, slice]) await append(part);
    await expect(sync()).rejects.toThrow('EIO');
    await handle.close();
  },
);
