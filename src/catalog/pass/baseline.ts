import { present } from '../../domain/present.ts';
import type { MissingColumn, Standing } from '../mapping/bind.ts';
import type { Filled } from '../mapping/filled.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { PartRows } from '../terms/file-facts.ts';
import { basisOf, configurationOf } from '../terms/fingerprint.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { formerColumn } from './moved-stock.ts';
import { countNamed, emptyFiles, rowsOfParts } from './named.ts';
import type { PassResult } from './pass-result.ts';
import type { Buffers } from './quantity-changes.ts';

/**
 * What the last file of a source was like of which nothing was doubted: the measure of what is usual. Most members are
 * absent in what an older version kept.
 */
export interface Baseline {
  readonly rows: number;
  /** Files of a union that had no rows, then or earlier: they may be empty again. */
  readonly emptyFiles?: readonly string[];
  /** Rows of each of its files, in the order of their names. */
  readonly partRows?: readonly number[];
  /** Which of its files lacked which columns. */
  readonly lacking?: PassResult['lacking'];
  /** All columns that any undoubted tree (JSON, XML) of the source has had, for most elements are optional. */
  readonly everColumns?: readonly string[];
  /** How many records of a tree had which columns. */
  readonly standing?: Standing;
  /** Which rows filled the columns that decide what buyers can order. */
  readonly filled?: Filled;
  /** The sheet of a workbook that was read. */
  readonly sheet?: string;
  /** How many articles it named. */
  readonly named?: number;
  /** Under `duplicates: sum`: rows that equalled another one of their article. */
  readonly repeatedRows?: number;
  /** Rows whose article number could not be read. */
  readonly unreadableKeys?: number;
  /** How many files the export was made of. */
  readonly parts?: number;
  readonly isWhole: boolean;
  readonly configuration: string;
  /** Fingerprint of what cells become: the mappings of all sources, and `vanished`. */
  readonly mapping?: string;
  /** The column that had the former stocks, if one did: by design, so a next file may have it, too (moved-stock.ts). */
  readonly formerStock?: string;
  /** The buffers, in thousandths, of this and earlier files that confirmed stocks may be of, the last first. */
  readonly buffers?: readonly number[];
}

/** In `meta`. */
export const baselineName = (source: string): string => `normal file of ${source}`;

/** Undefined before the first file, and for a source that an older version knew. */
export function baselineOf(store: CatalogStore, { name }: SourceConfig): Baseline | undefined {
  return readMeta(store, baselineName(name));
}

/**
 * A file of which something is held for a doubt is no measure for the next one, nor is its configuration. Nor are rows of
 * an older file that are read again.
 */
export function keepBaseline(
  store: CatalogStore,
  { source, catalog, run, result, openEnds }: CommitInput,
  isUsual: boolean,
): void {
  if (!isUsual) {
    keepConfiguration(store, source, catalog);
    return;
  }
  const before = baselineOf(store, source);
  const formerly = result.stock.moved.formerly();
  const formerStock = formerColumn(formerly, result.columns, before?.formerStock);
  const baseline: Baseline = {
    ...present({ formerStock, sheet: result.sheet }),
    rows: result.marks.length,
    partRows: rowsOfParts(result, run.file).map(({ rows }) => rows),
    lacking: result.lacking,
    standing: result.standing,
    everColumns: everColumns(result, before),
    filled: result.filled,
    named: countNamed(result.seen),
    repeatedRows: result.repeatedRows,
    unreadableKeys: result.unreadableKeys,
    emptyFiles: emptiedEver(result, before),
    parts: partsOf(source, run.file),
    isWhole: openEnds.length === 0,
    configuration: configurationOf(source, catalog),
    mapping: mappingOf(catalog),
    buffers: buffersFrom(store, source),
  };
  store.meta.set(baselineName(source.name), JSON.stringify(baseline));
}

const columnsKept = 2_000;

function everColumns(
  { columns, absent, isTable }: PassResult,
  before: Baseline | undefined,
): readonly string[] {
  if (isTable) return [];
  const now = columns.filter((name) => !absent.includes(name));
  return [...new Set([...now, ...(before?.everColumns ?? [])])].slice(0, columnsKept);
}

function emptiedEver(result: PassResult, before: Baseline | undefined): readonly string[] {
  const known = before?.emptyFiles ?? [];
  const stillThere = result.files.map(({ file }) => file).filter((file) => known.includes(file));
  return [...new Set([...emptyFiles(result), ...stillThere])];
}

/**
 * Held rows of a file of changes wait by themselves, and the configuration they were judged under is noted: the next
 * file is no first look under it any more.
 */
function keepConfiguration(
  store: CatalogStore,
  source: SourceConfig,
  catalog: CatalogConfig,
): void {
  const before = baselineOf(store, source);
  if (source.contents !== 'delta' || before === undefined) return;
  const configuration = configurationOf(source, catalog);
  store.meta.set(baselineName(source.name), JSON.stringify({ ...before, configuration }));
}

/** A confirmed stock is the exported one less the buffer of that time. Which buffer that was is not kept by article. */
export function buffersOf(store: CatalogStore, source: SourceConfig): Buffers {
  const now = source.mapping.availableQty?.buffer ?? 0;
  return { now, earlier: baselineOf(store, source)?.buffers ?? [] };
}

const buffersKept = 3;

/**
 * The buffers that confirmed stocks may be of from this file on. After a second whole file under the same buffer every
 * stock is of that one; stocks that files of changes have not named since are still of an earlier one.
 */
function buffersFrom(store: CatalogStore, source: SourceConfig): readonly number[] {
  const { now, earlier } = buffersOf(store, source);
  if (source.contents !== 'delta' && earlier[0] === now) return [now];
  return [now, ...earlier.filter((buffer) => buffer !== now)].slice(0, buffersKept);
}

/**
 * Whether the last file is a measure. Not under another mapping, for then a mass change is meant; nor is there one at
 * first.
 */
export function isMeasure(baseline: Baseline | undefined, catalog: CatalogConfig): boolean {
  return baseline !== undefined && (baseline.mapping ?? mappingOf(catalog)) === mappingOf(catalog);
}

/** Of all sources, because a product is what all of them say; hidden articles get a field of their own (passes.ts). */
function mappingOf({ sources, vanished }: CatalogConfig): string {
  return basisOf([sources.map(({ mapping }) => mapping), vanished]);
}

/** A union's run is named after all its files, `a.csv + b.csv` (intake.ts); any other export is one file. */
export function partsOf({ pick }: SourceConfig, file: string): number {
  return pick === 'union' ? file.split(' + ').length : 1;
}

/** Compared by place in the order of names: files with dated names never have the same name again. */
export function partRowsOf(
  baseline: Baseline | undefined,
  parts: PassResult['files'],
): readonly PartRows[] {
  const last = baseline?.partRows ?? [];
  if (last.length !== parts.length) return [];
  return parts.map((part, at) => ({ ...part, lastRows: last[at] ?? 0 }));
}

/** Columns that a file of the export lacks for the first time. */
export function newMissingColumns(
  baseline: Baseline | undefined,
  { lacking, files }: Pick<PassResult, 'lacking' | 'files'>,
): readonly { readonly file: string; readonly column: string }[] {
  const isKnown = ({ file, column }: MissingColumn): boolean =>
    baseline?.lacking?.some((missing) => missing.file === file && missing.column === column) ===
    true;
  return lacking
    .filter((missing) => !isKnown(missing))
    .map(({ file, column }) => ({ file: files[file]?.file ?? '', column }));
}
