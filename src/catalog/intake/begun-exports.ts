import type { FileEntry } from '../../files/entry.ts';
import type { StableState } from '../../files/sighting.ts';
import type { StableRule } from '../../files/stable.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

interface Begun {
  readonly entry: FileEntry;
  readonly begunAt: number;
}

/** In `meta`. */
export function begunExports(source: string): string {
  return `begun exports of ${source}`;
}

/** Everything is bounded (I11), and an ERP writes few files at once. */
const begunMax = 100;

/**
 * Of files that wait for their done file, when they were begun: they may be whole only after this process has ended, and
 * know of no order that the ERP took meanwhile.
 */
export function createBegunExports(
  { meta }: Pick<CatalogStore, 'meta'>,
  { name }: Pick<SourceConfig, 'name'>,
  { doneFile }: Pick<StableRule, 'doneFile'>,
) {
  const known = doneFile === undefined ? '[]' : (meta.get(begunExports(name)) ?? '[]');
  let kept = known;
  return {
    /** As an earlier process saw them. */
    before(nowMs: number): StableState {
      const unseen = { looks: 0, sameSinceMs: nowMs, restlessSinceMs: nowMs, isUnderWay: true };
      const begun = JSON.parse(known) as readonly Begun[];
      return new Map(begun.map((one) => [one.entry.name, { ...unseen, ...one }]));
    },
    keep(state: StableState): void {
      const underWay = [...state.values()].filter(({ isUnderWay }) => isUnderWay === true);
      const begun = underWay.slice(-begunMax).map(({ entry, begunAt }) => ({ entry, begunAt }));
      const text = JSON.stringify(begun);
      if (text !== kept) meta.set(begunExports(name), text);
      kept = text;
    },
  };
}
