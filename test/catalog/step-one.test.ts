import { expect, it } from 'vitest';
import { createTrack } from '../../src/catalog/requests/track.ts';
import { stepPassOne } from '../../src/catalog/step-one.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { declared } from './declared.ts';

type Room = Parameters<typeof stepPassOne>[0];

const config = await declared(`  sources:
    - { name: art, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }
    - { name: text, folder: ./out, files: "t.csv", mapping: { externalId: Nr, brand: Marke } }`);

/** Runs 1 to 3 of `text`: the first counts, and each says another brand of the article. */
function opened(passes: object) {
  const store = openCatalogStore(':memory:');
  const [, source] = config.sources;
  if (source === undefined) throw new Error('there is no source');
  store.sources.ensure('text');
  store.mirror.add(1, 'A');
  for (const run of [1, 2, 3]) {
    store.runs.begin({ source: 'text', file: 't.csv', sha256: `${run}`, started_at: 1 });
    const fields = JSON.stringify({ brand: `M${run}` });
    store.parts.put({ product: 1, source: 'text', run, firstWhole: 1, fields });
  }
  store.sources.set('text', { run: 3, accepted_run: 1 });
  store.runs.setFinal(1);
  const track = createTrack(source);
  const room = {
    ...{ passes, book: { openCount: 0 }, tracks: new Map([['text', track]]) },
    deps: { store, config, clock: { now: () => 2, breathe: async () => undefined } },
    events: { runChanged: () => undefined },
  } as unknown as Room;
  const brands = () =>
    [1, 2, 3].map((run) => JSON.parse(store.parts.get(1, 'text', run) ?? '{}').brand);
  return { room, track, brands };
}

it('nothing of a file that is refused half-way counts, also once a later one is accepted', async () => {
  const refusal = { code: 'FILE_ENDS', rule: 'ends.', remedy: '' };
  const { room, track, brands } = opened({ startPassOne: async () => ({ refusal }) });
  await stepPassOne(room, track, 3);
  expect(brands()).toEqual(['M1', 'M2', 'M2']);
});

it('nothing of a file counts that another one overtook while it was read', async () => {
  const value = { content: { unstocked: 0 } };
  const passOne = {
    ...{ run: 3, export: { close: () => undefined }, knowledge: { added: 0, takenOver: 0 } },
    steps: { next: async () => ({ done: true, value }) },
  };
  const { room, track, brands } = opened({ commit: () => undefined });
  track.passOne = passOne as never;
  await stepPassOne(room, track, 3);
  expect(brands()).toEqual(['M1', 'M1', 'M3']);
});

it('an undo whose file is to be read once more, as after a release, is planned once more, too', async () => {
  const planUndo = async () => {
    track.isOvertaken = true;
    return () => expect.unreachable('it commits a plan from before');
  };
  const { room, track } = opened({ planUndo });
  const { runs } = room.deps.store;
  const file = { source: 'text', file: 'undo of run 3', sha256: '3', started_at: 2 };
  await stepPassOne(room, track, runs.begin({ ...file, undoes: 3, quantities: 0 }));
  expect(track.isOvertaken).toBe(true);
});
