import { isRefusedOtherwise } from '../state/refused-changes.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { KnownExports } from './known-exports.ts';

interface Asked {
  readonly deps: { readonly store: CatalogStore };
  readonly source: SourceConfig;
  readonly known: KnownExports;
}

interface Standing {
  readonly name: string;
  readonly sha256: string;
  /** Epoch ms by the share's clock, which alone compares. */
  readonly writtenAt: (file: string) => number | undefined;
}

/**
 * A refused file of changes that is asked about was written again with the same bytes. Nothing of it was ever used, so
 * under another configuration than the one that refused it it is read, as any file that comes again. One that only
 * stands there is not: newer files have overtaken it.
 */
export function forgetRefusedAgain(
  { deps: { store }, source, known }: Asked,
  file: Standing,
): void {
  const taken = known.taken(file.name);
  if (source.contents !== 'delta' || taken?.sha256 !== file.sha256) return;
  if (!isRefusedOtherwise(store, source.name, taken.run)) return;
  const newest = store.runs.newestExport(source.name);
  if (newest === undefined || newest.id <= taken.run) return;
  const writtenAt = file.writtenAt(file.name) ?? 0;
  if (writtenAt <= (file.writtenAt(newest.file) ?? newest.written_at ?? Infinity)) return;
  store.sources.forgetTaken(source.name, [file.name]);
  known.askAgain();
}
