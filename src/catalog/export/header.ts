import type { AttributesMapping, SourceConfig } from '../../config/declaration.ts';
import { firstOf } from '../../domain/counted.ts';
import { restColumn } from '../../domain/rest-column.ts';
import type { Standing } from '../mapping/bind.ts';
import { placesOfName, writtenName } from '../mapping/column-names.ts';
import { decidingColumns, type Filled } from '../mapping/filled.ts';
import { foundColumns, neededColumns } from '../mapping/needed-columns.ts';
import { newlyRepeated, newStores } from '../mapping/repeated-columns.ts';
import {
  emptiedDoubt,
  emptiedNote,
  fewestFilled,
  hasDefault,
  leastFilled,
} from './emptied-columns.ts';
import { isOfLaterDay } from './sheet-day.ts';

export interface Layout {
  readonly source: Pick<
    SourceConfig,
    'format' | 'headerRow' | 'contents' | 'mapping' | 'where' | 'fillDown'
  >;
  readonly file: string;
  /** Columns of the last accepted file of the source; undefined where there was none. */
  readonly before: readonly string[] | undefined;
  readonly columns: readonly string[];
  /** False for a tree: an attribute that no record of it has is not a column that was lost. */
  readonly isTable: boolean;
  /** Tree formats: mapped columns that no record has. */
  readonly absent: readonly string[];
  /** For a tree: columns that earlier files had. */
  readonly everColumns: readonly string[];
  /** For a tree: how many records of the last undoubted file had each mapped column. */
  readonly standing: { readonly rows: number; readonly records: Standing };
  /** For several trees: mapped columns that a file lacks, and did not lack in the last undoubted export. */
  readonly lacking: readonly { readonly file: string; readonly column: string }[];
  /**
   * How many rows fill the columns that decide what buyers can order; in this file, and in the last undoubted one if it
   * was counted.
   */
  readonly filled: { readonly now: Filled; readonly before: Filled | undefined };
  /** For a workbook: the sheet that is read, the one of the last undoubted file, and all sheets of this file. */
  readonly sheets: {
    readonly now: string | undefined;
    readonly before: string | undefined;
    readonly all: readonly string[];
  };
}

interface LayoutVerdict {
  /** Why nothing of the file may be sent before it is released. */
  readonly doubt?: string;
  /** What is told and holds nothing. */
  readonly note?: string;
}

/**
 * Compares the columns of a file with those of the file before (lessons 9). If columns are found by name, another order
 * or a new column changes no value, and is only told. The file is held where every row may mean something else: columns
 * are found by place and have moved, a mapped element that more than a few records had is gone from a whole tree, or
 * other columns than before have a mapped name. A table that lacks a mapped name was refused before (mapping.ts).
 */
export function judgeLayout(layout: Layout): LayoutVerdict {
  const emptied = emptiedDoubt(layout);
  const verdict =
    judgeSheets(layout) ??
    judgeParts(layout) ??
    (emptied === undefined ? judgeWhole(layout) : { doubt: emptied });
  const notes = [verdict.note, emptiedNote(layout)].filter((note) => note !== undefined);
  return verdict.doubt !== undefined || notes.length === 0 ? verdict : { note: notes.join(' ') };
}

/**
 * The first visible sheet is read. If that is another one than before, and the one of the file before is still there,
 * the file is held: an old sheet was hidden and is shown now, or one was moved. If the old one is gone, it most likely
 * has a new name, such as a date. A workbook that keeps the sheets of earlier days beside the new one is not held,
 * either.
 */
function judgeSheets({ file, before, sheets }: Layout): LayoutVerdict | undefined {
  const was = sheets.before;
  if (before === undefined || was === undefined || was === sheets.now) return undefined;
  if (!sheets.all.includes(was) || isOfLaterDay(sheets.now, was)) return undefined;
  return {
    doubt: `In ${file} the sheet "${sheets.now}" would be read, but in the file before "${was}" was read, and this sheet is still there: the whole file is held. Set sheet: of the source to the right one.`,
  };
}

