import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { aimOf, chainOfSource, standing, type Undo } from './undo-chain.ts';

/** Digests of the contents that undo has taken back of a source: each is refused until other content was accepted. */
export function undoneOf({ sources }: Pick<CatalogStore, 'sources'>, source: string): string[] {
  return sources.get(source)?.undone?.split(' ') ?? [];
}

/**
 * The digests once this run is taken back too. If the run is an undo, its file's content is allowed again, unless
 * another undo that stands still takes that content back.
 */
export function undoneWith(
  { sources, runs }: Pick<CatalogStore, 'sources' | 'runs'>,
  { id, source }: Pick<RunRow, 'id' | 'source'>,
  quantities: number,
): string | null {
  const contentOf = (undo: Undo): { sha256: string | undefined; takesBack: boolean } => {
    const { run, takesBack } = aimOf(undo, runs.get);
    return { sha256: runs.get(run)?.sha256, takesBack };
  };
  const undo = { id: Number.POSITIVE_INFINITY, undoes: id, quantities };
  const { undos } = chainOfSource({ runs, sources }, source);
  const { sha256: content } = contentOf(undo);
  const isRefused = standing([undo, ...undos])
    .map(contentOf)
    .some(({ sha256, takesBack }) => takesBack && sha256 === content);
  const others = undoneOf({ sources }, source).filter((other) => other !== content);
  const all = isRefused && content !== undefined ? [...others, content] : others;
  return all.length === 0 ? null : all.join(' ');
}
