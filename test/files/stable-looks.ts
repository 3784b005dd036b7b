import type { FileEntry } from '../../src/files/entry.ts';
import type { StableState } from '../../src/files/sighting.ts';
import { observe, type StableLook, type StableRule } from '../../src/files/stable.ts';

export const rule: StableRule = {
  files: ['artikel*.csv'],
  companions: [],
  quietMs: 10_000,
  pick: 'newest',
  ignoreCase: false,
};

export function file(name: string, change: Partial<FileEntry> = {}): FileEntry {
  return {
    name,
    path: `/out/${name}`,
    size: 100,
    mtimeMs: 5,
    ctimeMs: 5,
    dev: '1',
    ino: '7',
    ...change,
  };
}

/** Looks at those times at those files; the last look is the answer. */
export function watchFor(
  looks: readonly (readonly [nowMs: number, ...entries: FileEntry[]])[],
  change: Partial<StableRule> = {},
): StableLook {
  let state: StableState | undefined;
  let look: StableLook | undefined;
  for (const [nowMs, ...entries] of looks) {
    look = observe(state, { entries, nowMs }, { ...rule, ...change });
    state = look.state;
  }
  return look!;
}

export const names = (look: StableLook) =>
  look.stable.map(({ parts }) => parts.map(({ name }) => name));
