import type { Lack, Standing } from '../mapping/bind.ts';
import type { Filled } from '../mapping/filled.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { Hold, PartRows } from '../terms/file-facts.ts';
import { basisOf, sourceFingerprint } from '../terms/fingerprint.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { formerColumn } from './moved-stock.ts';
import { emptyFiles, namedBy, rowsOfParts } from './named.ts';
import type { PassResult } from './pass-result.ts';
import type { Buffers } from './quantity-changes.ts';

/** What the last file of a source was that nothing was doubted of: what is usual is measured by it. */
export interface Normal {
  readonly rows: number;
  /** Files of a union that had no rows, then or before: they may be empty again; absent in what an older version kept. */
  readonly emptyFiles?: readonly string[];
  /** Of each of its files, in the order of their names; absent in what an older version kept. */
  readonly partRows?: readonly number[];
  /** Which of them lacked which columns; absent in what an older version kept. */
  readonly lacking?: PassResult['lacking'];
  /** Of a tree all columns that an undoubted one has had: most elements are optional; absent in what an older version kept. */
  readonly everColumns?: readonly string[];
  /** How many records of a tree had which columns; absent in what an older version kept. */
  readonly standing?: Standing;
  /** Which rows filled the columns that decide what buyers can order; absent in what an older version kept. */
  readonly filled?: Filled;
  /** Of a workbook the sheet that was read; absent in what an older version kept. */
  readonly sheet?: string;
  /** Articles that it named; absent in what an older version kept. */
  readonly named?: number;
  /** Rows that equalled another one of their article, where they are added up; absent in what an older version kept. */
  readonly repeatedRows?: number;
  /** Rows whose article number could not be read; absent in what an older version kept. */
  readonly unreadableKeys?: number;
  /** Files of the export; absent in what an older version kept. */
  readonly parts?: number;
  readonly isWhole: boolean;
  readonly configuration: string;
  /** What cells became; absent in what an older version kept. */
  readonly mapping?: string;
  /** The column that has the stock as it was, where there is one: it always does (moved-stock.ts). */
  readonly formerStock?: string;
  /** What was taken off the stock, in thousandths, then and before, the last first; absent in what an older version kept. */
  readonly buffers?: readonly number[];
}

/** Undefined before the first file, and for a source that an older version knew. */
export function normalOf(
  store: CatalogStore,
  { source }: Pick<CommitInput, 'source'>,
): Normal | undefined {
  const kept = store.meta.get(nameOf(source));
  return kept === undefined ? undefined : (JSON.parse(kept) as Normal);
}

/** A file of which something is held for a doubt is no measure for the next one, nor is its configuration. */
export function keepNormal(
  store: CatalogStore,
  { source, catalog, run, result, openEnds }: CommitInput,
  holds: readonly Hold[],
): void {
  if (holds.length > 0) {
    keepConfiguration(store, source, catalog);
    return;
  }
  const formerly = result.stock.moved.formerly();
  const formerStock = formerColumn(
    formerly,
    result.columns,
    normalOf(store, { source })?.formerStock,
  );
  const normal: Normal = {
    ...(formerStock === undefined ? {} : { formerStock }),
    rows: result.marks.length,
    partRows: rowsOfParts(result, run.file).map(({ rows }) => rows),
    lacking: result.lacking ?? [],
    standing: result.standing ?? {},
    everColumns: everColumns(result, normalOf(store, { source })),
    filled: result.filled,
    named: namedBy(result.seen),
    ...(result.sheet === undefined ? {} : { sheet: result.sheet }),
    repeatedRows: result.repeatedRows,
    unreadableKeys: result.unreadableKeys,
    emptyFiles: emptiedEver(result, normalOf(store, { source })),
    parts: partsOf(source, run.file),
    isWhole: openEnds.length === 0,
    configuration: configurationOf(source, catalog),
    mapping: mappingOf(catalog),
    buffers: buffersFrom(store, source),
  };
  store.meta.set(nameOf(source), JSON.stringify(normal));
}

