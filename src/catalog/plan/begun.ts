import type { RunRow } from '../../store/runs.ts';
import type { StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';

/** In `meta`: runs that `plan` has begun and no pass has told yet. */
const plannedName = 'runs that plan has read';

function planned({ store }: StateDeps): number[] {
  return readMeta<number[]>(store, plannedName) ?? [];
}

/** Called after `plan` has read the files: runs newer than `before` are remembered for the pass that sends them. */
export function notePlanned(deps: StateDeps, before: number): void {
  const { store } = deps;
  const fresh = store.runs.since(before).map(({ id }) => id);
  if (fresh.length > 0) store.meta.set(plannedName, JSON.stringify([...planned(deps), ...fresh]));
}

/** The remembered runs that a pass has begun or finished: its report tells them as new (contract section 6), once. */
export function takeBegun(deps: StateDeps): RunRow[] {
  const { store, config } = deps;
  const noted = planned(deps);
  if (noted.length === 0) return [];
  const resting = new Set(
    config.sources.flatMap(({ name }) => {
      const { run, done } = store.sources.get(name) ?? {};
      return run == null || done === 1 || store.requests.hasAny(run) ? [] : [run];
    }),
  );
  store.meta.set(plannedName, JSON.stringify(noted.filter((run) => resting.has(run))));
  return noted
    .filter((run) => !resting.has(run))
    .map((run) => store.runs.get(run))
    .filter((run) => run !== undefined);
}
