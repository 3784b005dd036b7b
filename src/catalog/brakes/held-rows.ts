import { shownExport } from '../../domain/file-name.ts';
import { numberFields } from '../../domain/product.ts';
import { type Baseline, isMeasure, partRowsOf, partsOf } from '../pass/baseline.ts';
import { isJump } from '../pass/jumps.ts';
import { lastRecords } from '../pass/last-records.ts';
import { countNamed, emptyFiles, rowsOfParts } from '../pass/named.ts';
import type { PassResult } from '../pass/pass-result.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import type { DoubtFacts, FileFacts, Hold, NumberFacts } from '../terms/file-facts.ts';
import { configurationOf } from '../terms/fingerprint.ts';
import {
  type HoldKind,
  held,
  heldButStock,
  holdKinds,
  holdOf,
  kindOf,
  kinds,
  tallyOf,
} from '../terms/plan.ts';
import { sending, unreleased, unreleasedUnder } from '../terms/unreleased.ts';
import type { Verdicts } from '../terms/verdicts.ts';
import { deactivatedBy } from './deactivated.ts';
import type { Renumbered } from './renumbered.ts';
import { stockDoubts } from './stock-doubts.ts';

/** With fewer articles the lead time may go from one day to ten by chance. */
const fewestNumbers = 10;

/** What is known beyond the file itself. */
export interface Found {
  readonly gone: {
    readonly before: number;
    readonly losing: readonly number[];
  };
  /** Articles of sources that are gone, which the file does not name. */
  readonly orphans: readonly number[];
  readonly renumbered: Renumbered;
  readonly baseline: Baseline | undefined;
  /** Articles that the marketplace offers, of all sources. */
  readonly active: () => number;
  readonly keepsLetters: () => boolean;
  /** An export had made the article inactive. */
  readonly wasBlocked: (product: number) => boolean;
  readonly verdicts: Verdicts;
}

/** What the brakes look at: the file as pass 1 counted it, beside the files before. */
export function factsOf(input: CommitInput, found: Found): FileFacts {
  const { result, source, catalog, run } = input;
  const { changes, quantities } = result.stock;
  const jumped = changes.jumped();
  const tally = tallyOf(result.marks);
  const { gone, verdicts } = found;
  const isGone = unreleasedUnder(verdicts, 'vanished');
  const settled = countOf(tally, settledKinds);
  const lowering = countOf(tally, [kinds.lowers, kinds.blocks]);
  const quantityChanges = sending(result, changes.measured).length;
  // A file of changes has only changed rows, so they are measured against all articles on sale.
  const known = source.contents === 'delta' ? Math.max(settled, found.active()) : settled;
  return {
    source: source.name,
    file: shownExport(run.file),
    isDelta: source.contents === 'delta',
    read: result.marks.length,
    named: countNamed(result.seen),
    rejected: countOf(tally, [kinds.rejected]) + lowering - result.readable,
    lowering,
    skipped: countOf(tally, [kinds.skipped]),
    unreadableKeys: result.unreadableKeys,
    lastUnreadableKeys: found.baseline?.unreadableKeys ?? 0,
    before: gone.before,
    vanished: gone.losing.filter(isGone).length,
    vanishedMeans: meaningOfVanished(source, catalog),
    quantities,
    allQuantities: source.contents === 'delta' ? Math.max(quantities, known) : quantities,
    zeroed: unreleased(result, verdicts, { kind: 'zeroed', records: result.stock.zeroed }).length,
    quantityChanges,
    isLikeDailySales: changes.ratios.areLikeDailySales(),
    deactivated: deactivatedBy(input, found, known),
    jumped: {
      by: jumped.by,
      rows: sending(result, jumped.records).length,
      of: quantityChanges - sending(result, changes.ofBuffer).length,
      isNear: changes.isNear,
    },
    sending: unreleased(result, verdicts, { kind: 'zeroed', records: changes.records }).length,
    ...stockDoubts(input, found),
    content: { ...doubtOf(input, found), known },
  };
}

