import { compareNames } from '../domain/file-name.ts';
import type { Candidate } from './candidate.ts';
import type { FolderLook, StableLook, StableRule, StandingExport, WaitingFile } from './stable.ts';
import { asOne } from './union.ts';

type Picked = Omit<StableLook, 'state' | 'alone'>;

type Picks = (candidates: readonly Candidate[], look: FolderLook) => Picked;

/** Which of the exports are read now, by `pick`. */
export const picks: Record<StableRule['pick'], Picks> = {
  newest(candidates, { newestLast }) {
    const youngest = candidates.toSorted(byAge);
    const aged = newestLast?.(youngest) ?? youngest;
    return { ...separate(aged.slice(-1)), byAge: aged.map(standing) };
  },
  any: separate,
  each(candidates) {
    const first = candidates.find(
      ({ waiting, isOver, isUnsure }) => isUnsure || (waiting !== undefined && !isOver),
    );
    if (first === undefined) return separate(candidates);
    // Files of changes out of order would put an older value back. So the rest waits, and says for which file.
    const at = candidates.indexOf(first);
    return separate([
      ...candidates.slice(0, at + 1),
      ...candidates.slice(at + 1).map((later) => behind(later, first.main.name)),
    ]);
  },
  union(candidates) {
    const { stable, unsure, over, ...rest } = separate(candidates);
    const whole =
      candidates.length > 0 && rest.waiting.length === 0
        ? [asOne(candidates.map(({ set }) => set))]
        : [];
    if (unsure.length > 0) return { stable: [], unsure: whole, over: [], ...rest };
    return over.length > 0
      ? { stable: [], unsure, over: whole, ...rest }
      : { stable: whole, unsure, over, ...rest };
  },
};

function byAge(a: Candidate, b: Candidate): number {
  return a.main.mtimeMs - b.main.mtimeMs || compareNames(a.main.name, b.main.name);
}

function standing({ set, waiting, isOver, isUnsure, isRead }: Candidate): StandingExport {
  return { set, isAtRest: (waiting === undefined && !isUnsure) || isOver, isRead };
}

function behind(later: Candidate, waitsFor: string): Candidate {
  const { main, giveUpAtMs } = later;
  const waiting: WaitingFile = { name: main.name, why: 'earlier', waitsFor, giveUpAtMs };
  return { ...later, waiting: later.waiting ?? waiting };
}

function separate(candidates: readonly Candidate[]): Picked {
  const ready = candidates.filter(({ waiting }) => waiting === undefined);
  const stable = ready.filter(({ isUnsure }) => !isUnsure).map(({ set }) => set);
  const unsure = ready.filter(({ isUnsure }) => isUnsure).map(({ set }) => set);
  const over = candidates.filter(({ isOver }) => isOver).map(({ set }) => set);
  const waiting = candidates.flatMap(({ waiting, isOver }) => (isOver ? [] : (waiting ?? [])));
  const times = waiting.flatMap(({ untilMs }) => untilMs ?? []);
  const next = times.length === 0 ? {} : { nextLookAtMs: times.reduce((a, b) => Math.min(a, b)) };
  return { stable, unsure, over, waiting, ...next };
}
