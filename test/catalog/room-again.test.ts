import { expect, it } from 'vitest';
import { open, room, useRoom } from './one-room.ts';

const source = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name } }`;

useRoom();

it('a second look leaves a newer file the one that counts, also before its first pass', async () => {
  await open(source);
  room.write('artikel.csv', ['Nr;Name', 'A;Nagel']);
  await room.pass();
  const { store } = room.catalog;
  const spooled = store.spool.get(store.runs.newest('articles')?.sha256 ?? '');
  if (spooled === undefined) throw new Error('the file is not in the spool');
  const run = store.runs.begin({
    source: 'articles',
    file: 'newer.csv',
    sha256: spooled.sha256,
    started_at: 1,
  });
  store.sources.set('articles', { run, plan: null, done: 0 });
  store.mirror.refuse({ product: 1, hash: 1, code: 'ERROR', message: '', at: 1 });
  await room.catalog.retry();
  expect(store.sources.get('articles')?.run).toBe(run);
});
