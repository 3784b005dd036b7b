import type { SourceRow } from '../store/plans.ts';
import type { TakenExport } from '../store/taken.ts';
import type { CatalogStore } from './ports.ts';

/** What the state says of a source and its exports, asked once a look: thousands of files may stand in its folder. */
export interface KnownExports {
  /** What was read under the name last. */
  taken(file: string): TakenExport | undefined;
  source(): SourceRow | undefined;
  /** Whether undo took the content back. */
  isUndone(sha256: string): boolean;
  /** The state has changed since. */
  askAgain(): void;
}

export function knownExports(
  { sources }: Pick<CatalogStore, 'sources'>,
  name: string,
): KnownExports {
  let taken: ReadonlyMap<string, TakenExport> | undefined;
  let row: { readonly source: SourceRow | undefined } | undefined;
  const source = (): SourceRow | undefined => {
    row ??= { source: sources.get(name) };
    return row.source;
  };
  return {
    taken(file) {
      taken ??= new Map(sources.allTaken(name).map((one) => [one.file, one]));
      return taken.get(file);
    },
    source,
    isUndone: (sha256) => source()?.undone?.split(' ').includes(sha256) === true,
    askAgain() {
      [taken, row] = [undefined, undefined];
    },
  };
}
