import { describe, expect, it } from 'vitest';
import type { StableRule } from '../../src/files/stable.ts';
import { file, names, watchFor } from './stable-looks.ts';

const composed = 'Größen.csv'.normalize('NFC');
const decomposed = 'Größen.csv'.normalize('NFD');

/** At rest, all of them. */
function rested(entries: readonly ReturnType<typeof file>[], change: Partial<StableRule>) {
  const looks = [0, 10_000].map((nowMs) => [nowMs, ...entries] as const);
  return watchFor(looks, { files: ['Gr*.csv'], ...change });
}

describe('two names that differ only in how their letters are composed', () => {
  const old = file(composed, { mtimeMs: 1 });
  const young = file(decomposed, { mtimeMs: 2 });

  it.each([
    ['newest', [[decomposed]]],
    ['union', [[decomposed, composed]]],
    ['each', [[decomposed], [composed]]],
    ['any', [[decomposed], [composed]]],
  ] as const)('are two files where both stand there: %s', (pick, expected) => {
    expect(names(rested([old, young], { pick }))).toEqual(expected);
    expect(names(rested([young, old], { pick }))).toEqual(expected);
  });

  it('are two files where only their case differs, too', () => {
    const entries = [file('Gr.csv', { mtimeMs: 2 }), file('GR.csv', { mtimeMs: 1 })];
    expect(names(rested(entries, { ignoreCase: true }))).toEqual([['Gr.csv']]);
  });

  it('are one export and its own done file, each beside the other’s', () => {
    const done = (name: string) => file(`${name}.ok`);
    const entries = [old, young, done(composed), done(decomposed)];
    const look = rested(entries, { doneFile: '{name}.ok', pick: 'any' });
    const owned = look.stable.map(({ parts, doneFiles }) => [parts[0]?.name, doneFiles[0]?.name]);
    expect(owned).toEqual([
      [decomposed, `${decomposed}.ok`],
      [composed, `${composed}.ok`],
    ]);
  });

  it('are one where an export has the done file that another system wrote', () => {
    const look = rested([old, file(`${decomposed}.ok`)], { doneFile: '{name}.ok' });
    expect(names(look)).toEqual([[composed]]);
  });
});
