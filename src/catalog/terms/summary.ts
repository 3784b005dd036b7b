import { batchProductsMax, batchStockMax } from '../../domain/limits.ts';
import type { StoredPlan } from '../../store/plans.ts';
import { holdKinds, holdOf, isOfLane, isStockAlone, kindOf, kinds, tallyOf } from './plan.ts';

export interface CallCounts {
  readonly batchUpsert: number;
  readonly batchStock: number;
  readonly delete: number;
  readonly pictures: number;
}

/** What a plan would send (contract.md section 6, `plan --json`). */
export interface PlanSummary {
  readonly new: number;
  readonly changed: number;
  readonly stock: number;
  readonly pictures: number;
  readonly vanished: number;
  readonly held: number;
  readonly calls: CallCounts;
}

/** How many vanished articles there are, by what is sent of them. */
export type VanishedItems = Readonly<
  Partial<Record<'nothing' | 'zero' | 'hide' | 'remove', number>>
>;

interface SummaryInput {
  readonly plan: StoredPlan;
  readonly vanished: {
    readonly items: VanishedItems;
    readonly isHeld: boolean;
  };
}

export function summarize({ plan, vanished }: SummaryInput): PlanSummary {
  const count = { new: 0, changed: 0, stock: 0, held: 0 };
  for (const [mark, records] of tallyOf(plan.marks).entries()) {
    if (isStockAlone(mark)) count.stock += records;
    if (holdOf(mark) !== holdKinds.none) count.held += records;
    else if (kindOf(mark) === kinds.create) count.new += records;
    else if (isOfLane(kindOf(mark), 'products')) count.changed += records;
    else if (isOfLane(kindOf(mark), 'stock')) count.stock += records;
  }
  const { nothing = 0, zero = 0, hide = 0, remove = 0 } = vanished.items;
  const gone = zero + hide + remove;
  return {
    ...count,
    held: count.held + (vanished.isHeld ? nothing + gone : 0),
    pictures: 0,
    vanished: vanished.isHeld ? 0 : gone,
    calls: callsOf(count, vanished.isHeld ? {} : vanished.items),
  };
}

function callsOf(
  count: { new: number; changed: number; stock: number },
  { zero = 0, hide = 0, remove = 0 }: VanishedItems,
): CallCounts {
  const upserts = count.new + count.changed;
  return {
    batchUpsert: Math.ceil(upserts / batchProductsMax) + Math.ceil(hide / batchProductsMax),
    batchStock: Math.ceil(count.stock / batchStockMax) + Math.ceil(zero / batchStockMax),
    delete: remove,
    pictures: 0,
  };
}

export function addSummaries(summaries: readonly PlanSummary[]): PlanSummary {
  const calls = summaries.map((summary) => summary.calls);
  return {
    ...sums(summaries, ['new', 'changed', 'stock', 'pictures', 'vanished', 'held']),
    calls: sums(calls, ['batchUpsert', 'batchStock', 'delete', 'pictures']),
  };
}

function sums<Name extends string>(
  counts: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> {
  const sumOf = (name: Name): number => counts.reduce((sum, count) => sum + count[name], 0);
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>;
}

/** The calls that are made for requests of these kinds. */
export function callsByKind(counts: readonly { kind: string; count: number }[]): CallCounts {
  const of = (...names: string[]): number =>
    counts.filter(({ kind }) => names.includes(kind)).reduce((sum, { count }) => sum + count, 0);
  return {
    batchUpsert: of('upsert', 'hide'),
    batchStock: of('stock', 'zero'),
    delete: of('remove'),
    pictures: of('picture', 'unpicture'),
  };
}
