import type { NeedsYou } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { FolderScan } from '../../files/scan.ts';
import { countingFile } from '../state/counting-file.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

/** The export that counts has gone from its folder, and no other has come in its place. */
export interface GoneExport {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** Monotonic. */
  readonly sinceMs: number;
  /** Not only the file has gone: the folder is empty, or another folder is at its path (lessons 2). */
  readonly isWholeFolder: boolean;
}

type Seen = Pick<FolderScan, 'identity' | 'names'>;

/** So long an ERP may take to delete its export and write it again. */
const patienceMs = 10 * 60_000;

/** Asked at each look. `isThere`: the named export is in the folder, or an unread one is. */
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

/** Only a whole export is expected to stay: files of changes are cleared away, and moved ones are in done/. */
export function staysThere({ contents, pick, afterImport }: SourceConfig): boolean {
  return contents === 'full' && pick === 'newest' && afterImport === 'keep';
}

function isSame(one: Seen['identity'], other: Seen['identity']): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

export function goneText({ folder }: Pick<SourceConfig, 'folder'>, gone: GoneExport): string {
  const readAt = new Date(gone.readAt).toISOString();
  return `The export in use (${shownExport(gone.file)}, read at ${readAt}) is no longer in ${folder}; nothing newer was exported.`;
}

/** Told only if the whole folder has gone: many ERPs delete single exports after some time. */
export function goneExportNeed(
  source: Pick<SourceConfig, 'name' | 'folder' | 'files'>,
  gone: GoneExport | undefined,
  nowMs: number,
): NeedsYou[] {
  if (gone?.isWholeFolder !== true || nowMs - gone.sinceMs < patienceMs) return [];
  return [
    {
      id: `gone-${source.name}`,
      what: `${source.name}: its folder is empty, or another folder is in its place.`,
      cause: goneText(source, gone),
      effect: 'Buyers see what was exported before, and can order what has been sold since.',
      fix: `Check whether ${source.folder} is the folder that the ERP writes to, and export again. Stockhand continues by itself when a file ${source.files} is there.`,
    },
  ];
}
