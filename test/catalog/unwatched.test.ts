import { afterEach, describe, expect, it } from 'vitest';
import type { LooksDeps } from '../../src/catalog/intake/looks.ts';
import { stateFindings } from '../../src/check/doctor.ts';
import { statusText } from '../../src/cli/status.ts';
import { systemClock } from '../../src/clock.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { unwatchedFact } from '../../src/domain/unwatched.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { type WatchFacts, watchFolders } from '../../src/files/watch.ts';
import { createStatus } from '../../src/status/status.ts';
import { pageView } from '../../src/web/view.ts';
import { until } from '../support/until.ts';
import { openRoom, type Room } from './room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const limit = 'the system watches no more files (fs.inotify.max_user_watches, max_user_instances)';
const raise =
  'Where it lasts, raise fs.inotify.max_user_watches (sysctl) and restart Stockhand; nothing is missed meanwhile.';
const remedy = 'Stockhand watches it again by itself; nothing is missed meanwhile.';
const told = (folder: string, cause: string): string =>
  `Changes in ${folder} are not reported at once: ${cause}. Stockhand still looks at it every 2 s.`;
const hearing = { folder: '/out', watching: true, failed: false, hints: 3, missed: 0, deaf: false };

let room: Room | undefined;
afterEach(() => room?.close());

describe('a folder', () => {
  it.each<[string, Partial<WatchFacts>, [cause: string, remedy: string]?]>([
    ['that is heard', {}],
    ['on a share, which tells nothing', { watching: false, because: 'a share' }],
    [
      'beyond the limit of inotify',
      { watching: false, because: limit, failed: true, isLimit: true },
      [limit, raise],
    ],
    [
      'that may not be watched',
      { watching: false, because: 'it cannot be watched (EACCES)', failed: true },
      ['it cannot be watched (EACCES)', remedy],
    ],
    [
      'whose watcher is deaf',
      { missed: 1, deaf: true },
      ['the system did not report a change that a look found', remedy],
    ],
    ['whose watcher hears again', { missed: 1 }],
  ])('fault 19: %s', (_, facts, said) => {
    const fact = unwatchedFact([{ ...hearing, ...facts }], { folder: '/out', lookEveryMs: 2_000 });
    expect(fact).toEqual(said && { sentence: told('/out', said[0]), remedy: said[1] });
  });
});

/** The facts of a daemon whose watcher says that of itself. */
async function statusWith(watch: (folder: string) => Partial<WatchFacts>): Promise<StatusFacts> {
  room = await openRoom(sources);
  const folder = `${room.shop.folder}/out`;
  const facts = () => [{ ...hearing, folder, ...watch(folder) }];
  await room.restart(room.shop, room.post.send, {
    watch: {
      facts,
      looking: () => undefined,
      looked: () => undefined,
      close: async () => undefined,
    },
  });
  const catalog = await room.catalog.facts();
  return createStatus(systemClock)({
    ...{ baseUrl: '', version: '', sandbox: false, catalog, needsYou: [], events: [] },
    ...{ sending: { sent: {}, lanes: [] } as never, orders: undefined, webhooks: undefined },
  });
}

it('fault 19: that nobody is told of changes is in the status, on the page and in doctor, with cause, folder and what to do', async () => {
  const facts = await statusWith(() => ({ missed: 2, deaf: true }));
  const cause = 'the system did not report 2 changes that a look found';
  const sentence = told(`${room?.shop.folder}/out`, cause);
  expect(facts.catalog?.sources.map(({ unwatched }) => unwatched)).toEqual([
    { sentence, remedy },
    { sentence, remedy },
  ]);
  expect(statusText(facts, true)).toContain(`articles: ${sentence} ${remedy}`);
  const viewing = { language: 'en', nowMs: 0, timeZone: 'UTC' } as const;
  expect(pageView(facts, viewing).panels[0]?.sentence).toContain(`${sentence} ${remedy}`);
  expect(stateFindings({ isDaemon: true, facts })).toContainEqual({
    ...{ area: 'daemon', level: 'warning', place: 'stock' },
    ...{ sentence, remedy },
  });
});

it('fault 19: a watcher is asked once a round whether it told what the sources of its folder saw change', async () => {
  room = await openRoom(sources);
  const asked: boolean[] = [];
  const looked: NonNullable<LooksDeps['watch']>['looked'] = (_, __, isChanged) =>
    void asked.push(isChanged);
  await room.restart(room.shop, room.post.send, {
    watch: { facts: () => [], looking: () => undefined, looked, close: async () => undefined },
  });
  const changes = async (): Promise<number> => {
    asked.length = 0;
    await room?.pass();
    return asked.filter(Boolean).length;
  };
  expect(await changes()).toBe(0);
  room.write('bestand.csv', ['Nr;Menge', 'A1;1']);
  // The look that sees it comes first; that a run begins later is no change of the folder.
  expect(await changes()).toBe(1);
  expect(await changes()).toBe(0);
});

it('no watcher that tells all is called deaf while exports come in and are read, one folder for two sources', async () => {
  room = await openRoom(sources);
  const folder = `${room.shop.folder}/out`;
  const watch = watchFolders(createFilesDeps(systemClock), [folder], () => undefined);
  await room.restart(room.shop, room.post.send, { watch });
  const { catalog, write } = room;
  await catalog.pass({ quietMs: 0 });
  await until('the folder is watched', () => watch.facts()[0]?.watching);
  for (const round of [1, 2, 3]) {
    write('artikel.csv', ['Nr;Name', `A1;Rad ${round}`]);
    write('bestand.csv', ['Nr;Menge', `A1;${round}`]);
    const { runs } = await catalog.pass({ quietMs: 5_000 });
    expect(runs).toHaveLength(2);
  }
  // Two more looks judge what the last ones saw.
  for (const _ of [1, 2]) await catalog.pass({ quietMs: 0 });
  await until('something was heard', () => (watch.facts()[0]?.hints ?? 0) > 0);
  expect(watch.facts()[0]).toMatchObject({ missed: 0, deaf: false });
});
