import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { room, useRoom } from '../one-room.ts';
import { articles, byName, openWithPictures, put, shown, timeout } from '../picture-room.ts';

useRoom();

it(
  'a folder of pictures that is away for a moment is looked at again long before the next minute',
  async () => {
    await openWithPictures(byName());
    const folder = path.join(room.shop.folder, 'bilder');
    put('A.png');
    articles('A');
    fs.renameSync(folder, `${folder}.away`);
    await room.catalog.start();
    const ids = async () => (await room.catalog.needsYou()).map(({ id }) => id);
    await until('the folder is away', async () => (await ids()).includes('pictures-offline'));
    fs.renameSync(`${folder}.away`, folder);
    await until('the picture is sent', async () => (await shown())['A'] !== undefined);
    expect(await ids()).toEqual([]);
  },
  timeout,
);
