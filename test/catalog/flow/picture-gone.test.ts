import path from 'node:path';
import { expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import { articles, byName, calls, openWithPictures, put, story, take } from '../picture-room.ts';

useRoom();

it('a picture whose file went while it was uploaded is not shown', async () => {
  await openWithPictures(byName(', removed: delete'));
  articles('A', 'B');
  put('B.jpg');
  await room.pass();
  room.post.hold();
  put('A.jpg');
  await room.catalog.start();
  const look = () => room.catalog.nudge(path.join(room.shop.folder, 'bilder'));
  await look();
  const presigns = () => room.post.sent.filter((sent) => sent.path.endsWith('presign')).length;
  await expect.poll(presigns).toBe(2);
  take('A.jpg');
  const file = async () => look().then(async () => (await story('A'))?.file);
  await expect.poll(file).toBe(null);
  room.post.letGo();
  const uploads = async () => (await calls()).filter((call) => call === 'PUT upload 200').length;
  await expect.poll(uploads).toBe(2);
  await room.pass();
  expect((await calls()).filter((call) => call === 'POST commit 200')).toHaveLength(1);
});
