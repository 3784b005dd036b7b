import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

const open = () => openCatalogStore(':memory:');

describe('the spool', () => {
  it('lies where the data folder is now, wherever that was when it was written', () => {
    const { spool } = open();
    for (const [sha256, path] of [
      ['a', '/old/data/spool/a'],
      ['b', 'D:\\Stockhand\\data\\spool\\b'],
    ] as const)
      spool.put({ sha256, parts: [{ name: `${sha256}.csv`, path }], size: 1 }, 1);
    spool.liesIn('/new/spool');
    expect(spool.all().flatMap(({ parts }) => parts.map(({ path }) => path))).toEqual(
      ['a', 'b'].map((name) => join('/new/spool', name)),
    );
  });

  it('gives up no content that a source still refers to, nor one of its newest five runs', () => {
    const store = open();
    const put = (sha256: string) =>
      store.spool.put(
        { sha256, parts: [{ name: `${sha256}.csv`, path: `/${sha256}` }], size: 1 },
        1,
      );
    const runOf = (sha256: string) =>
      store.runs.begin({ source: 'articles', file: 'a', sha256, started_at: 1 });
    const newest = ['1', '2', '3', '4', '5'].map((name) => `newest ${name}`);
    const [old, restore, accepted, wished] = [
      'old',
      'restore',
      'accepted',
      'wished',
      ...newest,
    ].map((sha256) => {
      put(sha256);
      const run = runOf(sha256);
      store.runs.setFinal(run);
      return run;
    });
    store.sources.ensure('articles');
    expect(store.spool.unused()).toHaveLength(4);
    store.sources.set('articles', { run: wished!, accepted_run: accepted!, restore_run: restore! });
    expect(old).toBe(1);
    expect(store.spool.unused().map(({ sha256 }) => sha256)).toEqual(['old']);
    store.spool.remove('old');
    expect(store.spool.get('old')).toBeUndefined();
    expect(store.spool.get('wished')).toEqual({
      sha256: 'wished',
      parts: [{ name: 'wished.csv', path: '/wished' }],
      size: 1,
    });
    put('wished');
    expect(store.spool.unused()).toEqual([]);
  });

  it('gives up no content that is queued, unfinished, has rows that wait, or is of a quiet source', () => {
    const store = open();
    const read = (sha256: string, source = 'articles'): number => {
      store.spool.put({ sha256, parts: [{ name: sha256, path: `/${sha256}` }], size: 1 }, 1);
      return store.runs.begin({ source, file: sha256, sha256, started_at: 1 });
    };
    const rows = { marks: new Uint8Array(1), ids: new Int32Array(1) };
    store.runs.setFinal(read('quiet', 'stock'));
    read('unfinished');
    const parked = read('parked');
    store.parked.put(parked, 'articles', rows);
    const finals = ['old', 'queued', '1', '2', '3', '4', '5'].map((name) => read(name));
    for (const run of [parked, ...finals]) store.runs.setFinal(run);
    store.queued.add('articles', { file: 'q', sha256: 'queued', written_at: 1 });
    expect(store.spool.unused().map(({ sha256 }) => sha256)).toEqual(['old']);
  });

  it('keeps exports with rejected rows until their result files are written, the newest 100 MB of them', () => {
    const store = open();
    const read = (name: string, size: number, rejected: number): number => {
      store.spool.put({ sha256: name, parts: [{ name, path: `/${name}` }], size }, 1);
      const run = store.runs.begin({ source: 'changes', file: name, sha256: name, started_at: 1 });
      const counts = { read: 1, unchanged: 0, sent: 0, braked: 0, waiting: 0, skipped: 0 };
      store.runs.setCounts(run, { ...counts, rejected });
      return run;
    };
    read('too large', 100_000_000, 1);
    const first = read('unwritten', 1_000, 1);
    read('without fault', 1_000, 0);
    for (const name of ['1', '2', '3', '4', '5']) read(name, 1, 0);
    const unused = (): string[] => store.spool.unused().map(({ sha256 }) => sha256);
    expect(unused()).toEqual(['too large', 'without fault']);
    store.runs.setReported(first);
    expect(unused()).toEqual(['unwritten', 'without fault']);
  });

  it('lets go of an export whose run is forgotten, for its result file has nothing left to tell', () => {
    const store = open();
    for (const name of ['unwritten', '1', '2', '3', '4', '5']) {
      store.spool.put({ sha256: name, parts: [{ name, path: `/${name}` }], size: 1 }, 1);
      const run = store.runs.begin({ source: 'changes', file: name, sha256: name, started_at: 1 });
      const counts = { read: 1, unchanged: 0, sent: 0, braked: 0, waiting: 0, skipped: 0 };
      store.runs.setCounts(run, { ...counts, rejected: 1 });
    }
    expect(store.spool.unused()).toEqual([]);
    for (const _ of store.forgetSteps(20 * 86_400_000));
    expect(store.spool.unused().map(({ sha256 }) => sha256)).toEqual(['unwritten']);
  });
});
