import path from 'node:path';
import { expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import {
  articles,
  articlesSource,
  byName,
  openWithPictures,
  put,
  timeout,
} from '../picture-room.ts';

useRoom();

/** Of one pass: how many looks the watcher of each folder heard of, besides those that began as looks for exports. */
async function besidesExports(): Promise<Record<string, number>> {
  const count: Record<string, number> = {};
  const counting = (step: number) => (folder: string) => {
    const name = path.basename(folder);
    count[name] = (count[name] ?? 0) + step;
  };
  const nothing = { facts: () => [], close: async () => {} };
  const watch = { looking: counting(-1), looked: counting(1), ...nothing };
  await room.restart(room.shop, room.post.send, { watch });
  articles('A');
  await room.pass();
  return count;
}

it(
  'the folder of the pictures is watched from its first look on, so a new picture is seen at once',
  async () => {
    await openWithPictures(byName());
    put('A.png');
    const { bilder, out } = await besidesExports();
    expect(bilder).toBeGreaterThan(0);
    expect(out).toBe(0);
  },
  timeout,
);

it(
  'pictures beside the exports are left to the watch of the exports, whose looks say what it missed',
  async () => {
    await openWithPictures(`  pictures: { folder: ./out }\n${articlesSource()}`);
    expect(await besidesExports()).toEqual({ out: 0 });
  },
  timeout,
);