function doubtOf(
  { result, source, catalog, run, openEnds }: CommitInput,
  { gone, orphans, renumbered, baseline, keepsLetters }: Found,
): Omit<DoubtFacts, 'known'> {
  const { content } = result;
  const rowsOf = (records: readonly number[]): number => sending(result, records).length;
  const renumberedRows = rowsOf(renumbered.records);
  return {
    lettered: rowsOf(content.lettered),
    renamed: rowsOf(content.renamed),
    flipped: rowsOf(content.flipped),
    keepsLetters,
    rebarcoded: rowsOf(content.rebarcoded),
    misplaced: rowsOf(misplacedRecords(result)),
    moved: isMeasure(baseline, catalog) ? rowsOf(content.moved) : 0,
    numbers: numbersOf(result),
    created: rowsOf(newRecords(result)) - renumberedRows,
    renumbered: renumberedRows,
    renumberedVanished: renumberedRows - orphans.filter((id) => renumbered.ids.has(id)).length,
    beforeRenumbering: gone.before + orphans.length,
    lastRows: baseline?.rows ?? 0,
    ...(baseline?.named === undefined ? {} : { lastNamed: baseline.named }),
    cutFiles: baseline?.isWhole === true ? openEnds : [],
    cutRows: rowsOf(lastRecords(result, openEnds)),
    emptyParts: emptyFiles(result).filter((name) => !baseline?.emptyFiles?.includes(name)),
    partRows: partRowsOf(baseline, rowsOfParts(result, run.file)),
    repeatedRows: result.repeatedRows,
    ...(baseline?.repeatedRows === undefined ? {} : { lastRepeatedRows: baseline.repeatedRows }),
    doubled: result.stock.changes.ratios.doubled,
    hasHeaderAgain: result.complaints.some(({ code }) => code === 'ROW_HEADER_AGAIN'),
    isSummed: source.duplicates === 'sum',
    parts: partsOf(source, run.file),
    lastParts: baseline?.parts ?? 0,
    isReconfigured:
      baseline !== undefined && baseline.configuration !== configurationOf(source, catalog),
  };
}

/** What decides which rows a brake holds, and what persons have said so far. */
interface Holding {
  readonly renumbered: Renumbered;
  /** `zeroed` holds every changed stock of the file, not only those that fall to zero. */
  readonly hasPartialSums: boolean;
  /** `factor` holds only quantities that may be read in the wrong number style, not all. */
  readonly isMisread: boolean;
  readonly openEnds: readonly string[];
  readonly verdicts: Verdicts;
}

type KindOfHold = Pick<Hold, 'kind' | 'isOld'>;

/** Holds of these kinds keep articles that no row names. */
export function takesAway(kind: HoldKind): boolean {
  return kind === 'vanished' || kind === 'empty';
}

/** Marks each record that a brake holds. If several hold it, the mark names one of them, and all must be released. */
export function withHolds(
  result: PassResult,
  holding: Holding,
  holds: readonly Hold[],
): Uint8Array {
  const marks = result.marks.slice();
  const alone = new Set(result.stock.alone);
  for (const hold of holds)
    for (const record of heldRecords(result, holding, hold)) {
      const { kind } = hold;
      const mark = result.marks[record] ?? 0;
      marks[record] = alone.has(record)
        ? heldButStock(mark, marks[record] ?? 0, kind)
        : held(mark, kind);
    }
  return marks;
}

/**
 * The records that a hold keeps back: those found now, unless it is an old one, and those kept since an earlier look.
 */
function heldRecords(
  result: PassResult,
  holding: Holding,
  { kind, isOld }: KindOfHold,
): readonly number[] {
  const { openEnds, verdicts } = holding;
  const products = verdicts.waiting.get(kind)?.products;
  const before = products === undefined ? [] : recordsIn(result, products);
  if (isOld === true) return unreleased(result, verdicts, { kind, records: before });
  const found =
    kind === 'cut'
      ? lastRecords(result, openEnds)
      : recordsOf(whatOf(kind, holding), result, holding.renumbered);
  return unreleased(result, verdicts, { kind, records: [...new Set([...found, ...before])] });
}

