import { type Mapped, type MappedRow, type Rejected, statedStock } from '../mapping/mapped-row.ts';
import { isStockAlone, kindOf, kinds } from '../terms/plan.ts';

/**
 * Rows of which only a part is sent. `held`: the content is held, the stock is sent · `lowers`: the row is rejected,
 * its lower stock is sent · `blocks`: the row is rejected, its article is sent as inactive.
 */
export type RowPart = 'held' | 'lowers' | 'blocks';

export function rowPartOf(mark: number): RowPart | undefined {
  if (isStockAlone(mark)) return 'held';
  if (kindOf(mark) === kinds.lowers) return 'lowers';
  return kindOf(mark) === kinds.blocks ? 'blocks' : undefined;
}

/** The part of a row that counts. */
export function sentPart(mapped: Mapped, part: RowPart | undefined): Mapped | undefined {
  if (mapped.kind === 'skipped') return mapped;
  // It names its article and says nothing of it.
  if (part === 'blocks') return rowStating(mapped.externalId, undefined);
  return part === 'lowers' ? stockRowOf(mapped) : mapped;
}

/** The row as one that says nothing but its stock. */
function stockRowOf(row: MappedRow | Rejected): MappedRow | undefined {
  const { externalId } = row;
  const quantity = row.kind === 'row' ? statedStock(row) : row.quantity;
  return quantity === undefined ? undefined : rowStating(externalId, quantity);
}

function rowStating(externalId: string | undefined, quantity: number | undefined) {
  if (externalId === undefined) return undefined;
  const nothing = { fields: {}, empty: [], emptyAttributes: [], picture: undefined, notes: [] };
  return { kind: 'row', externalId, quantity, ...nothing } as const;
}
