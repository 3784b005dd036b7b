import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pixel } from '../support/pixel.ts';
import { open, room, useRoom } from './one-room.ts';
import {
  articles,
  articlesSource,
  byName,
  calls,
  openWithPictures,
  picture,
  put,
  sha256,
  shown,
  story,
  take,
  timeout,
  trouble,
  whole,
} from './picture-room.ts';
import { ledgerEnd } from './room.ts';

useRoom();

describe('a picture in the folder', () => {
  it(
    'goes up once, after its article; unchanged bytes cost nothing, changed ones one presign',
    async () => {
      await openWithPictures();
      articles('A', 'B');
      put('A.png');
      put('niemand.png');
      expect(await room.pass()).toMatchObject({
        calls: { batchUpsert: 1, pictures: 1 },
        isBusy: false,
      });
      expect(await calls()).toEqual(whole);
      expect(await shown()).toEqual({ A: sha256(picture()), B: undefined });
      const since = await ledgerEnd(room.market);
      put('A.png', picture(), 1_700_000_999);
      expect((await room.pass()).calls).toMatchObject({ pictures: 0 });
      expect(await calls(since)).toEqual([]);
      put('A.png', picture('neu'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect(await calls(since)).toEqual(whole);
      expect((await shown())['A']).toBe(sha256(picture('neu')));
      const { pictures } = await room.catalog.facts();
      expect(pictures).toMatchObject({ files: 1, confirmed: 1, waiting: 0, state: 'inStep' });
      expect(pictures?.sentence).toContain('1 files name no article');
    },
    timeout,
  );

  it(
    'fault 24: is judged by its bytes, not its name: a PNG called .jpg goes as PNG, a text goes nowhere',
    async () => {
      await openWithPictures();
      articles('A', 'B', 'C');
      put('A.jpg');
      put('B.jpg', Buffer.from('kein Bild'));
      put('C.png', picture().subarray(0, 40));
      await room.pass();
      const [presign] = (await room.market.ledger()).filter(({ path: at }) =>
        at.endsWith('presign'),
      );
      expect(presign?.body).toMatchObject({ contentType: 'image/png', byteSize: pixel.length });
      expect(await calls()).toEqual(whole);
      expect(await trouble()).toContain('B.jpg: is no picture');
      expect(await trouble()).toContain('C.png: is damaged or cut off');
      expect(await story('B')).toMatchObject({ state: 'rejected', file: 'B.jpg', confirmed: null });
      put('B.jpg', picture('b'));
      await room.pass();
      expect((await shown())['B']).toBe(sha256(picture('b')));
    },
    timeout,
  );

  it(
    'fault 24: that turns bad leaves the one on the marketplace alone',
    async () => {
      await openWithPictures(byName(', removed: delete'));
      articles('A');
      put('A.png');
      await room.pass();
      const since = await ledgerEnd(room.market);
      put('A.png', Buffer.alloc(5_242_881));
      await room.pass();
      expect(await calls(since)).toEqual([]);
      expect(await trouble()).toContain('A.png: has 5242881 bytes; at most 5242880');
    },
    timeout,
  );
});

describe('a picture that goes', () => {
  const four = ['A', 'B', 'C', 'D'];
  async function openFour(removed: string): Promise<number> {
    await openWithPictures(byName(`, removed: ${removed}`));
    articles(...four);
    for (const id of four) put(`${id}.png`, picture(id));
    await room.pass();
    return ledgerEnd(room.market);
  }

  it(
    'stays on the marketplace with removed: keep',
    async () => {
      const since = await openFour('keep');
      take('A.png');
      expect((await room.pass()).calls).toMatchObject({ pictures: 0 });
      expect(await calls(since)).toEqual([]);
    },
    timeout,
  );

  it(
    'is deleted with removed: delete, and sent again when it is back',
    async () => {
      const since = await openFour('delete');
      take('A.png');
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect(await calls(since)).toEqual(['DELETE images 200']);
      expect((await shown())['A']).toBeUndefined();
      put('A.png', picture('A'));
      await room.pass();
      expect((await calls(since)).slice(1)).toEqual(whole);
    },
    timeout,
  );

  it(
    'with too many others is held, and deleted after a yes to exactly these',
    async () => {
      const since = await openFour('delete');
      for (const id of ['A', 'B', 'C']) take(`${id}.png`);
      await room.pass();
      expect(await calls(since)).toEqual([]);
      const [hold] = await room.catalog.held();
      expect(hold).toMatchObject({ source: 'catalog.pictures', items: 3 });
      expect(hold?.sentence).toContain('3 of 4 pictures are no longer there');
      expect(await story('A')).toMatchObject({ state: 'held' });
      put('B.png', picture('B'));
      await room.pass();
      await room.catalog.release(hold!.id, 'Anna');
      await room.pass();
      expect(await calls(since)).toEqual(['DELETE images 200', 'DELETE images 200']);
      expect(await shown()).toMatchObject({ A: undefined, B: sha256(picture('B')), C: undefined });
    },
    timeout,
  );

  it(
    'with all others, or with the folder itself, is never taken for gone',
    async () => {
      const since = await openFour('delete');
      for (const id of four) take(`${id}.png`);
      await room.pass();
      expect(await trouble()).toContain('The folder of the pictures is empty');
      fs.rmdirSync(path.join(room.shop.folder, 'bilder'));
      await room.pass();
      expect(await trouble()).toContain('does not exist');
      expect(await room.catalog.held()).toEqual([]);
      expect(await calls(since)).toEqual([]);
    },
    timeout,
  );
});

describe('a picture that a column names', () => {
  it(
    'fault 25: a path that leads out of the folder is told with its row, and the rest of the row goes',
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
          remedy: expect.stringContaining('Give the path below the folder'),
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

it(
  'plan counts the pictures, and apply sends exactly these',
  async () => {
    await openWithPictures();
    articles('A');
    put('A.png');
    const proposal = await room.catalog.plan();
    expect(proposal).toMatchObject({ new: 1, pictures: 1, calls: { pictures: 1 } });
    expect(await calls()).toEqual([]);
    const done = await room.catalog.apply(proposal.plan, { quietMs: 5_000 });
    expect(done.calls).toMatchObject({ batchUpsert: 1, pictures: 1 });
    expect(await calls()).toEqual(whole);
  },
  timeout,
);
