import { describe, expect, it } from 'vitest';
import type { Mutation, Verdict } from '../../../src/domain/exchange.ts';
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
  whole,
} from '../picture-room.ts';
import { createPost, ledgerEnd } from '../room.ts';

useRoom();

describe('an upload that goes wrong', () => {
  it('of an article that was removed in the portal is no case for a retry, but for reconcile --fix', async () => {
    await openWithPictures();
    articles('A');
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/products/A/unpublish');
    put('A.png');
    await room.pass();
    expect(await calls()).toEqual(['POST presign 404']);
    const gone =
      'The marketplace has no such article: send it again with its picture: stockhand reconcile --fix';
    expect((await room.catalog.why('A')).next).toContain(`There is no product 'A'. ${gone}`);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'pictures-rejected', fix: gone }]);
  });

  it('of several articles is sent once more by one command, and where all are gone, a retry is not offered', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    await openWithPictures();
    articles(...names);
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/weather', {
      kind: 'status',
      status: 400,
      path: '^.*/presign$',
    });
    for (const name of names) put(`${name}.png`);
    await room.pass();
    const fix = 'What was refused is sent once more: stockhand retry --all';
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'pictures-rejected', fix }]);
    await room.market.sandbox.control('DELETE', '/sandbox/weather');
    for (const name of names)
      await room.market.sandbox.control('POST', `/sandbox/products/${name}/unpublish`);
    await room.catalog.retry();
    await room.pass();
    const gone =
      'The marketplace has no such article: send it again with its picture: stockhand reconcile --fix';
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'pictures-rejected', fix: gone }]);
  });

  it('of an article whose number has no address is no case for a retry, either', async () => {
    await openWithPictures();
    articles('batch');
    put('batch.png');
    await room.pass();
    expect(await calls()).toEqual([]);
    const fix = 'Give the article another number in the ERP.';
    expect((await room.catalog.why('batch')).next).toContain(`of the marketplace. ${fix}`);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'pictures-rejected', fix }]);
  });

  it('that was to be deleted is told as a deletion that was refused, and is deleted by a retry', async () => {
    await openWithPictures(byName(', removed: delete'));
    articles('A', 'B');
    put('A.png');
    put('B.png');
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/weather', {
      kind: 'status',
      status: 422,
      type: 'VALIDATION_ERROR',
      detail: 'The list is closed.',
      path: '^.*/images$',
      count: 1,
    });
    take('A.png');
    await room.pass();
    const refused = 'The deletion of its picture was refused: VALIDATION_ERROR The list is closed.';
    const again = 'stockhand retry --product A';
    expect((await room.catalog.why('A')).next).toBe(
      `It is in step except for its picture: ${refused} Send it once more: ${again}`,
    );
    expect(await room.catalog.needsYou()).toMatchObject([{ cause: `A: ${refused}` }]);
    await room.catalog.retry('A');
    await room.pass();
    expect(await shown()).toMatchObject({ A: undefined });
  });

  it('fault 24: a picture that cannot be converted is reported once, however often its file is reviewed', async () => {
    await openWithPictures(byName(', convert: true'));
    articles('A');
    put('A.jpg', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(64)]));
    const told = () =>
      room.catalog.store.events.last(50).filter(({ text }) => text.includes('A.jpg'));
    for (let pass = 0; pass < 3; pass += 1) await room.pass();
    expect(told()).toHaveLength(1);
    expect(await story('A')).toMatchObject({ state: 'rejected' });
  });

  it(
    'fault 58: an invalid handle is presigned again, three times at most, then parked until somebody says so',
    async () => {
      await openWithPictures();
      articles('A');
      put('A.png');
      await room.market.sandbox.control('POST', '/sandbox/weather', { kind: 'mediaHandleInvalid' });
      await room.pass();
      expect(await calls()).toEqual(
        Array.from({ length: 3 }, () => [whole[0], whole[1], 'POST commit 422']).flat(),
      );
      expect(await story('A')).toMatchObject({ state: 'parked' });
      expect((await story('A'))?.trouble).toContain('MEDIA_HANDLE_INVALID');
      expect((await room.catalog.why('A')).next).toMatch(
        /^It is in step except for its picture: A\.png was refused: .* stockhand retry --product A$/,
      );
      expect(await room.catalog.needsYou()).toMatchObject([
        {
          id: 'pictures-rejected',
          fix: 'What was refused is sent once more: stockhand retry --product A',
        },
      ]);
      await room.market.sandbox.control('DELETE', '/sandbox/weather');
      const since = await ledgerEnd(room.market);
      await room.pass();
      expect(await calls(since)).toEqual([]);
      expect(await room.catalog.retry('A')).toMatchObject({ items: 1 });
      await room.pass();
      expect(await calls(since)).toEqual(whole);
    },
    timeout,
  );

  it(
    'fault 87: a presign that met another change at that moment is asked for anew',
    async () => {
      await openWithPictures();
      articles('A');
      put('A.png');
      await room.market.sandbox.control('POST', '/sandbox/weather', {
        kind: 'status',
        status: 409,
        type: 'CONFLICT_OPTIMISTIC_LOCK',
        path: '^.*/presign$',
        count: 1,
      });
      await room.pass();
      expect(await calls()).toEqual(['POST presign 409', ...whole]);
    },
    timeout,
  );

  it(
    'fault 57: an address that has run out costs a new presign, never the old handle again',
    async () => {
      await openWithPictures();
      articles('A');
      put('A.png');
      await room.market.sandbox.control('POST', '/sandbox/weather', {
        kind: 'uploadRefused',
        count: 1,
      });
      await room.pass();
      const made = await calls();
      expect(made.filter((call) => call.startsWith('POST presign'))).toHaveLength(2);
      expect(made.at(-1)).toBe('POST commit 200');
      const commits = (await room.market.ledger()).filter(({ path: at }) => at.endsWith('commit'));
      expect(commits).toHaveLength(1);
    },
    timeout,
  );

  it(
    'fault 53: a product that is not there waits for its upsert',
    async () => {
      await openWithPictures();
      articles('A');
      await room.pass();
      await fetch(`${room.market.url}/connect/v1/supplier/catalog/products/A`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer sandbox-key' },
      });
      put('A.png');
      await room.pass();
      expect(await calls()).toEqual(['POST presign 404']);
      await room.pass();
      expect(await calls()).toEqual(['POST presign 404']);
      room.write('artikel.csv', ['Nr;Name;Bild', 'A;Anderer Name;']);
      await room.pass();
      expect((await calls()).slice(1)).toEqual(whole);
    },
    timeout,
  );

  it(
    'fault 59: after a crash between upload and commit it begins again from the presign; a lost commit is one effect',
    async () => {
      await openWithPictures();
      articles('A');
      put('A.png');
      const lose = async (mutation: Mutation): Promise<Verdict> => {
        const verdict = await room.post.send(mutation);
        return mutation.path.endsWith('commit') ? new Promise(() => undefined) : verdict;
      };
      await room.restart(room.shop, lose);
      await room.pass(300);
      expect(await calls()).toEqual(whole);
      const next = createPost(room.market.url);
      await room.restart(room.shop, next.send);
      await room.pass();
      expect(next.sent.map(({ path: at }) => at.split('/').at(-1))).toEqual(['commit']);
      const commits = (await room.market.ledger()).filter(({ path: at }) => at.endsWith('commit'));
      expect(commits.map(({ replayed }) => replayed)).toEqual([false, true]);
      expect(await story('A')).toMatchObject({ state: 'inStep' });
      put('A.png', picture('zwei'));
      await room.restart(room.shop, async (mutation) =>
        mutation.path.endsWith('commit') ? { kind: 'stopped', attempts: 0 } : next.send(mutation),
      );
      await room.pass(300);
      await room.restart();
      await room.pass();
      expect((await shown())['A']).toBe(sha256(picture('zwei')));
    },
    timeout,
  );
});
