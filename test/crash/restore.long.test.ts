import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { finishSwap } from '../../src/backup/swap.ts';
import { backUp, marketplace, now, openPlace, type Place, read, write } from '../backup/state.ts';
import { memory } from '../support/folder.ts';
import { bundled, type Ended, root, startScript } from '../support/program.ts';
import { timeout } from '../support/scene.ts';

const child = path.join(root, 'test/crash/restore-child.mjs');
/** More than a restore has. */
const stepsMax = 200;

function killedAt(place: Place, what: 'restore' | 'start', nth: number): Promise<Ended> {
  const { file, dataDir } = place;
  const order = JSON.stringify({ file, dataDir, marketplace, now });
  return startScript(child, [path.dirname(bundled), order, what, String(nth)]).ended;
}

const isDecided = ({ dataDir }: Place): boolean =>
  fs.readdirSync(dataDir).some((name) => /^restore-.*\.(out|in)$/.test(name));

const oldState = { marks: ['tuesday', 'tuesday'], epochs: [undefined, undefined] };
const newState = { marks: ['monday', 'monday'], epochs: ['1', '1'] };

/** One whole state counts, and after a decision for the new one the old one is kept whole. */
function expectOneWhole(place: Place): 'old' | 'new' {
  const { marks, epochs, texts } = read(place);
  const isNew = marks[0] === 'monday';
  expect({ marks, epochs }).toEqual(isNew ? newState : oldState);
  expect(texts.sort()).toEqual(
    isNew ? ['ArtNr;monday\r\n'] : ['ArtNr;monday\r\n', 'ArtNr;tuesday\r\n'],
  );
  const names = fs.readdirSync(place.dataDir);
  expect(names.filter((name) => name.startsWith('restore-'))).toEqual([]);
  const [kept] = names.filter((name) => name.startsWith('replaced-'));
  const keptNames = kept === undefined ? [] : fs.readdirSync(path.join(place.dataDir, kept)).sort();
  expect(keptNames).toEqual(isNew ? ['catalog.db', 'orders.db', 'spool'] : []);
  return isNew ? 'new' : 'old';
}

it('fault 34: kill -9 at any step of a restore, and at any step of the start after it, leaves the old or the new state whole', {
  timeout: 2 * timeout,
}, async () => {
  // A kill is no power cut: what the disk would keep is not asked.
  const place = openPlace(memory);
  write(place, 'monday');
  backUp(place);
  write(place, 'tuesday');
  const before = path.join(place.folder, 'before');
  fs.cpSync(place.dataDir, before, { recursive: true });
  const ends: string[] = [];
  let startSteps = 1;
  for (let nth = 1; nth <= stepsMax; nth += 1) {
    fs.rmSync(place.dataDir, { recursive: true });
    fs.cpSync(before, place.dataDir, { recursive: true });
    const { signal, stderr } = await killedAt(place, 'restore', nth);
    expect(stderr).toBe('');
    if (signal === null) break;
    // The start after it dies as well, each time a step further.
    startSteps = (startSteps % 7) + 1;
    if (isDecided(place)) await killedAt(place, 'start', startSteps);
    finishSwap(place.dataDir);
    ends.push(expectOneWhole(place));
  }
  expect(expectOneWhole(place)).toBe('new');
  expect(ends).toEqual(ends.toSorted((a, b) => (a === b ? 0 : a === 'old' ? -1 : 1)));
  expect(new Set(ends)).toEqual(new Set(['old', 'new']));
  expect(ends.length).toBeLessThan(stepsMax);
});
