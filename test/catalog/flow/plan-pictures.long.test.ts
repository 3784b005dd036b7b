import { expect, it } from 'vitest';
import { room, useRoom } from '../one-room.ts';
import { articles, openWithPictures, picture, put, timeout } from '../picture-room.ts';

useRoom();

const apply = (plan: string) => room.catalog.apply(plan, { quietMs: 200 });

it('a plan is stale where other pictures are due, and says what is due now', {
  timeout,
}, async () => {
  await openWithPictures();
  articles('A', 'B', 'C');
  await room.pass();
  put('A.png', picture('a'));
  const { plan, pictures } = await room.catalog.plan(undefined);
  expect(pictures).toBe(1);
  put('B.png', picture('b'));
  await expect(apply(plan)).rejects.toThrow(
    /: the newest is 2 pictures, as plan \w{8}\. What has changed: pictures 1 is now 2\.$/,
  );
  await room.pass();
  put('C.png', picture('c'));
  await expect(apply(plan)).rejects.toThrow(
    /: the newest is 1 picture, as plan \w{8}\. What has changed: other pictures are due\.$/,
  );
  articles('A', 'B', 'C', 'D');
  const { plan: ofOne } = await room.catalog.plan('articles');
  articles('A', 'B', 'C', 'D', 'E');
  await expect(apply(ofOne)).rejects.toThrow(
    /: the newest is articles: run 3 \(artikel\.csv\), as plan \w{8}\. What has changed: articles: artikel\.csv was read since, as run 3\.$/,
  );
  const { config } = room.shop;
  const catalog = { ...config.catalog!, sources: [] };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
  await expect(apply(ofOne)).rejects.toThrow(
    /: there is nothing to send\. What has changed: articles: it is no longer a source\.$/,
  );
});
