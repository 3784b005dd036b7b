import type { SourceRow } from '../../store/plans.ts';
import type { QueuedFile } from '../../store/queued.ts';
import type { TakenExport } from '../../store/taken.ts';
import type { CatalogStore } from '../terms/ports.ts';

/**
 * What the state says of a source and its exports. Read once for each look, because thousands of files may be there.
 */
export interface KnownExports {
  /** The content that was read last under the name, or waits to be read. */
  taken(file: string): TakenExport | undefined;
  source(): SourceRow | undefined;
  /** The files that wait in the spool, in the order in which they came. */
  queued(): readonly QueuedFile[];
  /** Whether undo took the content back. */
  isUndone(sha256: string): boolean;
  /** To be called when the state has changed: it is read again. */
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
        [...sources.allTaken(name), ...behind().map(notBegun)].map((known) => [known.file, known]),
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

/** A waiting file as a taken one that has no run yet. */
function notBegun({ file, sha256 }: QueuedFile): TakenExport {
  return { file, sha256, run: 0, startedAt: null };
}
