import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

interface Reading {
  readonly store: Pick<CatalogStore, 'sources' | 'spool'>;
  readonly source: SourceConfig;
  readonly config: { readonly sources: readonly SourceConfig[] };
}

interface Content {
  readonly file: string;
  readonly sha256: string;
}

/**
 * Other sources that read the very same files, as one for the articles and one for the stock. If the first moved a file
 * away before the second has copied it, the second would never read it, and nobody would notice.
 */
function coReadersOf({ source, config }: Pick<Reading, 'source' | 'config'>) {
  return config.sources.filter(
    (other) => other.name !== source.name && readsTheSame(source, other),
  );
}

/** Whether a file that one of them takes is taken by the other, too, and stays until both have it. */
export function readsTheSame(one: SourceConfig, other: SourceConfig): boolean {
  return exportsOf(one) === exportsOf(other);
}

function exportsOf({ folder, files, pick }: SourceConfig): string {
  return JSON.stringify([folder, files, pick]);
}

/**
 * True where another source moves the file together with companions that this one does not read: moved alone it would
 * leave them behind.
 */
export function isLeftToOther(of: Pick<Reading, 'source' | 'config'>): boolean {
  const { sources } = of.config;
  const rank = (one: SourceConfig): number =>
    one.companions.length - sources.indexOf(one) / sources.length;
  return coReadersOf(of).some(
    (other) =>
      other.afterImport === 'move' &&
      companionsOf(other) !== companionsOf(of.source) &&
      rank(other) > rank(of.source),
  );
}

/** True while one of these sources has not taken the content that is there. */
export function isAwaited(of: Reading, content: Content): boolean {
  return coReadersOf(of).some((other) => nameAt(of, other, content) === undefined);
}

/** All sources that have taken the content, each with the name under which it knows it. */
export function readersOf(of: Reading, content: Content) {
  const others = coReadersOf(of).map((reader) => ({
    reader,
    file: nameAt(of, reader, content) ?? content.file,
  }));
  return [{ reader: of.source, file: content.file }, ...others];
}

/**
 * The name under which a source has taken the content. With other companions it is another one, with another digest.
 * Where the bytes have left the spool by then, the name alone decides.
 */
function nameAt(
  { store: { sources, spool }, source }: Omit<Reading, 'config'>,
  reader: SourceConfig,
  { file, sha256 }: Content,
): string | undefined {
  if (sources.taken(reader.name, file)?.sha256 === sha256) return file;
  if (companionsOf(reader) === companionsOf(source)) return undefined;
  const [main] = file.split(' + ');
  const [own] = spool.get(sha256)?.parts ?? [];
  const hasIt = (other: Content): boolean => {
    const path = spool.get(other.sha256)?.parts.find(({ name }) => name === main)?.path;
    return own === undefined || path === undefined || path === own.path;
  };
  const alike = ({ file: other }: Content): boolean => other.split(' + ').includes(main ?? '');
  return sources.allTaken(reader.name).find((taken) => alike(taken) && hasIt(taken))?.file;
}

function companionsOf({ companions }: SourceConfig): string {
  return JSON.stringify(companions);
}
