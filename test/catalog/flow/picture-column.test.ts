import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import {
  articlesSource,
  openWithPictures,
  picture,
  put,
  sha256,
  shown,
  story,
  timeout,
} from '../picture-room.ts';

useRoom();

describe('a picture that a column names', () => {
  it(
    'fault 8: stays as it is where the rows of its article contradict each other',
    async () => {
      await openWithPictures(
        `  pictures: { folder: ./bilder }\n${articlesSource(', picture: Bild')}`,
      );
      for (const name of ['a', 'b', 'c']) put(`${name}.png`, picture(name));
      const rows = (...lines: string[]) => ['Nr;Name;Bild', ...lines];
      room.write('artikel.csv', rows('A;Apfel;a.png'));
      await room.pass();
      const before = await shown();
      room.write('artikel.csv', rows('A;Apfel;b.png', 'A;Birne;c.png'));
      const { runs, calls: made } = await room.pass();
      expect(runs[0]).toMatchObject({ read: 2, rejected: 2 });
      expect(made).toMatchObject({ pictures: 0 });
      expect(await shown()).toEqual(before);
    },
    timeout,
  );

  it('is that of the last row where that one counts: an empty cell of it repeats what was sent', async () => {
    const last = articlesSource(', picture: Bild').replace('mapping', 'duplicates: last, mapping');
    await openWithPictures(`  pictures: { folder: ./bilder }\n${last}`);
    const rows = (...lines: string[]) => ['Nr;Name;Bild', ...lines];
    room.write('artikel.csv', rows('A;Apfel;a.png'));
    await room.pass();
    room.write('artikel.csv', rows('A;Apfel;b.png', 'A;Birne;'));
    await room.pass();
    const { mirror, pictures } = room.catalog.store;
    expect(pictures.namedOf(mirror.find('A')?.id ?? 0)).toBe('a.png');
  });

  it(
    'fault 25: a path that leads out of the folder is reported with its row, and the rest of the row goes',
    async () => {
      await openWithPictures(
        `  pictures: { folder: ./bilder, removed: delete }\n${articlesSource(', picture: Bild')}`,
      );
      put('b.png', picture('b'));
      room.shop.write('geheim.png', picture('geheim'));
      const folder = path.join(room.shop.folder, 'bilder');
      fs.symlinkSync('../geheim.png', path.join(folder, 'link.png'));
      fs.symlinkSync('..', path.join(folder, 'oben'));
      const rows = (...named: string[]) => [
        'Nr;Name;Bild',
        ...named.map((file, at) => `${'ABCD'[at]};Obst ${at};${file}`),
      ];
      room.write('artikel.csv', rows('b.png', 'b.png', 'b.png', 'b.png'));
      await room.pass();
      const before = await shown();
      room.write(
        'artikel.csv',
        rows('../geheim.png', '/geheim.png', 'link.png', 'oben/geheim.png'),
      );
      const { runs, calls: made } = await room.pass();
      expect(runs[0]).toMatchObject({ read: 4, unchanged: 4, rejected: 0 });
      expect(made).toMatchObject({ pictures: 0, delete: 0 });
      expect(await shown()).toEqual(before);
      const complaints = room.catalog.store.complaints.of(runs[0]!.run, 9);
      expect(complaints).toMatchObject([
        {
          ...{ code: 'PICTURE_PATH', level: 'note', row: 2, external_id: 'A', column_name: 'Bild' },
          ...{ value: '../geheim.png', rule: 'leads out of the picture folder.' },
          remedy: expect.stringContaining('Give the path below the picture folder'),
        },
        { row: 3, value: '/geheim.png', rule: 'is not relative to the picture folder.' },
      ]);
      const troubles = await Promise.all(['A', 'B', 'C', 'D'].map(async (id) => story(id)));
      expect(troubles).toMatchObject([
        { state: 'rejected', trouble: expect.stringContaining('leads out of the picture folder.') },
        { state: 'rejected', trouble: expect.stringContaining('is not relative') },
        { state: 'rejected', trouble: expect.stringContaining('link.png": is a symbolic link') },
        { state: 'rejected', trouble: expect.stringContaining('leads out of the picture folder.') },
      ]);
      const [need] = await room.catalog.needsYou();
      expect(need).toMatchObject({ what: '4 pictures are not sent.' });
      expect(need?.cause).toContain('A: "../geheim.png": leads out of the picture folder.');
      room.write('artikel.csv', rows('b.png', 'b.png', '', 'b.png'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 0, delete: 0 });
      expect(await story('A')).toMatchObject({ state: 'inStep' });
      expect(await story('D')).toMatchObject({ state: 'inStep' });
    },
    timeout,
  );

  it(
    'fault 25: is found below the folder, never outside of it, and may serve several articles',
    async () => {
      await openWithPictures(
        `  pictures: { folder: ./bilder, removed: delete }\n${articlesSource(', picture: Bild')}`,
      );
      put('gross/Apfel.PNG', picture('apfel'));
      put('b.png', picture('b'));
      room.shop.write('geheim.png', picture('geheim'));
      const rows = (bildB: string) => [
        'Nr;Name;Bild',
        'A;Apfel;gross\\apfel.png',
        `B;Birne;${bildB}`,
        'C;Clementine;gross/Apfel.PNG',
        'D;Dattel;../geheim.png',
        'E;Feige;fehlt.png',
      ];
      room.write('artikel.csv', rows('b.png'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 3 });
      const apfel = sha256(picture('apfel'));
      const birne = sha256(picture('b'));
      expect(await shown()).toEqual({ A: apfel, B: birne, C: apfel, D: undefined, E: undefined });
      expect(await story('E')).toMatchObject({ named: 'fehlt.png', file: null });
      room.write('artikel.csv', rows('gross/Apfel.PNG'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect((await shown())['B']).toBe(apfel);
    },
    timeout,
  );
});
