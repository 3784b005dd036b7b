import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, type Post } from '../room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "s.csv", missing: zero, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

useRoom();

/** The first batch of articles gets no answer before `answer` is called. */
function silent(real: Post) {
  let answer = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isFirst = true;
  const send: Post['send'] = async (mutation) => {
    const isSilent = isFirst && mutation.method === 'POST' && mutation.path.endsWith('/batch');
    if (isSilent) {
      isFirst = false;
      await told;
    }
    return real.send(mutation);
  };
  return { send, answer: () => answer() };
}

it('I15: one request without an answer keeps neither newer stock nor other articles from being sent', async () => {
  await open(sources);
  await passOver({ 'a.csv': ['Nr;Name', 'A;a', 'B;b'], 's.csv': ['Nr;Menge', 'A;5', 'B;6'] });
  const { send, answer } = silent(room.post);
  await room.restart(room.shop, send);
  await room.catalog.start();
  const written = async (name: string, rows: readonly string[], call: unknown) => {
    const since = await ledgerEnd(room.market);
    room.write(name, rows);
    await room.catalog.nudge();
    await expect.poll(() => callsSince(room.market, since)).toEqual([call]);
  };
  const sent = room.post.sent.length;
  room.write('a.csv', ['Nr;Name', 'A;aa', 'B;b']);
  await expect.poll(() => room.catalog.store.requests.open().length).toBe(1);
  expect(room.post.sent).toHaveLength(sent);
  const stock = (b: number) => ['stock', { externalId: 'B', availableQty: b }];
  await written('s.csv', ['Nr;Menge', 'A;4', 'B;7', 'N;9'], stock(7));
  // The row of A waits for the answer by now.
  await expect.poll(() => room.catalog.store.sources.get('stock')?.plan).toBe(null);
  await written('s.csv', ['Nr;Menge', 'A;4', 'B;8', 'N;9'], stock(8));
  await expect.poll(() => room.catalog.store.sources.get('stock')?.plan).toBe(null);
  // A new article has the stock of the file that waits.
  await written(
    'a.csv',
    ['Nr;Name', 'A;aa', 'B;bb', 'N;n'],
    ['upsert', { externalId: 'B', name: 'bb' }, { externalId: 'N', name: 'n', availableQty: 9 }],
  );
  answer();
  const shown = async () => (await room.market.products()).map((p) => [p.name, p.availableQty]);
  await expect.poll(shown).toEqual([
    ['aa', 4],
    ['bb', 8],
    ['n', 9],
  ]);
});
