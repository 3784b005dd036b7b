import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createPictureLane } from '../../../src/catalog/pictures/picture-lane.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';
import type { PictureRow } from '../../../src/store/pictures.ts';
import { pixel } from '../../support/pixel.ts';

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

/** A lane with one picture that stands in its folder. The presign waits for an hour; `status`: the storage's answer. */
function laneWithFile(status: number, wished?: string) {
  const digest = createHash('sha256').update(pixel).digest('hex');
  const picture = { ...row, wished: wished ?? digest };
  const clock = { ms: 1_000, monotonic: () => clock.ms, now: () => 0, random: () => 0 };
  const send = vi.fn(async () => {
    clock.ms += 3_600_000;
    return { kind: 'answered', attempts: 1, answer: { status: 200 } };
  });
  const [commit, tried] = [vi.fn(), vi.fn(() => 1)];
  const deps = {
    ...{ clock, send, maxInFlight: 4, nudge: () => undefined },
    files: {
      look: async () => ({ entry: { size: pixel.length } }),
      readWhole: async () => ({ bytes: pixel, sha256: digest }),
    },
    book: { open: () => 0, inFlight: new Set<number>(), send: commit },
    store: { pictures: { due: () => [picture], get: () => picture, tried } },
    calls: {
      pictures: {
        presign: () => ({ method: 'POST', path: '/presign' }),
        presigned: () => ({ value: { mediaId: '1', uploadUrl: 'https://storage.example/1' } }),
        commit: () => ({ method: 'POST', path: '/commit' }),
      },
    },
    pictures: { upload: async () => ({ kind: 'answer', status }) },
  } as unknown as PictureDeps;
  const lane = createPictureLane(deps, { folder: '/bilder', convert: false } as PicturePlace);
  return { lane, send, commit, tried };
}

it('fault 57: a presign that waited for an hour gave an address of now, so its upload is committed', async () => {
  const { lane, commit } = laneWithFile(200);
  await vi.waitFor(() => {
    lane.pump();
    expect(commit).toHaveBeenCalled();
  });
});

it('fault 58: nothing is sent of a picture that was rewritten since it was looked at', async () => {
  const { lane, send } = laneWithFile(200, 'before');
  lane.pump();
  await vi.waitFor(() => expect(lane.open()).toBe(0));
  expect(send).not.toHaveBeenCalled();
});

it.each([
  [408, true],
  [429, true],
  [503, true],
  [403, false],
])(
  'fault 57: a storage that answers %i is waited for: %s; else that counts against the picture',
  async (status, isWaited) => {
    const { lane, tried } = laneWithFile(status);
    lane.pump();
    await vi.waitFor(() => expect(lane.open()).toBe(0));
    expect(lane.storage.isProbing).toBe(isWaited);
    expect(tried).toHaveBeenCalledTimes(isWaited ? 0 : 1);
  },
);
