import { expect, it } from 'vitest';
import type { FoundPictures } from '../../../src/catalog/pictures/picture-find.ts';
import { createPictureWatcher, isTelling } from '../../../src/catalog/pictures/picture-look.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';
import type { FileEntry } from '../../../src/files/entry.ts';

/** Looks at a folder from which the files of these products are gone. */
function watcher() {
  let nowMs = 1_000;
  const gone: number[] = [];
  const deps = {
    clock: { monotonic: () => nowMs },
    pictures: { quietMs: 2_000 },
    store: { pictures: { withFile: () => gone, oldest: () => [] } },
  } as unknown as PictureDeps;
  const found = { pictures: new Map(), refused: new Map() } as unknown as FoundPictures;
  const look = createPictureWatcher(deps, {} as PicturePlace);
  return async (afterMs: number, ...more: number[]) => {
    nowMs += afterMs;
    gone.push(...more);
    return (await look(found)).gone;
  };
}

it('pictures that a program deletes one after the other count as gone together, once it rests', async () => {
  const look = watcher();
  for (let product = 1; product <= 10; product += 1) expect(await look(1_000, product)).toEqual([]);
  expect(await look(1_999)).toEqual([]);
  expect(await look(1)).toHaveLength(10);
});

it.each([
  ['a day ago', -86_400_000, true],
  ['just now', -1_000, false],
  ['in a second, by the clock of its share', 1_000, false],
  ['in a hundred years, by the clock of a camera', 3e12, true],
])(
  'fault 20: the look of a picture that was written %s by %i ms is remembered: %s',
  (...[, ms, isOnce]) => {
    const readAt = 1_800_000_000_000;
    expect(isTelling({ mtimeMs: readAt + ms } as FileEntry, readAt)).toBe(isOnce);
  },
);
