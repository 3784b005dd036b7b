import type { CommitInput } from './commit-plan.ts';
import type { DoubtFacts, FileFacts, Hold } from './file-facts.ts';

import type { Normal } from './normal.ts';
import { configurationOf, partsOf } from './normal.ts';
import type { PassResult } from './pass-result.ts';
import { held, isOfLane, kindOf, kinds, tallyOf } from './plan.ts';
import type { Renumbered } from './renumbered.ts';
import { meaningOfVanished } from './vanished.ts';

interface Found {
  readonly gone: { readonly before: number; readonly ids: readonly number[] };
  readonly renumbered: Renumbered;
  readonly normal: Normal | undefined;
}

/** What the brakes look at: the file as pass 1 counted it, beside the files before. */
export function factsOf(input: CommitInput, found: Found): FileFacts {
  const { result, source, catalog, run } = input;
  const jumped = result.stock.jumped();
  const tally = tallyOf(result.marks);
  const { gone } = found;
  return {
    source: source.name,
    file: run.file,
    isDelta: source.contents === 'delta',
    read: result.marks.length,
    rejected: countOf(tally, [kinds.rejected]),
    unreadableKeys: result.unreadableKeys,
    before: gone.before,
    vanished: gone.ids.length,
    vanishedMeans: meaningOfVanished(source, catalog),
    quantities: result.stock.quantities,
    zeroed: sending(result, result.stock.zeroed).length,
    quantityChanges: result.stock.changes,
    jumped: { by: jumped.by, rows: sending(result, jumped.records).length },
    given: sending(result, result.stock.given).length,
    content: { ...doubtOf(input, found), known: countOf(tally, settledKinds) },
  };
}

function doubtOf(
  { result, source, catalog, run, isWhole }: CommitInput,
  { renumbered, normal }: Found,
): Omit<DoubtFacts, 'known'> {
  const { content } = result;
  const renumberedRows = sending(result, renumbered.records).length;
  return {
    contentChanges: content.changes,
    renamed: sending(result, content.renamed).length,
    flipped: sending(result, content.flipped).length,
    rebarcoded: sending(result, content.rebarcoded).length,
    created: sending(result, newRecords(result)).length - renumberedRows,
    renumbered: renumberedRows,
    lastRows: normal?.rows ?? 0,
    isCut: normal?.isWhole === true && !isWhole,
    sendsLastRow: isSending(result.marks.at(-1) ?? kinds.unchanged),
    emptyParts: result.emptyParts,
    parts: partsOf(source, run.file),
    lastParts: normal?.parts ?? 0,
    isReconfigured:
      normal !== undefined && normal.configuration !== configurationOf(source, catalog),
  };
}

/** Marks each record that a brake holds; where several do, one of them is named, and all need a yes. */
export function withHolds(
  result: PassResult,
  { holds, renumbered }: { holds: readonly Hold[]; renumbered: Renumbered },
): Uint8Array {
  const marks = result.marks.slice();
  for (const { kind } of holds) {
    for (const record of recordsOf(kind, result, renumbered)) {
      const mark = marks[record] ?? 0;
      if (isSending(mark)) marks[record] = held(mark, kind);
    }
  }
  return marks;
}

function recordsOf(
  kind: Hold['kind'],
  result: PassResult,
  renumbered: Renumbered,
): Iterable<number> {
  const { stock, content, marks } = result;
  if (kind === 'columns') return [...content.rebarcoded, ...newRecords(result)];
  const records = {
    zeroed: stock.zeroed,
    factor: stock.given,
    rejected: marks.keys(),
    layout: marks.keys(),
    encoding: content.flipped,
    names: content.renamed,
    renumbered: renumbered.records,
    cut: [marks.length - 1],
    vanished: [],
    empty: [],
  };
  return records[kind];
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

function sending({ marks }: PassResult, records: readonly number[]): readonly number[] {
  return records.filter((record) => isSending(marks[record] ?? 0));
}

/** False for rows that say nothing after all: replaced by a later row, contradicted, refused before. */
function isSending(mark: number): boolean {
  return isOfLane(kindOf(mark), 'products') || isOfLane(kindOf(mark), 'stock');
}
