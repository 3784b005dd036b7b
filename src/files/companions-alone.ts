import { stableGraceMs } from '../domain/stable-grace.ts';
import type { Candidate } from './candidate.ts';
import { matchNames } from './names.ts';
import type { StableState } from './sighting.ts';
import type { StableRule, WaitingFile } from './stable.ts';

/**
 * Companions without their export, such as the `offers.xml` of an exchange whose `import.xml` was moved away: nobody
 * would read the stock in it, nor say so. One that is named after its export (`{stem}.dbt`) says nothing by itself.
 */
export function companionsAlone(
  state: StableState,
  candidates: readonly Candidate[],
  { companions, files, ignoreCase, quietMs }: StableRule,
): readonly WaitingFile[] {
  const isCompanion = matchNames(
    companions.filter((template) => !template.includes('{')),
    ignoreCase,
  );
  const used = new Set(candidates.flatMap(({ set }) => set.parts.map(({ name }) => name)));
  return [...state.values()]
    .filter(({ entry: { name } }) => isCompanion(name) && !used.has(name))
    .map(({ entry: { name }, restlessSinceMs }) => ({
      name,
      why: 'export',
      waitsFor: files.join(', '),
      giveUpAtMs: restlessSinceMs + quietMs + stableGraceMs,
    }));
}
