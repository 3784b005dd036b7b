import type { PassResult } from '../pass/pass-result.ts';
import { type HoldKind, isOfLane, kindOf } from './plan.ts';
import type { Verdicts } from './verdicts.ts';

/** Those of the records that would be sent, and that nobody has released. */
export function unreleased(
  result: PassResult,
  verdicts: Verdicts,
  { kind, records }: { readonly kind: HoldKind; readonly records: readonly number[] },
): readonly number[] {
  const rows = sending(result, records);
  const isOpen = unreleasedUnder(verdicts, kind);
  return verdicts.released.has(kind)
    ? rows.filter((record) => isOpen(result.ids[record] ?? 0))
    : rows;
}

export function unreleasedUnder(
  { released }: Verdicts,
  kind: HoldKind,
): (product: number) => boolean {
  const products = released.get(kind);
  return (product) => products?.get(product) !== 1;
}

export function sending({ marks }: PassResult, records: readonly number[]): readonly number[] {
  return records.filter((record) => isSending(marks[record] ?? 0));
}

/** False for rows that say nothing after all: replaced by a later row, contradicted, refused before. */
export function isSending(mark: number): boolean {
  return isOfLane(kindOf(mark), 'products') || isOfLane(kindOf(mark), 'stock');
}
