import type { NeedsYou } from '../../domain/facts.ts';
import type { FolderScan } from '../../files/scan.ts';
import { countingFile } from '../state/counting-file.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

/** The export that counts stands in its folder no more, and none has come in its place. */
export interface GoneExport {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** Monotonic. */
  readonly sinceMs: number;
  /** Not the file alone: the folder is empty, or another one stands at its path (lessons 2). */
  readonly isWholeFolder: boolean;
}

type Seen = Pick<FolderScan, 'identity' | 'names'>;

/** An ERP deletes its export and writes it again. */
const patienceMs = 10 * 60_000;

/** Asked at each look, with what stands in the folder; `isThere`: that export, or one that is not read. */
export function createGoneWatch(store: CatalogStore, source: SourceConfig) {
  let before: Seen['identity'] | undefined;
  let sinceMs: number | undefined;
  return (
    { identity, names }: Seen,
    isThere: (file: string) => boolean,
    nowMs: number,
  ): GoneExport | undefined => {
    const run = countingFile(store, store.sources.get(source.name)?.run);
    if (run === undefined || isThere(run.file) || !staysThere(source)) {
      [before, sinceMs] = [identity, undefined];
      return undefined;
    }
    sinceMs ??= nowMs;
    const { file, started_at: readAt } = run;
    const isOther = before !== undefined && !isSame(before, identity);
    return { file, readAt, sinceMs, isWholeFolder: names === 0 || isOther };
  };
}

/** Files of changes are cleared away once they were read, and what is moved stands in done/. */
function staysThere({ contents, pick, afterImport }: SourceConfig): boolean {
  return contents === 'full' && pick === 'newest' && afterImport === 'keep';
}

function isSame(one: Seen['identity'], other: Seen['identity']): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

export function goneText({ folder }: Pick<SourceConfig, 'folder'>, gone: GoneExport): string {
  const readAt = new Date(gone.readAt).toISOString();
  return `The export that counts (${gone.file}, read at ${readAt}) is no longer in ${folder}; nothing newer was exported.`;
}

/** Told of a whole folder alone: ERPs clear single exports away after some time. */
export function goneExportNeed(
  source: Pick<SourceConfig, 'name' | 'folder' | 'files'>,
  gone: GoneExport | undefined,
  nowMs: number,
): NeedsYou[] {
  if (gone?.isWholeFolder !== true || nowMs - gone.sinceMs < patienceMs) return [];
  return [
    {
      id: `gone-${source.name}`,
      what: `${source.name}: its folder is empty, or another one stands in its place.`,
      cause: goneText(source, gone),
      effect: 'Buyers see what was exported before, and can order what has been sold since.',
      fix: `See whether ${source.folder} is the folder that the ERP writes to, and export again. It goes on by itself when a file ${source.files} stands there.`,
    },
  ];
}
