import { expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import {
  articles,
  byName,
  calls,
  openWithPictures,
  picture,
  put,
  take,
  whole,
} from '../picture-room.ts';
import { ledgerEnd } from '../room.ts';

useRoom();

it('neither sends nor deletes a picture of an article that only: leaves out, until that lets it in', async () => {
  const all = ['A', 'B', 'C', 'D', 'E', 'F'];
  await openWithPictures(byName(', removed: delete'));
  articles(...all);
  for (const id of all) put(`${id}.jpg`, picture(id));
  await room.pass();
  const { config } = room.shop;
  const only = (ids: readonly string[]) =>
    room.restart({
      ...room.shop,
      config: { ...config, catalog: { ...config.catalog!, only: ids } },
    });
  await only(['A']);
  const since = await ledgerEnd(room.market);
  put('B.jpg', picture('new'), 1_700_000_100);
  take('C.jpg');
  await room.pass();
  expect(await calls(since)).toEqual([]);
  await only(['B', 'C']);
  await room.pass();
  expect((await calls(since)).toSorted()).toEqual(['DELETE images 200', ...whole].toSorted());
});
