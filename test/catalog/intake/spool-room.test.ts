import { expect, it } from 'vitest';
import { createSpoolRoom, type SpoolRoomDeps } from '../../../src/catalog/intake/spool-room.ts';

it('abandoned copies are removed once nothing is being taken, but for a content that counts by then', async () => {
  const dropped: string[] = [];
  const abandoned = ['spool/a', 'spool/b'];
  let isTaking = true;
  const copying = { abandoned: () => abandoned.splice(0) };
  const deps = {
    store: {
      runs: { newestId: () => 0 },
      spool: { unused: () => [], all: () => [{ parts: [{ path: 'spool/b' }] }] },
      transaction: (work: () => void) => work(),
    },
    dropSpooled: async (path: string) => dropped.push(path),
    isTaking: () => isTaking,
    intakes: [{ intake: { copying } }],
  } as unknown as SpoolRoomDeps;
  const clear = createSpoolRoom(deps);
  await clear();
  expect(dropped).toEqual([]);
  isTaking = false;
  await clear();
  expect([dropped, abandoned]).toEqual([['spool/a'], []]);
});
