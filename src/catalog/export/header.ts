import type { AttributesMapping, SourceConfig } from '../../config/declaration.ts';
import { firstOf } from '../../domain/counted.ts';
import { restColumn } from '../../domain/rest-column.ts';
import type { Standing } from '../mapping/bind.ts';
import { decidingColumns, type Filled } from '../mapping/filled.ts';
import { foundColumns, neededColumns } from '../mapping/needed-columns.ts';
import { newlyRepeated, newStores } from '../mapping/repeated-columns.ts';
import { twinPlaces, writtenName } from '../mapping/twins.ts';
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
  /** Of a tree an attribute that no record has is none that a column lost. */
  readonly isTable: boolean;
  /** Tree formats: mapped columns that no record has. */
  readonly absent: readonly string[];
  /** Of a tree: columns that earlier ones had. */
  readonly everColumns: readonly string[];
  /** Of a tree: how many records of the last undoubted one had a mapped column. */
  readonly standing: { readonly rows: number; readonly records: Standing };
  /** Of several trees: mapped columns that a file lacks, and did not lack in the last undoubted export. */
  readonly lacking: readonly { readonly file: string; readonly column: string }[];
  /** Rows that fill what decides what buyers can order, of this file and of the last undoubted one, where it was counted. */
  readonly filled: { readonly now: Filled; readonly before: Filled | undefined };
  /** Of a workbook the sheet that is read, that of the last undoubted one, and every one that this one has. */
  readonly sheets: {
    readonly now: string | undefined;
    readonly before: string | undefined;
    readonly all: readonly string[];
  };
}

interface LayoutVerdict {
  /** Why nothing of the file may go without a yes. */
  readonly doubt?: string;
  /** What is told and holds nothing. */
  readonly note?: string;
}

/**
 * The header fingerprint of a source (lessons 9). Where columns are found by name another order or a new column changes
 * no value: it is told. Where they are found by place, where a mapped element that more than a few records had has gone
 * from a whole tree, or where other columns than before have a mapped one's name, every row may mean something else: it is
 * held. A mapped name that a table lacks was refused before (mapping.ts).
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
 * The first sheet that a person sees is read, and another one became it: an old one that was hidden, or one that was moved.
 * Where the sheet of the file before is there no more, it has most likely a new name, such as a date; a workbook may keep
 * the days before, too.
 */
function judgeSheets({ file, before, sheets }: Layout): LayoutVerdict | undefined {
  const was = sheets.before;
  if (before === undefined || was === undefined || was === sheets.now) return undefined;
  if (!sheets.all.includes(was) || isOfLaterDay(sheets.now, was)) return undefined;
  return {
    doubt: `Of ${file} the sheet "${sheets.now}" would be read, and "${was}", the one of the file before, is still there: the whole file is held. Set sheet: of the source to the right one.`,
  };
}

/**
 * One file of a union lacks what decides whether and how often buyers can order, where it had it and others have it. In
 * a first export it may be an element that this file never has.
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
  // Without its column an attribute is no empty cell that is kept: it would go from every product.
  const attributes = isTable ? attributesGone(source.mapping.attributes, before, columns) : [];
  if (attributes.length > 0) {
    return {
      doubt: `${file} no longer has ${namesOf(attributes)}, of which attributes were made: the whole file is held.`,
    };
  }
  const twins = judgeTwins(layout, before);
  if (twins !== undefined) return twins;
  const note = changeText(layout, before);
  if (note === undefined) return {};
  const stores = newStores(source, before, columns);
  const unread =
    stores.length === 0
      ? ''
      : ` The stock does not count ${namesOf(stores)}: where it should, add it to availableQty: of the mapping.`;
  return { note: `${file} has other columns than the file before: ${note}.${unread}` };
}

const columnsKept = 20_000;

/** What the next file is measured by. Of changes a tree has what they are about: the columns of them all are usual. */
export function keptHeader(layout: Layout): string[] {
  const now = withoutAbsent(layout);
  if (!isChangedTree(layout)) return now;
  return [...new Set([...now, ...(layout.before ?? [])])].slice(0, columnsKept);
}

function isChangedTree({ source, isTable }: Layout): boolean {
  return !isTable && source.contents === 'delta';
}

/** A column that the mapping asks a tree for is none that the file has. */
function withoutAbsent({ columns, absent }: Pick<Layout, 'columns' | 'absent'>): string[] {
  return columns.filter((name) => !absent.includes(name));
}

