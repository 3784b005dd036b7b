import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFilesDeps, type FilesDeps } from '../../src/files/deps.ts';
import { createOutbox, type Outbox } from '../../src/files/publish.ts';
import { claimed, filesOf, nameOf, visible } from './outbox-room.ts';
import { createSleepClock, deps, online, realClock, reasonOf, systemError } from './room.ts';

describe('a group of which one file fails', () => {
  const names = [1, 2, 3, 4, 5].map(nameOf);

  async function staged(outbox: Outbox): Promise<boolean[]> {
    return Promise.all(names.map(async (each) => online(await outbox.isStaged(each)).staged));
  }
  const upTo = (count: number) => names.map((_, at) => at < count);

  it('fault 78: the third cannot be written: half of those before it are staged, so that the record of the outbox has room to grow', async () => {
    let writes = 0;
    const write: typeof deps.direct.write = (open, part) => {
      writes += 1;
      if (writes === 3) throw systemError('ENOSPC');
      return deps.direct.write(open, part);
    };
    const { outbox } = await claimed({ ...deps, direct: { ...deps.direct, write } });
    expect(await outbox.stage(filesOf(names))).toMatchObject({
      staged: 1,
      offline: { reason: 'full', sentence: expect.stringMatching(/^outbox offline: /) },
    });
    expect(await staged(outbox)).toEqual(upTo(1));
    expect(await outbox.stage(filesOf(names.slice(1)))).toEqual({ staged: 4 });
    expect(await staged(outbox)).toEqual(upTo(5));
  });

  it('a power cut: a file counts as staged only when the disk has taken it, all before it and their names', async () => {
    const readsOfMarker = 1;
    for (let number = 0; number <= names.length; number += 1) {
      let files = 0;
      const sync: FilesDeps['sync'] = async (outboxFolder, file) => {
        files += 1;
        if (files === number + 1) throw systemError('EIO');
        return deps.sync(outboxFolder, file);
      };
      let calls = 0;
      const deadline: FilesDeps['deadline'] = async (folder, call) => {
        calls += 1;
        if (number === names.length && calls === readsOfMarker + 1) throw systemError('EIO');
        return deps.deadline(folder, call);
      };
      const { folder, outbox } = await claimed({ ...deps, sync, deadline });
      const result = await outbox.stage(filesOf(names));
      expect(reasonOf(result)).toBe('failed');
      // The last wait is for the names: without them no file is sure to outlive the cut.
      if (number < names.length) expect(result).toMatchObject({ staged: number });
      else expect(result).not.toHaveProperty('staged');
      const healed = createOutbox(deps, { folder, id: 'outbox-1' });
      expect(await staged(healed)).toEqual(upTo(number));
    }
  });

  it('fault 17: a disk that is slow for the group, but not for a file, is not said to hang', async () => {
    const many = Array.from({ length: 64 }, (_, at) => nameOf(at + 1));
    let last = Promise.resolve();
    const sync = (): Promise<void> => {
      last = last.then(() => realClock.sleep(10));
      return last;
    };
    const { outbox } = await claimed(createFilesDeps(realClock, { sync, deadlineMs: 500 }));
    expect(await outbox.stage(filesOf(many))).toEqual({ staged: many.length });
  });

  it('a power cut: the disk hears that files have come before it hears that they left, whatever is staged beside', async () => {
    const synced: string[] = [];
    const rename: typeof deps.direct.rename = (from, to) => {
      deps.direct.rename(from, to);
      synced.push('rename');
    };
    const deadline: FilesDeps['deadline'] = async (folder, call) => {
      const result = await deps.deadline(folder, call);
      synced.push(folder.endsWith('.stockhand') ? 'staging folder' : 'outbox');
      return result;
    };
    const { outbox } = await claimed({ ...deps, deadline, direct: { ...deps.direct, rename } });
    await outbox.stage(filesOf(names));
    synced.length = 0;
    await Promise.all([outbox.publish(names), outbox.stage(filesOf([nameOf(6), nameOf(7)]))]);
    const last = synced.lastIndexOf('rename');
    const first = synced.indexOf('rename');
    expect(synced.slice(first, last)).not.toContain('staging folder');
    const after = synced.slice(last);
    expect(after.indexOf('outbox')).toBeLessThan(after.indexOf('staging folder'));
  });

  it('fault 38: the third is held: the two before it have appeared and are said to, the others wait', async () => {
    const { clock } = createSleepClock();
    const rename: typeof deps.direct.rename = (from, to) => {
      if (String(to).endsWith(nameOf(3))) throw systemError('EBUSY');
      deps.direct.rename(from, to);
    };
    const { folder, outbox } = await claimed({
      ...deps,
      clock,
      direct: { ...deps.direct, rename },
    });
    online(await outbox.stage(filesOf(names)));
    expect(await outbox.publish(names)).toMatchObject({
      published: ['published', 'published'],
      offline: { reason: 'busy' },
    });
    expect(visible(folder)).toEqual(names.slice(0, 2));
    const healed = createOutbox(deps, { folder, id: 'outbox-1' });
    expect(await healed.publish(names)).toEqual({
      published: ['notStaged', 'notStaged', 'published', 'published', 'published'],
    });
  });

  it('fault 135: files that are gone with their folder are not taken for published', async () => {
    const look: typeof deps.direct.look = (path) => {
      rmSync(join(dirname(path), '.stockhand'), { recursive: true, force: true });
      return deps.direct.look(path);
    };
    const { outbox } = await claimed({ ...deps, direct: { ...deps.direct, look } });
    online(await outbox.stage(filesOf(names)));
    const result = await outbox.publish(names);
    expect(reasonOf(result)).toBeDefined();
    expect(result).not.toHaveProperty('published');
  });
});
