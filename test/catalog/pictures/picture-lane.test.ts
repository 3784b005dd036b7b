import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createPictureLane } from '../../../src/catalog/pictures/picture-lane.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
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

/** A, B and C are GIF files, which have to be converted, and D is none. Conversions wait for `converted`. */
function laneWithConversions() {
  const store = openCatalogStore(':memory:');
  for (const [at, name] of ['A', 'B', 'C', 'D'].entries()) {
    store.mirror.add(at + 1, name);
    const wished = name === 'D' ? 'D' : `${name}~1`;
    store.pictures.read({ product: at + 1, file: name, look: '', at: 1, wished, fault: null });
  }
  store.database.exec('UPDATE product SET content_hash = 1');
  const converted: (() => void)[] = [];
  const presigned: string[] = [];
  const deps = {
    store,
    clock: { monotonic: () => 1_000, now: () => 0 },
    ...{ maxInFlight: 1, nudge: () => undefined, book: { open: () => 0, inFlight: new Set() } },
    files: {
      look: async ({ name }: { name: string }) => ({ entry: { name, size: pixel.length } }),
      readWhole: async ({ file: { name } }: { file: { name: string } }) =>
        name === 'D'
          ? { bytes: pixel, sha256: name }
          : { bytes: Buffer.from('GIF89a'), sha256: name },
    },
    calls: { pictures: { presign: (id: string) => presigned.push(id) && {} } },
    send: () => new Promise(() => undefined),
    pictures: {
      recipe: 1,
      convert: () =>
        new Promise((resolve) => {
          converted.push(() => resolve({ bytes: pixel, contentType: 'image/png' }));
        }),
    },
  } as unknown as PictureDeps;
  const lane = createPictureLane(deps, { folder: '/bilder', convert: true } as PicturePlace);
  return { lane, converted, presigned };
}

it('fault 24: a picture that needs no conversion is sent meanwhile, also where one is sent at once', async () => {
  const { lane, converted, presigned } = laneWithConversions();
  await vi.waitFor(() => {
    lane.pump();
    expect([converted.length, presigned]).toEqual([1, ['D']]);
  });
});
