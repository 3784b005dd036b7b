import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenInLedger } from '../support/laws.ts';
import { root } from '../support/program.ts';
import { inScene, type Scene, standardConfig, timeout } from '../support/scene.ts';
import { begin, type GoldenDay, goldenOptions } from './golden.ts';
import { deniedNote, isDenied } from './kills.ts';
import { cutsOf, leftBy } from './power/cut.ts';
import { brokenInState, expectGoesOn, goOn } from './power/judge.ts';
import { believedAndThere, type Recording, record } from './power/recording.ts';
import { openRelay } from './power/relay.ts';

/** So many cuts of each day after which the program goes on; `npm run power` is the long run. */
const longRun = process.env['POWER_CUTS'];
const cutsGoneOnFrom = Number(longRun ?? 3);
/** On the second day the databases are there already: for the long run, because it takes as long again. */
const daysCut = [['first', 1] as const, ...(longRun === undefined ? [] : [['second', 2] as const])];
/** A look at the databases alone costs a hundredth. */
const cutsLookedAt = 8 * cutsGoneOnFrom;
/** Ends with the first that loses something: how many that takes depends on how the day went. */
const weakCuts = 300;
const seed = Number(process.env['POWER_SEED'] ?? 27);
const cutTimeout = timeout + cutsGoneOnFrom * 10_000;

const normal = path.join(root, 'test/crash/power/normal.cjs');

interface Recorded {
  readonly scene: Scene;
  readonly days: readonly GoldenDay[];
  readonly recording: Recording;
}

/** The last of so many days, recorded. */
function onDay(day: number, play: (recorded: Recorded) => Promise<void>, preload?: string) {
  return async () => {
    let scene: Scene | undefined;
    const relay = await openRelay(() => scene!.market);
    const config = ({ folder }: { folder: string }): string =>
      standardConfig(goldenOptions)({ folder, url: relay.url });
    try {
      await inScene({ config }, async (opened) => {
        scene = opened;
        const days: GoldenDay[] = [];
        for (let past = 1; past < day; past += 1) {
          days.push(await begin(scene, past));
          expect((await scene.run('run', '--once')).code).toBe(0);
        }
        days.push(await begin(scene, day));
        await play({ scene, days, recording: await record(scene, relay, preload) });
      })();
    } finally {
      await relay.close();
    }
  };
}

/** What each cut has broken. */
async function brokenBy(recorded: Recorded): Promise<readonly string[]> {
  const { scene, recording } = recorded;
  const broken: string[] = [];
  for (const left of leftBy(recording, scene.folder, cutsOf(recording, cutsLookedAt, seed)))
    for (const loss of brokenInState(recording, left, scene.path('check')))
      broken.push(`${JSON.stringify(left.cut)}: ${loss}`);
  for (const left of leftBy(recording, scene.folder, cutsOf(recording, cutsGoneOnFrom, seed)))
    await expectGoesOn(recorded, left).catch((cause: unknown) => {
      broken.push(`${JSON.stringify(left.cut)}: ${String(cause)}`);
    });
  return broken;
}

function firstOf<Item>(items: Iterable<Item>, isMeant: (item: Item) => boolean) {
  for (const item of items) if (isMeant(item)) return item;
  return undefined;
}

describe.skipIf(isDenied)(
  `fault 27: the power goes${deniedNote}`,
  { timeout: cutTimeout, concurrent: true },
  () => {
    it.each(daysCut)(
      'anywhere on the %s day, and nothing that the outside has seen is lost or done twice',
      (_, day) =>
        onDay(day, async (recorded) => {
          const { recording, scene } = recorded;
          const [believed, there] = believedAndThere(recording, scene.folder);
          expect(believed).toEqual(there);
          expect(await brokenBy(recorded)).toEqual([]);
          const all = `of ${recording.steps.length} steps`;
          process.stdout.write(
            `day ${day}: looked at ${cutsLookedAt} cuts, gone on from ${cutsGoneOnFrom} ${all}\n`,
          );
        })(),
    );

    it(
      'and what is lost with synchronous=NORMAL is found, in the databases and by the marketplace',
      onDay(
        1,
        async (recorded) => {
          const { scene, recording } = recorded;
          const check = scene.path('check');
          const accept = /POST .*\/accept had left, and its row is lost/;
          const loss = firstOf(
            leftBy(recording, scene.folder, cutsOf(recording, weakCuts, seed)),
            (left) => accept.test(brokenInState(recording, left, check).join('\n')),
          );
          expect(loss).toBeDefined();
          const { ledger } = await goOn(recorded, loss!);
          expect(brokenInLedger(ledger).join('\n')).toMatch(/\/accept with a second key/);
        },
        normal,
      ),
    );
  },
);