/**
 * Few records had the element, and no other one stands in its place: the last article with it has gone, or is blocked no
 * more. Of a table `emptied-columns.ts` says the same.
 */
function isOptional({ columns, absent, before = [], standing }: Layout, name: string): boolean {
  const { rows, records } = standing;
  const had = records[name] ?? rows;
  const areMany = had * 2 >= rows || had >= Math.max(fewestFilled, leastFilled * rows);
  return !areMany && withoutAbsent({ columns, absent }).every((each) => before.includes(each));
}

/** Columns that are found by their place: where a file has more or fewer, others may stand there. */
function judgePlaces(
  { source, file, columns }: Layout,
  before: readonly string[],
): LayoutVerdict | undefined {
  // How many columns a fixed layout has is said by the configuration, and no file has more or fewer.
  if (source.headerRow === 'none' && source.format !== 'fixed') {
    if (before.length === columns.length) return {};
    return {
      doubt: `${file} has ${columns.length} columns, the file before had ${before.length}: columns are found by their place, so the whole file is held.`,
    };
  }
  if (source.format === 'fixed' && !before.includes(restColumn) && columns.includes(restColumn)) {
    return {
      doubt: `The rows of ${file} go on behind the last column, unlike those of the file before: the columns may stand at other places, so the whole file is held.`,
    };
  }
  return undefined;
}

/** A mapped name that stands there twice, and did not before. */
function judgeTwins(layout: Layout, before: readonly string[]): LayoutVerdict | undefined {
  const { source, file, columns, isTable, everColumns: ever } = layout;
  const twins = isTable ? changedTwins(neededColumns(source), before, columns) : [];
  if (twins.length > 0) {
    return {
      doubt: `${file} has ${twins.join('; ')}: which one the mapping means is in doubt, so the whole file is held.`,
    };
  }
  const repeated = isTable ? [] : newlyRepeated(source, { before, ever }, withoutAbsent(layout));
  if (repeated.length > 0) {
    return {
      doubt: `The whole file is held: ${file} has ${repeated.join('; ')}. A yes sends it as the mapping reads it now.`,
    };
  }
  return undefined;
}

/**
 * A tree may lack what is optional, but not in every record what decides whether and how often buyers can order: a name
 * that is written otherwise would put on sale what the ERP blocks. A yes to the first file says that it is so.
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

/** Columns that a prefix or a pair found in the file before. A listed one that a table lacks was refused. */
function attributesGone(
  mapping: AttributesMapping | undefined,
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return foundColumns(mapping, before).filter((name) => !now.includes(name));
}

/** The leftmost of two is read: a new one on the left would take over every value. */
function changedTwins(
  mapped: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return [...new Set(mapped.map(writtenName))].flatMap((name) => {
    const [was, is] = [twinPlaces(name, before).length, twinPlaces(name, now).length];
    // A column that the file before lacked is another mapping, and no other file.
    if (was === is || was === 0) return [];
    return [`the column "${name}" ${timesText(is)}, the file before had it ${timesText(was)}`];
  });
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

/**
 * A tree names its columns in the order in which its records happen to have them, and those that are optional come and go:
 * what one had before is not new, and what nobody reads is not missed.
 */
function changeText(layout: Layout, before: readonly string[]): string | undefined {
  const { source, isTable, everColumns } = layout;
  const now = keptHeader(layout);
  const needed = neededColumns(source);
  const isTold = (name: string): boolean => isTable || needed.includes(name);
  const added = now.filter((name) => !before.includes(name) && !everColumns.includes(name));
  const gone = before.filter((name) => !now.includes(name) && isTold(name));
  const kept = (names: readonly string[], others: readonly string[]): string =>
    JSON.stringify(names.filter((name) => others.includes(name)));
  const told = [
    added.length === 0 ? [] : `new ${namesOf(added)}`,
    gone.length === 0 ? [] : `gone ${namesOf(gone)}`,
    !isTable || kept(before, now) === kept(now, before) ? [] : 'in another order',
  ].flat();
  return told.length === 0 ? undefined : told.join('; ');
}

const namesShown = 10;

function namesOf(names: readonly string[]): string {
  return firstOf(
    names.map((name) => `"${name}"`),
    namesShown,
  );
}
