import type { HoldRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

type Source = Pick<SourceConfig, 'name' | 'contents'>;
type Refused = Pick<RunRow, 'id' | 'file'> & { readonly at: number };

const prefix = 'refused/';

/** A name of its own, so that no brake and no plan takes it for a part of an export. */
export function heldAs(source: string): string {
  return `${prefix}${source}`;
}

/**
 * What a refused file of changes says no later file repeats, so it is asked about until the file comes again or a person
 * says that it is settled: else the next file of changes would cover it up.
 */
export function askAboutRefused(
  store: CatalogStore,
  source: Source,
  refused: Refused & { readonly why: string },
): void {
  const { id: run, file, at: since, why } = refused;
  if (source.contents !== 'delta') return;
  // Refused once more, it is asked about once.
  withdrawRefused(store, source, refused);
  const sentence = `${file} of ${source.name} was refused, and no later file repeats the changes that it holds: ${why.trim()}`;
  const what = { plan: 0, run, source: heldAs(source.name), kind: 'refused', configuration: null };
  store.holds.add({ ...what, sentence, items: 1, since });
}

export function isOfRefusedChanges({ kind }: Pick<HoldRow, 'kind'>): boolean {
  return kind === 'refused';
}

/** The question about a refused file of changes that a person has settled. */
export function settledBy({ holds }: CatalogStore, run: number): HoldRow | undefined {
  return holds.endedOf(run, 'RELEASED').find(isOfRefusedChanges);
}

/** The source as it is configured. */
export function sourceOf({ source }: Pick<HoldRow, 'source'>): string {
  return source.startsWith(prefix) ? source.slice(prefix.length) : source;
}

/** The file has come again and could be read, or a whole file says everything anew. */
export function withdrawRefused(store: CatalogStore, source: Source, run: Refused): void {
  const open = store.holds.open().filter((hold) => hold.source === heldAs(source.name));
  const isSaid = (hold: HoldRow): boolean =>
    source.contents !== 'delta' || store.runs.get(hold.run)?.file === run.file;
  for (const { id } of open.filter(isSaid)) store.holds.withdraw(id, run.at, `run ${run.id}`);
}