const columnsKept = 2_000;

function everColumns(
  { columns, absent, isTable }: PassResult,
  before: Normal | undefined,
): readonly string[] {
  if (isTable) return [];
  const now = columns.filter((name) => !absent.includes(name));
  return [...new Set([...now, ...(before?.everColumns ?? [])])].slice(0, columnsKept);
}

function emptiedEver(result: PassResult, before: Normal | undefined): readonly string[] {
  const known = before?.emptyFiles ?? [];
  const stillThere = result.files.map(({ file }) => file).filter((file) => known.includes(file));
  return [...new Set([...emptyFiles(result), ...stillThere])];
}

/** What was held of a file of changes waits for itself: the next one is no first look under the configuration any more. */
function keepConfiguration(
  store: CatalogStore,
  source: SourceConfig,
  catalog: CatalogConfig,
): void {
  const before = normalOf(store, { source });
  if (source.contents !== 'delta' || before === undefined) return;
  const configuration = configurationOf(source, catalog);
  store.meta.set(nameOf(source), JSON.stringify({ ...before, configuration }));
}

/** A confirmed stock is what was exported less the buffer of that time, which is not kept of each article. */
export function buffersOf(store: CatalogStore, { source }: Pick<CommitInput, 'source'>): Buffers {
  const now = source.mapping.availableQty?.buffer ?? 0;
  return { now, earlier: normalOf(store, { source })?.buffers ?? [] };
}

const buffersKept = 3;

/**
 * From this file on. A second whole file under the same buffer has given it to every stock; what delta files have not
 * named since is still of the buffer of then.
 */
function buffersFrom(store: CatalogStore, source: SourceConfig): readonly number[] {
  const { now, earlier } = buffersOf(store, { source });
  if (source.contents !== 'delta' && earlier[0] === now) return [now];
  return [now, ...earlier.filter((buffer) => buffer !== now)].slice(0, buffersKept);
}

/** Everything that decides which rows count, what a missing one leads to, and what is held: the folder, too (fault 124). */
export function configurationOf(source: SourceConfig, catalog: CatalogConfig): string {
  const { only, vanished, brake } = catalog;
  return sourceFingerprint(source, [only ?? null, vanished, brake, source.folder]);
}

/** Under another mapping a mass change is meant; a first file changes nothing. */
export function isMeasure(normal: Normal | undefined, catalog: CatalogConfig): boolean {
  return normal !== undefined && (normal.mapping ?? mappingOf(catalog)) === mappingOf(catalog);
}

/** Of all sources, because a product is what all of them say; hidden articles get a field of their own (passes.ts). */
function mappingOf({ sources, vanished }: CatalogConfig): string {
  return basisOf([sources.map(({ mapping }) => mapping), vanished]);
}

/** A union is called by all its files (intake.ts); other exports are one, whatever comes with them. */
export function partsOf({ pick }: SourceConfig, file: string): number {
  return pick === 'union' ? file.split(' + ').length : 1;
}

/** By place: exports with dated names have no file of the same name. */
export function partRowsOf(
  normal: Normal | undefined,
  parts: PassResult['files'],
): readonly PartRows[] {
  const last = normal?.partRows ?? [];
  if (last.length !== parts.length) return [];
  return parts.map((part, at) => ({ ...part, lastRows: last[at] ?? 0 }));
}

/** What a file of the export lacks for the first time. */
export function newLacks(
  normal: Normal | undefined,
  { lacking = [], files }: Pick<PassResult, 'lacking' | 'files'>,
): readonly { readonly file: string; readonly column: string }[] {
  const isKnown = ({ file, column }: Lack): boolean =>
    normal?.lacking?.some((lack) => lack.file === file && lack.column === column) === true;
  return lacking
    .filter((lack) => !isKnown(lack))
    .map(({ file, column }) => ({ file: files[file]?.file ?? '', column }));
}

function nameOf({ name }: SourceConfig): string {
  return `normal file of ${name}`;
}
