import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { shownExport } from '../../domain/file-name.ts';
import { brakes, isMisread, manyStay } from '../brakes/brake.ts';
import { createWasBlocked } from '../brakes/deactivated.ts';
import { isPartialSum } from '../brakes/doubts.ts';
import { factsOf, heldProducts, stillWaiting, takesAway, withHolds } from '../brakes/held-rows.ts';
import { findRenumbered, type Renumbered } from '../brakes/renumbered.ts';
import { judgeLayout, type Layout } from '../export/header.ts';
import { type Baseline, baselineOf, newMissingColumns } from '../pass/baseline.ts';
import { keepsLetters } from '../pass/kept-letters.ts';
import { orphansOf } from '../state/gone-sources.ts';
import { meaningOfVanished, type VanishedInput } from '../state/vanished.ts';
import type { Hold } from '../terms/file-facts.ts';
import { configurationOf } from '../terms/fingerprint.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { unpackTraits } from '../terms/traits.ts';
import { isSending } from '../terms/unreleased.ts';
import { type Verdicts, verdictsOn } from '../terms/verdicts.ts';
import type { CommitInput } from './commit-plan.ts';
import { goneProducts } from './gone-products.ts';
import { stillAsked } from './holds.ts';

/** What the brakes make of a file, with what persons have said of it so far. */
export interface Judged {
  readonly gone: ReturnType<typeof goneProducts>;
  readonly renumbered: Renumbered;
  readonly layout: Layout;
  readonly configuration: string;
  /** Files of the export that may be cut off. */
  readonly cutFiles: readonly string[];
  /** `zeroed` holds every changed stock of the file, not only those that fall to zero. */
  readonly hasPartialSums: boolean;
  /** With the holds. */
  readonly marks: Uint8Array;
  readonly holds: readonly Hold[];
  /** Articles that the plan takes off sale, held or not. */
  readonly vanished: readonly number[];
  /** What a hold keeps back. */
  readonly products: (hold: Hold) => readonly number[];
  /** On its columns, and on a far smaller file that takes nothing away. */
  readonly notes: readonly (Complaint | undefined)[];
}

/** Reads only; what it finds is stored with the plan. */
export function judgeFile(store: CatalogStore, input: CommitInput, look: VanishedInput): Judged {
  const { source, run, result } = input;
  const gone = goneProducts(store, input, look);
  const orphans = orphansIn(store, input);
  const isUsed = (record: number): boolean => isSending(result.marks[record] ?? 0);
  const traits = withTraits(store, [...gone.ids, ...orphans]);
  const renumbered = findRenumbered(traits, result.content.newcomers, isUsed);
  const configuration = configurationOf(source, input.catalog);
  const verdicts = verdictsOn(store, run.id, configuration);
  const baseline = baselineOf(store, source);
  const facts = factsOf(input, {
    ...{ gone, orphans, renumbered, baseline, active: store.mirror.active, verdicts },
    keepsLetters: () => keepsLetters(store, result),
    wasBlocked: createWasBlocked(store),
  });
  const limits = { ...input.catalog.brake, tooManyRejected: source.tooManyRejected };
  const layout = layoutOf(store, input, baseline);
  const { note, ...doubt } = input.isReadAgain ? {} : judgeLayout(layout);
  const hasPartialSums = isPartialSum(facts);
  const doubted = { hasPartialSums, isMisread: isMisread(facts) };
  const holding = { renumbered, ...doubted, openEnds: input.openEnds, verdicts };
  const waiting = stillWaiting(result, holding, gone.ids);
  const found = brakes({ ...facts, ...doubt }, limits, { ...verdicts, waiting });
  const { marks, holds: asked } = stillAsked(store, input, withHolds(result, holding, found));
  const holds = [
    ...found,
    ...asked.filter(({ kind }) => !found.some((hold) => hold.kind === kind)),
  ];
  const vanished = vanishedNow(gone.ids, holds, verdicts);
  const ofRows = (hold: Hold) => heldProducts(result, marks, { hold, holding });
  return {
    ...{ gone, renumbered, layout, configuration, hasPartialSums, marks, holds },
    ...{ vanished, cutFiles: facts.content.cutFiles },
    products: productsUnder(input, { vanished, renumbered, ofRows }),
    notes: [layoutNote(note), holds.length > 0 ? undefined : manyStay(facts, limits)],
  };
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

function layoutOf(
  store: CatalogStore,
  { source, run, result }: CommitInput,
  baseline: Baseline | undefined,
): Layout {
  const header = store.sources.get(source.name)?.header;
  const before = header == null ? undefined : (JSON.parse(header) as string[]);
  const { columns, absent, isTable } = result;
  const lacking = newMissingColumns(baseline, result);
  const { rows = 0, standing = {}, everColumns = [] } = baseline ?? {};
  const filled = { now: result.filled, before: baseline?.filled };
  const sheets = { now: result.sheet, before: baseline?.sheet, all: result.sheets };
  const tree = { absent, lacking, standing: { rows, records: standing }, everColumns };
  return { source, file: shownExport(run.file), before, columns, ...tree, filled, isTable, sheets };
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

function layoutNote(rule: string | undefined): Complaint | undefined {
  return rule === undefined ? undefined : complaintOf({ code: 'FILE_COLUMNS', rule });
}