/** Holds from an earlier look at the file, if there is still something that they keep from being sent. */
export function stillWaiting(
  result: PassResult,
  holding: Holding,
  gone: readonly number[],
): Hold[] {
  return [...holding.verdicts.waiting]
    .map(([kind, { sentence, products }]) => {
      const old = { kind, sentence, isOld: true };
      const vanished = gone.filter((product) => products.get(product) === 1).length;
      const records = heldRecords(result, holding, old).length;
      return { ...old, items: takesAway(kind) ? vanished : records };
    })
    .filter((hold) => hold.items > 0);
}

/** The products that a hold keeps back. `marks`: the final ones, holds included. */
export function heldProducts(
  result: PassResult,
  marks: Uint8Array,
  { hold, holding }: { readonly hold: KindOfHold; readonly holding: Holding },
): readonly number[] {
  const { kind } = hold;
  const records = new Set(heldRecords(result, holding, hold));
  for (const [record, mark] of marks.entries())
    if (holdOf(mark) === holdKinds[kind]) records.add(record);
  return [...records].map((record) => result.ids[record] ?? 0);
}

function recordsIn({ ids }: PassResult, products: { get(product: number): number }): number[] {
  const records: number[] = [];
  for (let record = 0; record < ids.length; record += 1)
    if (products.get(ids[record] ?? 0) === 1) records.push(record);
  return records;
}

/** `zeroed` and `factor` hold all changed quantities or only some, depending on the doubt. */
function whatOf(kind: Held, { hasPartialSums, isMisread }: Holding): Held | 'misread' {
  if (kind === 'zeroed') return hasPartialSums ? 'factor' : kind;
  return kind === 'factor' && isMisread ? 'misread' : kind;
}

type Held = Exclude<HoldKind, 'cut'>;

function recordsOf(
  kind: Held | 'misread',
  result: PassResult,
  renumbered: Renumbered,
): Iterable<number> {
  const { stock, content, marks } = result;
  if (kind === 'columns') return misplacedRecords(result);
  if (kind === 'numbers') return recordsOfJumps(result, numbersOf(result).jumps);
  const records = {
    zeroed: stock.zeroed,
    // If `yes` and `no` of the column are swapped, it puts on sale what was blocked: held, too.
    deactivated: [...content.deactivated, ...content.activated],
    factor: stock.changes.records,
    misread: stock.misread.doubted(),
    rejected: marks.keys(),
    layout: marks.keys(),
    names: content.renamed,
    renumbered: renumbered.records,
    encoding: content.lettered,
    vanished: [],
    empty: [],
  };
  return records[kind];
}

/** A column is written in one number style: if that is in doubt, so are the values that do not jump. */
function numbersOf(result: PassResult): NumberFacts {
  const { numbers } = result.content;
  const jumps = numberFields
    .map((field) => {
      const { by, records } = numbers[field].jumped();
      const rows = sending(result, records).length;
      const changes = sending(result, numbers[field].measured).length;
      return { field, by, rows, changes };
    })
    .filter(({ rows, changes }) => isJump(rows, changes, fewestNumbers));
  return { jumps, sending: sending(result, [...recordsOfJumps(result, jumps)]).length };
}

function recordsOfJumps({ content }: PassResult, jumps: NumberFacts['jumps']): ReadonlySet<number> {
  return new Set(jumps.flatMap(({ field }) => content.numbers[field].records));
}

/** Rows whose values may come from another column; all new articles too, for they have nothing to compare with. */
function misplacedRecords(result: PassResult): number[] {
  const { moved, rebarcoded, barcoded } = result.content;
  return [...new Set([...moved, ...rebarcoded, ...barcoded, ...newRecords(result)])];
}

function newRecords({ content: { newcomers } }: PassResult): number[] {
  return Array.from({ length: newcomers.count }, (_, place) => newcomers.at(place).record);
}

/** Rows of articles that the marketplace has. */
const settledKinds = [kinds.unchanged, kinds.alreadySent, kinds.stock, kinds.upsert];

function countOf(tally: Uint32Array, wanted: readonly number[]): number {
  return tally.reduce(
    (sum, records, mark) => (wanted.includes(kindOf(mark)) ? sum + records : sum),
    0,
  );
}
