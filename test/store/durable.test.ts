import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makePrivateFolder, writeDurably } from '../../src/store/durable.ts';
import { temporaryFolder } from '../support/folder.ts';

/** The paths that were waited for, in their order; descriptors are told by what they were opened for. */
function watchSyncs(): string[] {
  const synced: string[] = [];
  const sync = fs.fsyncSync;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    synced.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
    sync(descriptor);
  });
  return synced;
}

const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe.skipIf(process.platform !== 'linux')('fault 27: what is before the databases', () => {
  afterEach(() => vi.restoreAllMocks());

  it('a data folder is waited for in every folder above that is new, and in its own again later', () => {
    const above = temporaryFolder('durable');
    const synced = watchSyncs();
    makePrivateFolder(path.join(above, 'a/b'));
    expect(synced).toEqual([path.join(above, 'a'), above]);
    makePrivateFolder(path.join(above, 'a/b'));
    expect(synced.slice(2)).toEqual([path.join(above, 'a')]);
  });

  it('a short text has its name only after its content is on the disk', () => {
    const file = path.join(temporaryFolder('durable'), 'text');
    const rename = vi.spyOn(fs, 'renameSync');
    const synced = watchSyncs();
    writeDurably(file, 'one\n');
    expect(synced).toEqual([`${file}.new`, path.dirname(file)]);
    expect(rename).toHaveBeenCalledTimes(1);
    expect(fs.readFileSync(file, 'utf8')).toBe('one\n');
  });

  it('a folder above that may not be read, or knows no such call, does not keep the program from its start', () => {
    const folder = path.join(temporaryFolder('durable'), 'state');
    vi.spyOn(fs, 'openSync').mockImplementationOnce(refusing('EACCES'));
    makePrivateFolder(folder);
    vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(refusing('EINVAL'));
    makePrivateFolder(folder);
    vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(refusing('EIO'));
    expect(() => makePrivateFolder(folder)).toThrow('EIO');
    vi.spyOn(fs, 'openSync').mockImplementationOnce(refusing('EIO'));
    expect(() => makePrivateFolder(folder)).toThrow('EIO');
  });
});
