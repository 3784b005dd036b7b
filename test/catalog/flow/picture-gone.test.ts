import path from 'node:path';
import { expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { productText } from '../../../src/product-story.ts';
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

it('a plan tells of pictures whose deletion is held, and a plan for one source does not', async () => {
  await openWithPictures(byName(', removed: delete'));
  articles('A', 'B', 'C', 'D');
  for (const id of ['A', 'B', 'C', 'D']) put(`${id}.jpg`);
  await room.pass();
  for (const id of ['A', 'B', 'C']) take(`${id}.jpg`);
  const plan = await room.catalog.plan();
  expect(plan).toMatchObject({ held: 3, pictures: 0 });
  expect(planText(plan)).toMatch(/not held is in step[\s\S]*Held: 3 of 4 pictures/);
  expect((await room.catalog.plan('articles')).holds).toEqual([]);
});

it('why says of a picture without a file that it stays on the marketplace', async () => {
  await openWithPictures();
  articles('A', 'B');
  for (const id of ['A', 'B']) put(`${id}.jpg`);
  await room.pass();
  take('A.jpg');
  await room.pass();
  const text = productText(await room.catalog.why('A'));
  expect(text).toContain('picture: no file any more; its picture stays on the marketplace');
});
