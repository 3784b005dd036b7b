import { expect, it, vi } from 'vitest';
import { createPictureLane } from '../../../src/catalog/pictures/picture-lane.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';
import type { PictureRow } from '../../../src/store/pictures.ts';

const row = { product: 1, external_id: 'A', file: 'A.png', wished: 'abc', tries: 0 } as PictureRow;

/** A lane with one picture that is due, and a folder without its file. */
function laneWithoutFile() {
  const clock = { ms: 1_000, monotonic: () => clock.ms };
  const look = vi.fn(async () => ({ entry: undefined }));
  const deps = {
    clock,
    files: { look },
    book: { open: () => 0, inFlight: new Set<number>() },
    store: { pictures: { due: () => [row], get: () => row } },
    maxInFlight: 4,
    nudge: () => undefined,
  } as unknown as PictureDeps;
  const lane = createPictureLane(deps, { folder: '/bilder', convert: false } as PicturePlace);
  return { lane, look, clock };
}

it('fault 16: a picture whose file is gone is tried again after a rest, which counts as no progress', async () => {
  const { lane, look, clock } = laneWithoutFile();
  expect(lane.pump()).toBe(true);
  await vi.waitFor(() => expect(lane.open()).toBe(0));
  expect(lane.pump()).toBe(false);
  clock.ms += 5_000;
  expect(lane.pump()).toBe(false);
  await vi.waitFor(() => expect(lane.open()).toBe(0));
  expect(look).toHaveBeenCalledTimes(2);
  expect(lane.isBusy()).toBe(true);
});
