import type { HoldRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import { configurationName } from '../terms/fingerprint.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

type Source = Pick<SourceConfig, 'name' | 'contents'>;
type Refused = Pick<RunRow, 'id' | 'file'> & { readonly at: number };

const prefix = 'refused/';

/**
 * The hold of a refused file has its own name: under that of the source, plans would take it for the hold of a brake.
 */
export function heldAs(source: string): string {
  return `${prefix}${source}`;
}

/**
 * No later file repeats what a refused file of changes said, and the next file would cover the loss up. So it is asked
 * about until that file comes again, or a person says that it is settled.
 */
export function askAboutRefused(
  store: CatalogStore,
  source: Source,
  refused: Refused & { readonly why: string },
): void {
  const { id: run, file, at: since, why } = refused;
  if (source.contents !== 'delta') return;
  // The same file, refused once more, replaces its earlier question.
  withdrawRefused(store, source, refused);
  const sentence = `${file} of ${source.name} was refused, and no later file repeats the changes that it holds: ${why.trim()}`;
  const configuration = configurationAt(store, source.name);
  const what = { plan: 0, run, source: heldAs(source.name), kind: 'refused', configuration };
  store.holds.add({ ...what, sentence, items: 1, since });
}

function configurationAt({ meta }: Pick<CatalogStore, 'meta'>, source: string): string | null {
  return meta.get(configurationName(source)) ?? null;
}

/** Whether a file is asked about that another configuration than that of now refused. */
export function isRefusedOtherwise(
  store: Pick<CatalogStore, 'holds' | 'meta'>,
  source: string,
  run: number,
): boolean {
  const asked = store.holds.open().find((hold) => isOfRefusedChanges(hold) && hold.run === run);
  return asked !== undefined && asked.configuration !== configurationAt(store, source);
}

export function isOfRefusedChanges({ kind }: Pick<HoldRow, 'kind'>): boolean {
  return kind === 'refused';
}

/** The question about a refused file of changes that a person has settled. */
export function settledBy({ holds }: CatalogStore, run: number): HoldRow | undefined {
  return holds.endedOf(run, 'RELEASED').find(isOfRefusedChanges);
}

/** Why the newest export was refused; undefined where it was not, or where a person has settled it. */
export function openRefusal(store: CatalogStore, source: string): string | undefined {
  const run = store.runs.newestExport(source);
  if (run?.refused == null || settledBy(store, run.id) !== undefined) return undefined;
  return run.refused;
}

/** The configured name of the source that the hold is about. */
export function sourceOf({ source }: Pick<HoldRow, 'source'>): string {
  return source.startsWith(prefix) ? source.slice(prefix.length) : source;
}

/**
 * The file has come again and could be read, or a whole file says everything anew. An older file of the same name, which
 * goes through pass 1 once more, does neither.
 */
export function withdrawRefused(store: CatalogStore, source: Source, run: Refused): void {
  const open = store.holds
    .open()
    .filter((hold) => hold.source === heldAs(source.name) && hold.run <= run.id);
  const isAnswered = (hold: HoldRow): boolean =>
    source.contents !== 'delta' || isRepeated(store, hold.run, run.id);
  for (const { id } of open.filter(isAnswered)) store.holds.withdraw(id, run.at, `run ${run.id}`);
}

/**
 * The same bytes, or another file of that name. Where the files before both have that name too, each file of the source
 * has it, and it tells nothing.
 */
function isRepeated({ runs }: CatalogStore, refused: number, again: number): boolean {
  const [was, is] = [runs.get(refused), runs.get(again)];
  if (was?.sha256 === is?.sha256) return true;
  const isNamedSo = (id: number): boolean => runs.before(id)?.file === is?.file;
  return was?.file === is?.file && !(isNamedSo(refused) && isNamedSo(again));
}
