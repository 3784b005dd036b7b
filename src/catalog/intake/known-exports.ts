import type { SourceRow } from '../../store/plans.ts';
import type { QueuedFile } from '../../store/queued.ts';
import type { TakenExport } from '../../store/taken.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** What the state says of a source and its exports, asked once a look: thousands of files may stand in its folder. */
export interface KnownExports {
  /** What was read under the name last, or waits to be read. */
  taken(file: string): TakenExport | undefined;
  source(): SourceRow | undefined;
  /** What waits in the spool, as it came. */
  queued(): readonly QueuedFile[];
  /** Whether undo took the content back. */
  isUndone(sha256: string): boolean;
  /** The state has changed since. */
  askAgain(): void;
}

export function knownExports(
  { sources, queued }: Pick<CatalogStore, 'sources' | 'queued'>,
  name: string,
): KnownExports {
  let taken: ReadonlyMap<string, TakenExport> | undefined;
  let waiting: readonly QueuedFile[] | undefined;
  let row: { readonly source: SourceRow | undefined } | undefined;
  const source = (): SourceRow | undefined => {
    row ??= { source: sources.get(name) };
    return row.source;
  };
  const behind = (): readonly QueuedFile[] => {
    waiting ??= queued.ofSource(name);
    return waiting;
  };
  return {
    taken(file) {
      taken ??= new Map(
        [...sources.allTaken(name), ...behind().map(notBegun)].map((one) => [one.file, one]),
      );
      return taken.get(file);
    },
    source,
    queued: behind,
    isUndone: (sha256) => source()?.undone?.split(' ').includes(sha256) === true,
    askAgain() {
      [taken, row, waiting] = [undefined, undefined, undefined];
    },
  };
}

/** No run speaks of it so far. */
function notBegun({ file, sha256 }: QueuedFile): TakenExport {
  return { file, sha256, run: 0, startedAt: null };
}