/**
 * One file of a union lacks a column that decides what buyers can order, had it before, and other files have it: the
 * export is held. In a first export nothing is held, because this file may never have that element.
 */
function judgeParts({ source, before, lacking }: Layout): LayoutVerdict | undefined {
  if (before === undefined) return undefined;
  const one = lacking.find(
    ({ column }) => decidingColumns(source).includes(column) && !hasDefault(source, column),
  );
  if (one === undefined || source.contents !== 'full') return undefined;
  return {
    doubt: `No record of ${one.file} has "${one.column}", which other files of the export have and which is mapped to what buyers can order: the whole export is held.`,
  };
}

function judgeWhole(layout: Layout): LayoutVerdict {
  const { source, file, before, columns, absent, isTable } = layout;
  if (before === undefined) return judgeFirst(layout);
  const isLost = (name: string): boolean =>
    before.includes(name) && !hasDefault(source, name) && !isOptional(layout, name);
  const lost = source.contents === 'full' ? absent.filter(isLost) : [];
  if (lost.length > 0) {
    return {
      doubt: `No record of ${file} has ${namesOf(lost)}, which the file before had: the whole file is held.`,
    };
  }
  const places = judgePlaces(layout, before);
  if (places !== undefined) return places;
  // `empty: keep` does not help an attribute whose column is gone: the attribute would vanish from every product.
  const attributes = isTable ? attributesGone(source.mapping.attributes, before, columns) : [];
  if (attributes.length > 0) {
    return {
      doubt: `${file} no longer has ${namesOf(attributes)}, from which attributes were made: the whole file is held.`,
    };
  }
  const sameNames = judgeSameNames(layout, before);
  if (sameNames !== undefined) return sameNames;
  const note = changeText(layout, before);
  if (note === undefined) return {};
  const stores = newStores(source, before, columns);
  const unread =
    stores.length === 0
      ? ''
      : ` The stock does not count ${namesOf(stores)}: if it should, add it to availableQty: of the mapping.`;
  return { note: `${file} has other columns than the file before: ${note}.${unread}` };
}

const columnsKept = 20_000;

/**
 * The columns that the next file is compared with. A delta tree has only columns that its changes need, so the columns
 * of all deltas are kept.
 */
export function keptHeader(layout: Layout): string[] {
  const now = withoutAbsent(layout);
  if (!isChangedTree(layout)) return now;
  return [...new Set([...now, ...(layout.before ?? [])])].slice(0, columnsKept);
}

function isChangedTree({ source, isTable }: Layout): boolean {
  return !isTable && source.contents === 'delta';
}

/** The columns that the file has, without those that only the mapping asks a tree for. */
export function withoutAbsent({ columns, absent }: Pick<Layout, 'columns' | 'absent'>): string[] {
  return columns.filter((name) => !absent.includes(name));
}

/**
 * Few records had the element, and no new element has come in its place: then the last article with it has gone, or is
 * no longer blocked, say. For tables `emptied-columns.ts` says the same.
 */
function isOptional({ columns, absent, before = [], standing }: Layout, name: string): boolean {
  const { rows, records } = standing;
  const had = records[name] ?? rows;
  const areMany = had * 2 >= rows || had >= Math.max(fewestFilled, leastFilled * rows);
  return !areMany && withoutAbsent({ columns, absent }).every((each) => before.includes(each));
}

/**
 * Columns that are found by their place: if a file has more or fewer of them, other columns may stand at these places.
 */
function judgePlaces(
  { source, file, columns }: Layout,
  before: readonly string[],
): LayoutVerdict | undefined {
  // The configuration says how many columns a fixed layout has, so no file has more or fewer.
  if (source.headerRow === 'none' && source.format !== 'fixed') {
    if (before.length === columns.length) return {};
    return {
      doubt: `${file} has ${columns.length} columns, the file before had ${before.length}: columns are found by their place, so the whole file is held.`,
    };
  }
  if (source.format === 'fixed' && !before.includes(restColumn) && columns.includes(restColumn)) {
    return {
      doubt: `The rows of ${file} continue behind the last column, unlike those of the file before: the columns may be at other places, so the whole file is held.`,
    };
  }
  return undefined;
}

