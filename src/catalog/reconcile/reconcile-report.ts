import { counted } from '../../domain/counted.ts';
import type { CatalogFacts, NeedsYou } from '../../domain/facts.ts';
import type { Comparison } from './compare-list.ts';
import {
  type DifferenceClass,
  differenceClasses,
  isWrong,
  type WrongClass,
} from './reconcile-classes.ts';
import type { UnsentReason } from './reconcile-fix.ts';

/** What a comparison with the marketplace's list found, and what became of it. */
export interface ReconcileReport {
  readonly at: string;
  /** Products in the list. */
  readonly listed: number;
  /** Items of the list without a number of ours: made in the portal. */
  readonly unnamed: number;
  /** Products that were compared with what was confirmed. */
  readonly compared: number;
  /** Left out because a request for them was under way. */
  readonly underWay: number;
  /** Left out because `only` does; absent in what an older version kept. */
  readonly outsidePilot?: number;
  /** Compared in presence and stock only, because what was confirmed is no longer stored. */
  readonly unknownContent: number;
  readonly classes: Readonly<Record<DifferenceClass, Counting>>;
  /** Differences of the classes that are wrong. */
  readonly differences: number;
  /** How many differences `--fix` sent again. */
  readonly fixed: number;
  /**
   * Gone from the marketplace, and no export names them, so
   * `--fix` let go of them; absent in what an older version kept.
   */
  readonly over?: number;
  /** Differences of products that no export in use names; absent in what an older version kept. */
  readonly unexported?: number;
  /** What `--fix` did not send, by reason; absent in what an older version kept. */
  readonly unsent?: Readonly<Partial<Record<UnsentReason, number>>>;
  /** How many of the differences that stood after it have been put right by imports since. */
  readonly mended?: number;
}

const examplesMax = 10;

/** Counts what was found, by class. */
export function classesOf(comparison: Comparison): ReconcileReport['classes'] {
  const classes = differenceClasses.map((kind) => [kind, countingOf(comparison, kind)]);
  return Object.fromEntries(classes) as ReconcileReport['classes'];
}

function countingOf(
  { findings, uncollected, notOurs, foreign }: Comparison,
  kind: DifferenceClass,
): Counting {
  const text = 'is named by no export';
  if (kind === 'notOurs')
    return { count: notOurs, examples: foreign.map((externalId) => ({ externalId, text })) };
  const found = findings.filter((finding) => finding.kind === kind);
  const examples = found
    .slice(0, examplesMax)
    .map(({ externalId, text }) => ({ externalId, text }));
  return { count: found.length + (uncollected.get(kind) ?? 0), examples };
}

export function differencesIn(classes: ReconcileReport['classes']): number {
  return differenceClasses.filter(isWrong).reduce((sum, kind) => sum + classes[kind].count, 0);
}

interface Counting {
  readonly count: number;
  /** The first few, in words. */
  readonly examples: readonly { readonly externalId: string; readonly text: string }[];
}

/** One sentence for the status page and the terminal. */
export function reconcileSentence(report: ReconcileReport): string {
  const { compared, differences, fixed, over = 0 } = report;
  if (differences === 0)
    return `${counted(compared, 'product')} compared with the marketplace: all as confirmed.`;
  const sent = fixed === 0 ? '' : `, ${fixed} of them sent again`;
  const gone =
    over === 0
      ? ''
      : `, ${over} of them forgotten, because they are missing there and no products export names them`;
  const found = counted(differences, 'difference');
  return `${counted(compared, 'product')} compared with the marketplace: ${found}${sent}${gone}.`;
}

/** Differences that nobody has settled. */
function openDifferences({ differences, fixed, over = 0, mended = 0 }: ReconcileReport): number {
  return differences - fixed - over - mended;
}

export function reconcileFacts(
  report: ReconcileReport | undefined,
): Pick<CatalogFacts, 'reconcile'> {
  if (report === undefined) return {};
  const { at } = report;
  return {
    reconcile: { at, sentence: reconcileSentence(report), differences: openDifferences(report) },
  };
}

export function reconcileNeed(report: ReconcileReport | undefined): readonly NeedsYou[] {
  if (report === undefined || openDifferences(report) === 0) return [];
  const counts = differenceClasses
    .filter(isWrong)
    .filter((kind) => report.classes[kind].count > 0)
    .map((kind) => `${report.classes[kind].count} ${className[kind]}`);
  return [
    {
      id: 'reconcile',
      what: `${counted(openDifferences(report), 'difference')} between the marketplace and what it confirmed.`,
      cause: `${counts.join(', ')} (compared ${report.at})${mendedText(report)}.`,
      effect: 'Buyers see something other than what the ERP exported.',
      fix: `See them: stockhand reconcile. ${remedyOf(report)}`,
    },
  ];
}

function mendedText({ mended = 0 }: ReconcileReport): string {
  return mended === 0 ? '' : `; ${mended} of them put right by imports since`;
}

function remedyOf(report: ReconcileReport): string {
  const { unexported = 0 } = report;
  const again = 'Send what was exported again: stockhand reconcile --fix';
  if (unexported === 0) return again;
  const byHand = `No export in use names ${unexported} of them: put these right in the supplier portal, or export them again and then run stockhand reconcile --fix.`;
  return openDifferences(report) > unexported ? `${byHand} ${again}` : byHand;
}

const className: Readonly<Record<WrongClass, string>> = {
  neverConfirmed: 'there, but never confirmed',
  missing: 'missing there',
  edited: 'edited in the portal',
  lostCall: 'still as before the last change, or never answered',
  stockDiffers: 'with another stock',
};
