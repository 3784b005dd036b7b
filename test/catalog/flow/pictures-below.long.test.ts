import path from 'node:path';
import { expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import {
  articlesSource,
  calls,
  openWithPictures,
  picture,
  put,
  take,
  timeout,
} from '../picture-room.ts';
import { ledgerEnd } from '../room.ts';

useRoom();

it(
  'a picture that goes with all of its subfolder is held, unless the export itself no longer names them',
  async () => {
    await openWithPictures(`  brake: { vanished: { share: 90%, count: 50 } }
  pictures: { folder: ./bilder, removed: delete }
${articlesSource(', picture: Bild').replace('mapping', 'empty: clear, mapping')}`);
    const files = { A: 'alt/A.png', B: 'alt/B.png', C: 'alt/C.png', D: 'D.png' };
    const rows = Object.entries(files).map(([id, file]) => `${id};Artikel ${id};${file}`);
    room.write('artikel.csv', ['Nr;Name;Bild', ...rows]);
    for (const file of Object.values(files)) put(file, picture(file));
    await room.pass();
    const since = await ledgerEnd(room.market);
    for (const id of ['A', 'B', 'C'] as const) take(files[id]);
    await room.pass();
    const sentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);
    expect(await sentences()).toEqual([
      `3 of 4 pictures are no longer there and would be deleted on the marketplace (none is left in the folder ${path.join(room.shop.folder, 'bilder', 'alt')}).`,
    ]);
    expect(await calls(since)).toEqual([]);
    for (const id of ['A', 'B', 'C'] as const) put(files[id], picture(files[id]));
    await room.pass();
    expect(await sentences()).toEqual([]);
    room.write('artikel.csv', ['Nr;Name;Bild', ...rows.map((row) => row.replace(/alt.*/, ''))]);
    await room.pass();
    expect(await sentences()).toEqual([]);
    expect(await calls(since)).toEqual(Array(3).fill('DELETE images 200'));
  },
  timeout,
);
