import type { ParkedRows } from '../../store/parked.ts';
import type { RowMapper } from '../mapping/bind.ts';
import type { Room } from '../requests/room.ts';
import type { Track } from '../requests/track.ts';
import { configurationOf } from '../terms/fingerprint.ts';
import { holdKinds, holdOf } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import type { PassInput } from './pass-result.ts';

/** What pass 1 over the newest file of a source found. */
interface Newest {
  readonly source: Pick<SourceConfig, 'name' | 'contents'>;
  readonly run: number;
  /** By product: not 0 where the file names it, be it in a row that was rejected. */
  readonly seen: Uint8Array;
}

/**
 * Rows of a file of changes are held, and the next file of changes comes. It repeats nothing, so the held rows are
 * parked: each waits for release until a newer row of its article comes. A whole file withdraws them all. Part
 * of the transaction that commits the newer plan, before its index and holds are written.
 */
export function parkHeldRows(store: CatalogStore, { source, run, seen }: Newest): void {
  const isNamed = (product: number): boolean => (seen[product] ?? 0) !== 0;
  for (const old of waitingRuns(store, source.name, run)) {
    // Nothing of before a backup is sent by itself (fault 34).
    const mayWait = source.contents === 'delta' && !store.sources.isFromBackup(old);
    const rows = mayWait ? heldRows(store, source.name, old) : undefined;
    if (rows === undefined) {
      store.parked.drop(old);
      continue;
    }
    const left = withoutNamed(rows, isNamed);
    if (left === undefined) store.parked.drop(old);
    else store.parked.put(old, source.name, left);
  }
}

/** The rows of articles that the new file does not name; undefined where none is left. */
function withoutNamed(
  { marks, ids }: ParkedRows,
  isNamed: (product: number) => boolean,
): ParkedRows | undefined {
  const ofArticles = ids.filter((id) => !isNamed(id));
  if (marks.length === 0) return ofArticles.length === 0 ? undefined : { marks, ids: ofArticles };
  const left = marks.map((mark, record) => (isNamed(ids[record] ?? 0) ? 0 : mark));
  return left.some((mark) => mark !== 0) ? { marks: left, ids } : undefined;
}

/** A row of an older file of changes that waits for release. */
export interface HeldRow {
  readonly mark: number;
  readonly run: number;
}

/** Parked rows that a whole file is about to withdraw though it does not name their articles, by product. */
export function withdrawnRows(
  store: CatalogStore,
  { source: { name, contents }, run, seen }: Newest,
): ReadonlyMap<number, HeldRow> {
  const older = store.parked.runsOf(name).filter((old) => old !== run);
  const held = contents === 'delta' ? [] : [...heldIn(store, name, older)];
  return new Map(held.filter(([product]) => (seen[product] ?? 0) === 0));
}

/** The rows of these runs that wait for release, by product. */
export function heldIn(
  store: CatalogStore,
  source: string,
  runs: readonly number[],
): ReadonlyMap<number, HeldRow> {
  const held = new Map<number, HeldRow>();
  for (const old of runs) {
    const { marks, ids } = heldRows(store, source, old) ?? noRows;
    for (const [record, mark] of marks.entries())
      if (mark !== 0) held.set(ids[record] ?? 0, { mark, run: old });
  }
  return held;
}

const noRows: ParkedRows = { marks: new Uint8Array(), ids: new Int32Array() };

/** Runs of which rows are held or parked. `but`: the run that is read now. */
export function waitingRuns(store: CatalogStore, source: string, but = 0): readonly number[] {
  const held = store.holds.open().filter((hold) => hold.source === source);
  const runs = new Set([...held.map(({ run }) => run), ...store.parked.runsOf(source)]);
  return [...runs].filter((run) => run !== but);
}

/** The held rows of the file that counts until now stand in its plan; those of earlier files are parked. */
function heldRows(store: CatalogStore, source: string, run: number): ParkedRows | undefined {
  if (store.sources.acceptedRun(source) !== run) return store.parked.get(run);
  const hold = store.holds.open().find((open) => open.run === run);
  const plan = hold && store.plans.get(hold.plan);
  if (plan === undefined) return undefined;
  const marks = plan.marks.map((mark) => (holdOf(mark) === holdKinds.none ? 0 : mark));
  return { marks, ids: store.index.read(source).rows };
}

/** How many rows of an older file wait for release. */
export function parkedRows(store: Pick<CatalogStore, 'parked'>, run: number): number {
  return store.parked.get(run)?.marks.filter((mark) => mark !== 0).length ?? 0;
}

/**
 * True of a run that reads only such rows. The columns of their file were judged when it came, and those of newer files
 * may differ.
 */
export function isReadAgain({ parked }: Pick<CatalogStore, 'parked'>, run: number): boolean {
  return parked.get(run) !== undefined;
}

/**
 * A run whose parked rows are to be read again: after release, or under another configuration than that of the hold.
 */
export function answeredRun(
  { store, config }: StateDeps,
  source: SourceConfig,
): number | undefined {
  // Asked at each step of the engine: mostly nothing is parked, and then no configuration is hashed.
  const mayBeParked = source.contents === 'delta' && store.parked.runsOf(source.name).length > 0;
  if (!mayBeParked) return undefined;
  return store.parked.answered(source.name, configurationOf(source, config));
}

/**
 * Reads parked rows again, as a run of their own that reads these records alone. It overtakes nothing newer: the newest
 * file is through, and no newer file names their articles.
 */
export function readParkedAgain({ deps }: Pick<Room, 'deps'>, track: Track): boolean {
  const { store, clock } = deps;
  const before = answeredRun(deps, track.config);
  const old = before === undefined ? undefined : store.runs.get(before);
  if (old === undefined) return false;
  const { source, file, sha256, written_at } = old;
  store.transaction(() => {
    const started_at = clock.now();
    const run = store.runs.begin({ source, file, sha256, started_at, written_at });
    store.parked.handOver(old.id, run);
    store.sources.set(source, { run, plan: null, done: 0 });
  });
  track.isOvertaken = true;
  return true;
}

/**
 * Which rows of the file are read again: the parked ones, by their marks. By article instead under
 * `duplicates: sum`, where only the last row of a sum has a mark, and for rows that the marketplace
 * refused, which have none (refused-rows.ts).
 */
export function parkedAgain(
  store: CatalogStore,
  { duplicates }: Pick<SourceConfig, 'duplicates'>,
  { parked: { marks, ids }, mapper }: { readonly parked: ParkedRows; readonly mapper: RowMapper },
): Partial<Pick<PassInput, 'parked' | 'mapper'>> {
  const isByArticle = marks.length === 0;
  if (!isByArticle && duplicates !== 'sum') return { parked: marks };
  const held = isByArticle ? ids : ids.filter((_, record) => marks[record] !== 0);
  const names = [...held].map((id) => store.mirror.get(id)?.external_id ?? '');
  return { mapper: ofArticles(mapper, new Set(names)) };
}

/** Skips the rows of all other articles: newer files may have said something else of them. */
function ofArticles(mapper: RowMapper, names: ReadonlySet<string>): RowMapper {
  return {
    ...mapper,
    map(record) {
      const mapped = mapper.map(record);
      const isLeft = mapped.kind !== 'skipped' && names.has(mapped.externalId ?? '');
      return isLeft ? mapped : { kind: 'skipped' };
    },
  };
}
