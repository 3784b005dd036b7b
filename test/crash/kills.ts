import { expect } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { inScene, type Scene, type SceneOptions, timeout } from '../support/scene.ts';
import { type Syscall, untilSyscall, whyNoTracing, writesOf } from '../support/syscalls.ts';
import { type KillBook, openBook, placeOf, spread } from './places.ts';

/**
 * How many processes are killed side by side, each in a scene of its own: half of a pass is waiting for files to rest.
 */
const atOnce = Number(process.env['SYSCALL_KILLS_AT_ONCE'] ?? '2');
/** So many kills one after the other before the state is judged and a new import begins. */
const killsPerScene = 8;
/** Of all places; the last calls of a kind are not made in every run, and which thread makes them differs. */
const missedShareMax = 0.1;

const denied = whyNoTracing();
/** Where the suite must be whole, it fails instead. */
export const isDenied = denied !== undefined && process.env['CI'] === undefined;
export const deniedNote = denied === undefined ? '' : ` (skipped: ${denied})`;
export const killsTimeout = process.env['SYSCALL_KILLS'] === 'all' ? 24 * 3_600_000 : 4 * timeout;

/** What goes on in one scene, a pass a day. */
export interface Life {
  /** Gives the next pass something to do of every kind. */
  nextDay(): Promise<void>;
  /** What must be true after a pass that nobody killed. */
  judge(): Promise<void>;
  /** Ends what was begun beside the program, also after a failure. */
  end(): Promise<unknown>;
}

export interface Play {
  readonly name: string;
  readonly options: SceneOptions;
  begin(scene: Scene): Life;
}

/** A pass a day, each killed as it begins one of these calls; then one that nobody kills, and the judgement. */
async function killAtEach(play: Play, places: readonly Syscall[]): Promise<readonly Syscall[]> {
  const missed: Syscall[] = [];
  await inScene(play.options, async (scene) => {
    const life = play.begin(scene);
    try {
      for (const place of places) {
        await life.nextDay();
        const ended = await untilSyscall(scene, place);
        if (ended.signal === 'SIGKILL') continue;
        if (ended.code !== 0) throw new Error(ended.stderr);
        missed.push(place);
      }
      const last = await scene.json<OnceReport>('run', '--once');
      expect(last).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      await life.judge();
    } finally {
      await life.end();
    }
  })().catch((cause: unknown) => {
    throw new Error(`killed at ${places.map(placeOf).join(', ')}: ${String(cause)}`, { cause });
  });
  return missed;
}

/** Notes how each kill of one scene ended; answers the places to try again on the first day of another. */
async function noteEnds(
  play: Play,
  places: readonly Syscall[],
  book: KillBook,
): Promise<readonly Syscall[]> {
  try {
    const missed = await killAtEach(play, places);
    for (const place of places) {
      if (!missed.includes(place)) book.note(place, 'killed');
      else if (place === places[0]) book.note(place, 'missed');
    }
    return missed.filter((place) => place !== places[0]);
  } catch (cause) {
    const end = `broken: ${cause instanceof Error ? cause.message : String(cause)}`;
    for (const place of places) book.note(place, end);
    return [];
  }
}

/**
 * A day makes more calls when the databases are new: the late ones of a kind come on the first day. What a later day
 * missed has a scene of its own, where no pass is spent on what it would miss again.
 */
function nextScene(due: Syscall[], missed: Syscall[]): readonly Syscall[] {
  const again = missed.pop();
  if (again !== undefined) return [again];
  const first = due.pop();
  return first === undefined ? [] : [first, ...due.splice(0, killsPerScene - 1)];
}

/** Every call that writes to the disk, or so many of them, is once the last that a process makes. */
export async function expectNothingBroken(play: Play): Promise<void> {
  let all: readonly Syscall[] = [];
  await inScene(play.options, async (scene) => {
    const life = play.begin(scene);
    await life.nextDay();
    all = await writesOf(scene);
    await life.end();
  })();
  expect(all.length).toBeGreaterThan(100);
  const book = openBook(play.name);
  const due = spread(all)
    .filter((place) => !book.ends.has(placeOf(place)))
    .sort((a, b) => a.nth - b.nth);
  const missedLater: Syscall[] = [];
  const next = (): readonly Syscall[] => nextScene(due, missedLater);
  const playInTurn = async (): Promise<void> => {
    for (let places = next(); places.length > 0; places = next())
      missedLater.push(...(await noteEnds(play, places, book)));
  };
  await Promise.all(Array.from({ length: atOnce }, playInTurn));
  const those = (fits: RegExp) => [...book.ends].filter(([, end]) => fits.test(end));
  expect(those(/^broken/)).toEqual([]);
  // A run that kills nobody shows nothing.
  const missed = those(/^missed/);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(book.ends.size * missedShareMax);
  const killed = those(/^killed/).length;
  process.stdout.write(`${play.name}: killed at ${killed} of ${all.length} places\n`);
}
