import type { RunRow } from '../store/runs.ts';
import type { EngineDeps } from './ports.ts';

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** Files that `plan` has read already, and of which nothing was sent yet: the next pass is the first that does something. */
export function onlyPlanned({ store, config }: Deps): number[] {
  return config.sources.flatMap(({ name }) => {
    const { run, done } = store.sources.get(name) ?? {};
    return run == null || done === 1 || store.requests.hasAny(run) ? [] : [run];
  });
}

/** Those of them that this pass has begun or is through with: for its report they are new (contract section 6). */
export function begunOf(deps: Deps, planned: readonly number[]): RunRow[] {
  const still = new Set(onlyPlanned(deps));
  return planned
    .filter((run) => !still.has(run))
    .map((run) => deps.store.runs.get(run))
    .filter((run) => run !== undefined);
}
