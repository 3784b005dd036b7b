import type { UnreadFile } from './lonely-files.ts';

/** Remembers from look to look since when files wait. Files with the same key share one time. */
export function createWaitingSince(
  isSo: (file: UnreadFile) => boolean,
  keyOf: (file: UnreadFile) => string,
) {
  let known: ReadonlyMap<string, number> = new Map();
  return (waiting: readonly UnreadFile[], nowMs: number): ((file: UnreadFile) => number) => {
    const before = known;
    const since = (file: UnreadFile): number => before.get(keyOf(file)) ?? nowMs;
    known = new Map(waiting.filter(isSo).map((file) => [keyOf(file), since(file)]));
    return since;
  };
}
