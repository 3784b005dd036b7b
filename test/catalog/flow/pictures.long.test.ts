import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { undoText } from '../../../src/cli/undo.ts';
import { pixel } from '../../support/pixel.ts';
import { room, useRoom } from '../one-room.ts';
import {
  articles,
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
} from '../picture-room.ts';
import { ledgerEnd } from '../room.ts';

useRoom();

const fixOfPictures = 'Save these files again, or correct what the export names.';

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
      expect(pictures?.sentence).toContain('1 file names no article');
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
      const [need, ...others] = await room.catalog.needsYou();
      expect(others).toEqual([]);
      expect(need).toMatchObject({
        id: 'pictures-rejected',
        what: '2 pictures are not sent.',
        cause:
          'B.jpg: is not a picture, although its name says so. Save it as JPEG, PNG or WebP. C.png: is damaged or cut off: the end of the PNG is missing. Save it again.',
        fix: fixOfPictures,
      });
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
      expect(await room.catalog.needsYou()).toEqual([
        {
          id: 'pictures-rejected',
          what: '1 picture is not sent.',
          cause:
            'A.png: has 5242881 bytes; at most 5242880 are accepted. Make it smaller, or allow it to be converted: catalog.pictures.convert: true.',
          effect: 'Buyers see the pictures that were sent before.',
          fix: fixOfPictures,
        },
      ]);
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
    'with too many others within an hour is held, also if they go one by one',
    async () => {
      const since = await openFour('delete');
      const taken = async (id: string) => {
        take(`${id}.png`);
        await room.pass();
        return (await room.catalog.held()).map(({ sentence }) => sentence);
      };
      expect([await taken('A'), await taken('B')]).toEqual([[], []]);
      const hold =
        '1 of 2 pictures are no longer there and would be deleted on the marketplace, after 2 within an hour (limit: 2% or 50).';
      expect(await taken('C')).toEqual([hold]);
      expect(await calls(since)).toEqual(['DELETE images 200', 'DELETE images 200']);
    },
    timeout,
  );

  it(
    'with too many others is held, and deleted after a release of exactly these',
    async () => {
      const since = await openFour('delete');
      for (const id of ['A', 'B', 'C']) take(`${id}.png`);
      await room.pass();
      expect(await calls(since)).toEqual([]);
      const [hold] = await room.catalog.held();
      expect(hold).toMatchObject({ source: 'catalog.pictures', items: 3 });
      expect(hold?.sentence).toContain('3 of 4 pictures are no longer there');
      expect(await story('A')).toMatchObject({ state: 'held' });
      expect(await room.catalog.needsYou()).toMatchObject([
        {
          effect: '3 pictures stay on the marketplace as they are.',
          fix: expect.stringMatching(
            /^Put the files back, or allow exactly this: stockhand release/,
          ),
        },
      ]);
      put('B.png', picture('B'));
      await room.pass();
      await room.catalog.setPaused(undefined, true);
      const { paused } = await room.catalog.release(hold!.id, 'Anna');
      await room.pass();
      expect([paused, await calls(since)]).toEqual(['Every source is paused', []]);
      await room.catalog.setPaused(undefined, false);
      await room.pass();
      expect(await calls(since)).toEqual(['DELETE images 200', 'DELETE images 200']);
      expect(await shown()).toMatchObject({ A: undefined, B: sha256(picture('B')), C: undefined });
      // What was released is not counted against the next one that goes.
      take('B.png');
      await room.pass();
      expect([await room.catalog.held(), (await calls(since)).length]).toEqual([[], 3]);
    },
    timeout,
  );

  it(
    'with too many others cannot be released once they are back, and the answer says why',
    async () => {
      await openFour('delete');
      for (const id of ['A', 'B', 'C']) take(`${id}.png`);
      await room.pass();
      const [hold] = await room.catalog.held();
      for (const id of ['A', 'B', 'C']) put(`${id}.png`, picture(id));
      await room.pass();
      const releasing = async () => room.catalog.release(hold!.id, 'Anna');
      await expect(releasing()).rejects.toThrow('cannot be released: the pictures are back.');
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

it(
  'plan counts the pictures, and apply sends exactly these',
  async () => {
    await openWithPictures();
    articles('A');
    put('A.png');
    const proposal = await room.catalog.plan();
    expect(proposal).toMatchObject({ new: 1, pictures: 1, calls: { pictures: 1 } });
    expect(await calls()).toEqual([]);
    expect(planText(proposal)).toContain(', 1 picture x3 (3).');
    const done = await room.catalog.apply(proposal.plan, { quietMs: 5_000 });
    const undo = await room.catalog.undo({
      run: String(proposal.sources[0]!.run),
      quantities: false,
    });
    expect(undoText(undo)).toContain('  Pictures stay as they are.\n');
    expect(done.calls).toMatchObject({ batchUpsert: 1, pictures: 1 });
    expect(await calls()).toEqual(whole);
  },
  timeout,
);

it(
  'rests while every source does, and a pass says so at once',
  async () => {
    await openWithPictures();
    articles('A');
    await room.pass();
    await room.catalog.setPaused(undefined, true, 'Anna');
    put('A.png');
    expect(await room.pass(60_000)).toMatchObject({
      isBusy: false,
      paused: [{ id: 'paused-pictures', what: '1 picture waits.' }],
    });
    expect((await room.catalog.facts()).pictures).toMatchObject({ state: 'paused', waiting: 1 });
    expect((await room.catalog.why('A')).next).toBe(
      'It is in step except for its picture: it is sent after: stockhand resume catalog',
    );
    await room.catalog.setPaused(undefined, false, 'Anna');
    expect(await room.pass()).toMatchObject({ isBusy: false, paused: [] });
    expect(await calls()).toEqual(whole);
  },
  timeout,
);
