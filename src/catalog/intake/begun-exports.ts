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
 * Remembers when files were begun that wait for their done file. This process may end before they are whole, and orders
 * that the ERP took after the beginning are not in them.
 */
export function createBegunExports(
  { meta }: Pick<CatalogStore, 'meta'>,
  { name }: Pick<SourceConfig, 'name'>,
  { doneFile }: Pick<StableRule, 'doneFile'>,
) {
  const known = doneFile === undefined ? '[]' : (meta.get(begunExports(name)) ?? '[]');
  let kept = known;
  return {
    /** The files as an earlier process saw them. */
    before(nowMs: number): StableState {
      const unseen = { looks: 0, sameSinceMs: nowMs, restlessSinceMs: nowMs, isUnderWay: true };
      const begun = JSON.parse(known) as readonly Begun[];
      return new Map(begun.map((file) => [file.entry.name, { ...unseen, ...file }]));
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