/** A mapped name stands in the file more often, or less often, than before. */
function judgeSameNames(layout: Layout, before: readonly string[]): LayoutVerdict | undefined {
  const { source, file, columns, isTable, everColumns: ever } = layout;
  const sameNames = isTable ? changedSameNames(neededColumns(source), before, columns) : [];
  if (sameNames.length > 0) {
    return {
      doubt: `${file} has ${sameNames.join('; ')}: it is not clear which one the mapping means, so the whole file is held.`,
    };
  }
  const repeated = isTable ? [] : newlyRepeated(source, { before, ever }, withoutAbsent(layout));
  if (repeated.length > 0) {
    return {
      doubt: `The whole file is held: ${file} has ${repeated.join('; ')}. Releasing it sends it as the mapping reads it now.`,
    };
  }
  return undefined;
}

/**
 * A first tree may lack what is optional. But if no record has a column that decides what buyers can order, such as
 * `blocked`, its name may be written otherwise in the mapping, and what the ERP blocks would go on sale: the file is
 * held. A release says that it is right so.
 */
function judgeFirst(layout: Layout): LayoutVerdict {
  const { source, file, absent } = layout;
  const deciding = decidingColumns(source);
  const missing = absent.filter((name) => deciding.includes(name) && !hasDefault(source, name));
  if (missing.length === 0 || source.contents !== 'full') return {};
  const has = withoutAbsent(layout);
  const seen = has.length === 0 ? 'No column was found in it.' : `It has ${namesOf(has)}.`;
  return {
    doubt: `No record of ${file} has ${namesOf(missing)}, which is mapped to what buyers can order: the whole file is held. ${seen}`,
  };
}

/**
 * Attribute columns that a prefix or a pair found in the file before, and that are gone. A table without a listed
 * column was refused.
 */
function attributesGone(
  mapping: AttributesMapping | undefined,
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return foundColumns(mapping, before).filter((name) => !now.includes(name));
}

/**
 * Mapped names that stand in the file more or less often than before. The leftmost of two is read, so a new one on the
 * left would change every value.
 */
function changedSameNames(
  mapped: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return [...new Set(mapped.map(writtenName))].flatMap((name) => {
    const [was, is] = [placesOfName(name, before).length, placesOfName(name, now).length];
    // A mapped column that the file before lacked: the mapping has changed, and not the file.
    if (was === is || was === 0) return [];
    return [`the column "${name}" ${timesText(is)}, the file before had it ${timesText(was)}`];
  });
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

/**
 * What has changed in the columns, in words. A tree has its columns in the order in which records
 * happen to have them, and optional ones come and go: so a column that any earlier file had is not new,
 * and one that nobody reads is not missed.
 */
function changeText(layout: Layout, before: readonly string[]): string | undefined {
  const { source, isTable } = layout;
  const now = keptHeader(layout);
  const needed = neededColumns(source);
  const isReported = (name: string): boolean => isTable || needed.includes(name);
  const added = addedColumns(layout);
  const gone = before.filter((name) => !now.includes(name) && isReported(name));
  const kept = (names: readonly string[], others: readonly string[]): string =>
    JSON.stringify(names.filter((name) => others.includes(name)));
  const changes = [
    added.length === 0 ? [] : `new ${namesOf(added)}`,
    gone.length === 0 ? [] : `gone ${namesOf(gone)}`,
    !isTable || kept(before, now) === kept(now, before) ? [] : 'in another order',
  ].flat();
  return changes.length === 0 ? undefined : changes.join('; ');
}

/** Columns that no file before had. */
export function addedColumns(layout: Layout): readonly string[] {
  const { before, everColumns: ever } = layout;
  if (before === undefined) return [];
  return keptHeader(layout).filter((name) => !before.includes(name) && !ever.includes(name));
}

const namesShown = 10;

export function namesOf(names: readonly string[]): string {
  return firstOf(
    names.map((name) => `"${name}"`),
    namesShown,
  );
}
