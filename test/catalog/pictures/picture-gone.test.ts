import path from 'node:path';
import { expect, it } from 'vitest';
import type { FoundPictures } from '../../../src/catalog/pictures/picture-find.ts';
import { takeGone } from '../../../src/catalog/pictures/picture-gone.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';

/** So many pictures are gone, each from the folder that `folderOf` says; what is held of them is told. */
function heldOf(count: number, folderOf: (product: number) => string): string | undefined {
  let held: string | undefined;
  const file = (product: number) => `${folderOf(product)}/${product}.png`;
  const store = {
    transaction: (work: () => void) => work(),
    pictures: {
      get: (product: number) => ({ confirmed: 1, named: file(product), file: file(product) }),
      gone: () => undefined,
      shownCount: () => 1_000_000,
      removedSince: () => 0,
    },
    holds: {
      open: () => [],
      endedOf: () => [],
      add: ({ sentence }: { sentence: string }) => {
        held = sentence;
      },
    },
    events: { add: () => undefined },
  };
  const config = { brake: { vanished: { share: 0.02, count: 50 } } };
  const clock = { now: () => 0 };
  const deps = { store, config, clock, book: { inFlight: new Map() } } as unknown as PictureDeps;
  const found = { files: 1, pictures: new Map() } as unknown as FoundPictures;
  const gone = Array.from({ length: count }, (_, product) => product);
  takeGone(deps, { folder: 'bilder', removed: 'delete' } as PicturePlace, { gone, found });
  return held;
}

it('a hundred thousand pictures that are gone from as many folders are judged at once', () => {
  expect(heldOf(100_000, String)).toContain('100000 of 1000000 pictures');
});

it('a folder of which no picture is left does not hide that very many are gone', () => {
  const [some, alt] = [heldOf(3, () => 'alt'), path.join('bilder', 'alt')];
  expect(some).toContain(`(none is left in the folder ${alt})`);
  const most = heldOf(60, (product) => (product < 3 ? 'alt' : `of ${product}`));
  expect(most).toContain(`(limit: 2% or 50; none is left in the folder ${alt})`);
});
