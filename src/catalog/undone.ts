import type { RunRow } from '../store/runs.ts';
import type { CatalogStore } from './ports.ts';

/** Digests of the contents that undo has taken back of a source: each is refused until other content was accepted. */
export function undoneOf({ sources }: Pick<CatalogStore, 'sources'>, source: string): string[] {
  return sources.get(source)?.undone?.split(' ') ?? [];
}

/** The same once this run is taken back; what is taken back first is an undo, whose content counts again. */
export function undoneWith(
  { sources, runs }: Pick<CatalogStore, 'sources' | 'runs'>,
  { source, sha256, undoes }: RunRow,
): string | null {
  const taken = undoes === null ? sha256 : runs.get(undoes)?.sha256;
  const others = undoneOf({ sources }, source).filter((content) => content !== taken);
  const all = undoes === null ? [...others, sha256] : others;
  return all.length === 0 ? null : all.join(' ');
}
