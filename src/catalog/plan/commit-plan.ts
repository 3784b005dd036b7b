import type { Complaint } from '../../domain/complaint.ts';
import type { SourceIndex } from '../../store/raw-index.ts';
import type { RunRow } from '../../store/runs.ts';
import { keptHeader } from '../export/header.ts';
import { keepBaseline } from '../pass/baseline.ts';
import type { PassResult } from '../pass/pass-result.ts';
import { keepWishes } from '../pass/wishes.ts';
import { unheldRun } from '../state/counting-runs.ts';
import { keepLeftInactive } from '../state/left-fields.ts';
import { mayBePublished, nextIndex } from '../state/vanished.ts';
import { growingBytes } from '../terms/growing.ts';
import { holdKinds, holdOf, isOfLane, isStockAlone, kindOf, packIds } from '../terms/plan.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { complaintRow } from '../terms/refusal.ts';
import { booksWithOpen } from './books-with-open.ts';
import { fileNotes } from './file-notes.ts';
import { forgetUnsent, hiddenBeforeRestore } from './gone-products.ts';
import { replaceHolds } from './holds.ts';
import { type Judged, judgeFile } from './judge-file.ts';
import { keepNewColumns } from './new-columns.ts';
import { tellReach } from './older-rows.ts';
import { keepUnknownNumber } from './unmatched-stock.ts';

export interface CommitInput {
  readonly source: SourceConfig;
  readonly catalog: CatalogConfig;
  readonly run: RunRow;
  /** Of an older file only its parked rows are read. */
  readonly isReadAgain: boolean;
  readonly fingerprint: string;
  readonly result: PassResult;
  /** Files of the export that do not end with a line end. */
  readonly openEnds: readonly string[];
  readonly at: number;
  /** Products with a request that has no stored answer. */
  readonly inFlight: ReadonlySet<number>;
}

/**
 * Part of the last transaction of pass 1 (step-one.ts): plan, holds, books, index and exported quantities in one commit;
 * nothing of the plan is sent before it (design section 2.2).
 */
export function commitPlan(store: CatalogStore, input: CommitInput): void {
  const { source, run, result } = input;
  const countedRun = unheldRun(store, source.name);
  const look = {
    before: indexBefore(store, input),
    newestId: store.mirror.newestId(),
    seen: result.seen,
    isPublished: publishedOf(store, input),
  };
  const judged = judgeFile(store, input, look);
  const { gone, holds, marks } = judged;
  keepBaseline(store, input, holds.length === 0 && !input.isReadAgain);
  if (holds.length > 0) dropHeldParts(store, input, marks);
  const plan = addPlan(store, input, judged);
  replaceHolds(store, input, { ...judged, plan });
  const { known } = result;
  const index = nextIndex(result.ids, look);
  store.index.write(source.name, known === undefined ? index : { ...index, known });
  keepWishes(store, input, judged);
  forgetUnsent(store, input, look);
  const changes = { ...judged, before: look.before.rows, gone: gone.ids };
  writeComplaints(store, input, [...judged.notes, ...fileNotes(store, input, changes)]);
  store.runs.setCounts(run.id, booksWithOpen(marks, result.ids, store.requests.openRows(run.id)));
  tellReach(store, input, look);
  acceptRun(store, input, { ...judged, plan, countedRun });
  keepLeftInactive(store, source, gone.ids);
  keepUnknownNumber(store, input);
  store.plans.remove(source.name, plan);
}

/**
 * No other file of the source is committed during a pass, so the ids that it read still hold. To read them again would
 * take memory twice.
 */
function indexBefore(
  { index }: CatalogStore,
  { source: { name }, result: { idsBefore: rows } }: CommitInput,
): Pick<SourceIndex, 'rows' | 'tail'> {
  return rows === undefined || rows.length === 0
    ? index.read(name)
    : { rows, tail: index.tail(name) };
}

/**
 * `vanished` of a plan: products to take off sale. Those that may only have got another number stay while that is held.
 */
function addPlan(
  store: CatalogStore,
  input: CommitInput,
  { marks, vanished, holds, renumbered }: Judged,
): number {
  const { source, run, fingerprint, at } = input;
  const kept = holds.some(({ kind }) => kind === 'renumbered') ? renumbered.ids : new Set();
  const { name } = source;
  const gone = vanished.filter((product) => !kept.has(product));
  const ids = packIds([...new Set([...gone, ...hiddenBeforeRestore(store, input)])]);
  const plan = { run: run.id, source: name, sha256: run.sha256, fingerprint, marks, vanished: ids };
  return store.plans.add(plan, at);
}

function writeComplaints(
  { complaints }: CatalogStore,
  { run, result }: CommitInput,
  notes: readonly (Complaint | undefined)[],
): void {
  complaints.clear(run.id);
  for (const complaint of result.complaints) complaints.add(run.id, complaint);
  for (const note of notes)
    if (note !== undefined) complaints.add(run.id, complaintRow(note, { level: 'note' }));
}

/** From here on this run counts; the one that counted before it is its restore point. */
function acceptRun(
  store: CatalogStore,
  input: CommitInput,
  { plan, countedRun, ...judged }: Judged & { plan: number; countedRun: number },
): void {
  const { source, run, fingerprint } = input;
  const before = store.sources.acceptedRun(source.name) ?? null;
  const isLayout = givesLayout(input, judged);
  if (isLayout) keepNewColumns(store, source, judged.layout);
  store.sources.set(source.name, {
    ...{ plan, fingerprint, done: 0, accepted_run: run.id },
    ...(isLayout ? { header: JSON.stringify(keptHeader(judged.layout)) } : {}),
    ...(before === run.id ? {} : { restore_run: countedRun || null }),
    // Rows of an older file that are read again are no other content: what undo took back stays refused.
    ...(input.isReadAgain ? {} : { undone: null }),
  });
  if (before !== run.id) store.runs.setBefore(run.id, before);
}

/** A held layout is not accepted, and an empty file has none: the next file is measured against the layout before. */
function givesLayout({ isReadAgain }: CommitInput, { holds }: Pick<Judged, 'holds'>): boolean {
  const isHeld = holds.some(({ kind }) => kind === 'layout' || kind === 'empty');
  return !isHeld && !isReadAgain;
}

/** Asks the mirror once for each product whose row did not pass; of a million rows nearly all passed. */
function publishedOf(store: CatalogStore, { inFlight }: CommitInput): (product: number) => boolean {
  const answers = growingBytes();
  const ask = (product: number): boolean => {
    const row = store.mirror.get(product);
    return row !== undefined && mayBePublished(row, inFlight);
  };
  return (product) => {
    if (answers.get(product) === 0) answers.set(product, ask(product) ? 2 : 1);
    return answers.get(product) === 2;
  };
}

/** Fields of a held row were never sent, so under `empty: keep` a later empty cell must not repeat them. */
function dropHeldParts(
  store: CatalogStore,
  { source, run, result }: CommitInput,
  marks: Uint8Array,
): void {
  for (let index = 0; index < marks.length; index += 1)
    if (isHeldContent(marks[index] ?? 0))
      store.parts.drop(result.ids[index] ?? 0, source.name, run.id);
}

function isHeldContent(mark: number): boolean {
  if (holdOf(mark) === holdKinds.none) return false;
  return isOfLane(kindOf(mark), 'products') || isStockAlone(mark);
}
