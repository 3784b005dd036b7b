import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { SourceIndex } from '../../store/raw-index.ts';
import type { RunRow } from '../../store/runs.ts';
import { brakes, isMisread, manyStay } from '../brakes/brake.ts';
import { createWasBlocked } from '../brakes/deactivated.ts';
import { isPartialSum } from '../brakes/doubts.ts';
import { factsOf, heldProducts, stillWaiting, takesAway, withHolds } from '../brakes/held-rows.ts';
import { findRenumbered, type Renumbered } from '../brakes/renumbered.ts';
import { judgeLayout, keptHeader, type Layout } from '../export/header.ts';
import { baselineOf, configurationOf, keepBaseline, newMissingColumns } from '../pass/baseline.ts';
import { keepsLetters } from '../pass/kept-letters.ts';
import { isReadAgain } from '../pass/parked-rows.ts';
import type { PassResult } from '../pass/pass-result.ts';
import { keepWishes } from '../pass/wishes.ts';
import { unheldRun } from '../state/counting-runs.ts';
import { orphansOf } from '../state/gone-sources.ts';
import { keepLeftInactive } from '../state/left-fields.ts';
import { mayBePublished, meaningOfVanished, nextIndex } from '../state/vanished.ts';
import type { Hold } from '../terms/file-facts.ts';
import { growingBytes } from '../terms/growing.ts';
import { holdKinds, holdOf, isOfLane, isStockAlone, kindOf, packIds } from '../terms/plan.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { complaintRow } from '../terms/refusal.ts';
import { unpackTraits } from '../terms/traits.ts';
import { isSending } from '../terms/unreleased.ts';
import { type Verdicts, verdictsOn } from '../terms/verdicts.ts';
import { booksWithOpen } from './books-with-open.ts';
import { fileNotes } from './file-notes.ts';
import { forgetUnsent, goneProducts } from './gone-products.ts';
import { replaceHolds, stillAsked } from './holds.ts';
import { tellReach } from './older-rows.ts';

export interface CommitInput {
  readonly source: SourceConfig;
  readonly catalog: CatalogConfig;
  readonly run: Pick<RunRow, 'id' | 'file' | 'sha256'>;
  readonly fingerprint: string;
  readonly result: PassResult;
  /** Files of the export that do not end with a line end. */
  readonly openEnds: readonly string[];
  readonly at: number;
  /** Products with a request that has no stored answer. */
  readonly inFlight: ReadonlySet<number>;
}

/**
 * The last transaction of pass 1: plan, holds, books, index and exported quantities in one commit; nothing of the plan
 * is sent before it (design section 2.2). Answers the plan's id.
 */
export function commitPlan(store: CatalogStore, input: CommitInput): number {
  let plan = 0;
  store.transaction(() => {
    plan = writePlan(store, input);
  });
  return plan;
}

function writePlan(store: CatalogStore, input: CommitInput): number {
  const { source, run, result } = input;
  const countedRun = unheldRun(store, source.name);
  const look = {
    before: indexBefore(store, input),
    newestId: store.mirror.newestId(),
    seen: result.seen,
    isPublished: publishedOf(store, input),
  };
  const gone = goneProducts(store, input, look);
  const orphans = orphansIn(store, input);
  const before = withTraits(store, [...gone.ids, ...orphans]);
  const isUsed = (record: number): boolean => isSending(result.marks[record] ?? 0);
  const renumbered = findRenumbered(before, result.content.newcomers, isUsed);
  const baseline = baselineOf(store, input);
  const configuration = configurationOf(source, input.catalog);
  const verdicts = verdictsOn(store, run.id, configuration);
  const facts = factsOf(input, {
    ...{ gone, orphans, renumbered, baseline, active: store.mirror.active, verdicts },
    keepsLetters: () => keepsLetters(store, result),
    wasBlocked: createWasBlocked(store),
  });
  const limits = { ...input.catalog.brake, tooManyRejected: source.tooManyRejected };
  const layout = isReadAgain(store, run.id) ? {} : judgeLayout(layoutOf(store, input));
  const hasPartialSums = isPartialSum(facts);
  const doubted = { hasPartialSums, isMisread: isMisread(facts) };
  const holding = { renumbered, ...doubted, openEnds: input.openEnds, verdicts };
  const waiting = stillWaiting(result, holding, gone.ids);
  const found = brakes({ ...facts, ...layout }, limits, { ...verdicts, waiting });
  const judged = withHolds(result, holding, found);
  const { marks, holds: asked } = stillAsked(store, input, judged);
  const holds = [
    ...found,
    ...asked.filter(({ kind }) => !found.some((hold) => hold.kind === kind)),
  ];
  keepBaseline(store, input, holds.length === 0 && !isReadAgain(store, run.id));
  if (holds.length > 0) dropHeldParts(store, input, marks);
  const vanished = vanishedNow(gone.ids, holds, verdicts);
  const plan = addPlan(store, input, { marks, vanished, holds, renumbered });
  const ofRows = (hold: Hold) => heldProducts(result, marks, { hold, holding });
  const products = productsUnder(input, { vanished, renumbered, ofRows });
  replaceHolds(store, input, { plan, holds, configuration, products, gone: gone.ids });
  const { known } = result;
  const index = nextIndex(result.ids, look);
  store.index.write(source.name, known === undefined ? index : { ...index, known });
  const { cutFiles } = facts.content;
  keepWishes(store, input, { emptied: gone.emptied, marks, holds, hasPartialSums, cutFiles });
  forgetUnsent(store, input, look);
  const stay = holds.length > 0 ? undefined : manyStay(facts, limits);
  const changes = { marks, vanished, before: look.before.rows, gone: gone.ids, cutFiles };
  const notes = fileNotes(store, input, changes);
  writeComplaints(store, input, [layoutNote(layout.note), stay, ...notes]);
  store.runs.setCounts(run.id, booksWithOpen(marks, result.ids, store.requests.openRows(run.id)));
  tellReach(store, input, look);
  acceptRun(store, input, { plan, holds, countedRun });
  keepLeftInactive(store, source, gone.ids);
  store.plans.remove(source.name, plan);
  return plan;
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
  { source, run, fingerprint, at }: CommitInput,
  {
    marks,
    vanished,
    holds,
    renumbered,
  }: {
    readonly marks: Uint8Array;
    readonly vanished: readonly number[];
    readonly holds: readonly Hold[];
    readonly renumbered: { readonly ids: ReadonlySet<number> };
  },
): number {
  const kept = holds.some(({ kind }) => kind === 'renumbered') ? renumbered.ids : new Set();
  const { name } = source;
  const ids = packIds(vanished.filter((product) => !kept.has(product)));
  const plan = { run: run.id, source: name, sha256: run.sha256, fingerprint, marks, vanished: ids };
  return store.plans.add(plan, at);
}

