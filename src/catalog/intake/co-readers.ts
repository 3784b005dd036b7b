import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

interface Reading {
  readonly store: Pick<CatalogStore, 'sources'>;
  readonly source: SourceConfig;
  readonly config: { readonly sources: readonly SourceConfig[] };
}

/**
 * Other sources that read the very same files, as one for the articles and one for the stock. If the first moved a file
 * away before the second has copied it, the second would never read it, and nobody would notice.
 */
export function coReadersOf({ source, config }: Omit<Reading, 'store'>): readonly SourceConfig[] {
  const exports = exportsOf(source);
  return config.sources.filter(
    (other) => other.name !== source.name && exportsOf(other) === exports,
  );
}

function exportsOf({ folder, files, companions, pick }: SourceConfig): string {
  return JSON.stringify([folder, files, companions, pick]);
}

/** True while one of these sources has not taken the content that is there. */
export function isAwaited(
  { store, ...of }: Reading,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): boolean {
  return coReadersOf(of).some(({ name }) => store.sources.taken(name, file)?.sha256 !== sha256);
}
