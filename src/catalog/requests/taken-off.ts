import { isGoneStatus } from '../../domain/problem.ts';
import { removals } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** How many articles a run took off sale, by the kind of request. No row stands for them, so the books do not count them. */
export function takenOff(
  { requests }: Pick<CatalogStore, 'requests'>,
  run: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, status, answer } of requests.answersOf(run, removals)) {
    const done = kind === 'remove' && isGoneStatus(status) ? 1 : succeededIn(answer);
    if (done > 0) counts.set(kind, (counts.get(kind) ?? 0) + done);
  }
  return counts;
}

/** The number that settle.ts stores with an answer; 0 for a refusal, which has none. */
function succeededIn(answer: string | null): number {
  const { succeeded = 0 } = JSON.parse(answer ?? '{}') as { readonly succeeded?: number };
  return succeeded;
}