/**
 * A hold from an earlier look at the same file counts for the
 * articles it was shown with; others wait until it is through.
 */
function vanishedNow(
  gone: readonly number[],
  holds: readonly Hold[],
  { waiting }: Verdicts,
): readonly number[] {
  const isOld = holds.some(({ kind, isOld }) => kind === 'vanished' && isOld === true);
  const shown = isOld ? waiting.get('vanished')?.products : undefined;
  return shown === undefined ? gone : gone.filter((product) => shown.get(product) === 1);
}

/** What each hold keeps back; with renumbered rows the articles under their old numbers, which no row names. */
function productsUnder(
  { source, catalog }: CommitInput,
  {
    vanished,
    renumbered,
    ofRows,
  }: {
    readonly vanished: readonly number[];
    readonly renumbered: Renumbered;
    readonly ofRows: (hold: Hold) => readonly number[];
  },
): (hold: Hold) => readonly number[] {
  const isTaken = meaningOfVanished(source, catalog) !== 'nothing';
  return (hold) => {
    if (takesAway(hold.kind)) return vanished;
    const oldNumbers = hold.kind === 'renumbered' && isTaken ? vanished : [];
    return [...ofRows(hold), ...oldNumbers.filter((id) => renumbered.ids.has(id))];
  };
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
  { plan, holds, countedRun }: { plan: number; holds: readonly Hold[]; countedRun: number },
): void {
  const { source, run, fingerprint } = input;
  const before = store.sources.acceptedRun(source.name) ?? null;
  store.sources.set(source.name, {
    ...{ plan, fingerprint, done: 0, accepted_run: run.id },
    ...headerOf(store, input, holds),
    ...(before === run.id ? {} : { restore_run: countedRun || null }),
    // Rows of an older file that are read again are no other content: what undo took back stays refused.
    ...(isReadAgain(store, run.id) ? {} : { undone: null }),
  });
  if (before !== run.id) store.runs.setBefore(run.id, before);
}

/** A held layout is not accepted, and an empty file has none: the next file is measured against the layout before. */
function headerOf(store: CatalogStore, input: CommitInput, holds: readonly Hold[]) {
  const isHeld = holds.some(({ kind }) => kind === 'layout' || kind === 'empty');
  const isKept = !isHeld && !isReadAgain(store, input.run.id);
  return isKept ? { header: JSON.stringify(keptHeader(layoutOf(store, input))) } : {};
}

function layoutOf(store: CatalogStore, { source, run, result }: CommitInput): Layout {
  const header = store.sources.get(source.name)?.header;
  const before = header == null ? undefined : (JSON.parse(header) as string[]);
  const { columns, absent, isTable } = result;
  const baseline = baselineOf(store, { source });
  const lacking = newMissingColumns(baseline, result);
  const { rows = 0, standing = {}, everColumns = [] } = baseline ?? {};
  const filled = { now: result.filled, before: baseline?.filled };
  const sheets = { now: result.sheet, before: baseline?.sheet, all: result.sheets };
  const tree = { absent, lacking, standing: { rows, records: standing }, everColumns };
  return { source, file: run.file, before, columns, ...tree, filled, isTable, sheets };
}

function layoutNote(rule: string | undefined): Complaint | undefined {
  return rule === undefined ? undefined : complaintOf({ code: 'FILE_COLUMNS', rule });
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

/** Articles of a source that is gone: a source that is left may name them under other numbers (`renumbered`). */
function orphansIn(
  store: CatalogStore,
  { catalog: config, result }: CommitInput,
): readonly number[] {
  const orphans = [...orphansOf({ store, config }).values()].flat();
  return orphans.filter((product) => (result.seen[product] ?? 0) === 0);
}

function withTraits(store: CatalogStore, ids: readonly number[]) {
  return ids.flatMap((id) => {
    const traits = store.mirror.get(id)?.traits;
    return traits == null ? [] : [{ id, traits: unpackTraits(traits) }];
  });
}
