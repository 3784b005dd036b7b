import { type Mapped, type MappedRow, type Rejected, stockSaid } from '../mapping/mapped-row.ts';
import { isStockApart, kindOf, kinds } from '../terms/plan.ts';

/**
 * Rows of which only a part is sent. `held`: the content is held, the stock is sent · `lowers`: the row is rejected,
 * its lower stock is sent · `blocks`: the row is rejected, its article is sent as inactive.
 */
export type Apart = 'held' | 'lowers' | 'blocks';

export function apartOf(mark: number): Apart | undefined {
  if (isStockApart(mark)) return 'held';
  if (kindOf(mark) === kinds.lowers) return 'lowers';
  return kindOf(mark) === kinds.blocks ? 'blocks' : undefined;
}

/** The part of a row that counts. */
export function saidApart(mapped: Mapped, apart: Apart | undefined): Mapped | undefined {
  if (mapped.kind === 'skipped') return mapped;
  if (apart === 'blocks') return keyRowOf(mapped);
  return apart === 'lowers' ? stockRowOf(mapped) : mapped;
}

/** The row as one that says nothing but its stock. */
function stockRowOf(said: MappedRow | Rejected): MappedRow | undefined {
  const { externalId } = said;
  const quantity = said.kind === 'row' ? stockSaid(said) : said.quantity;
  return quantity === undefined ? undefined : saying(externalId, quantity);
}

/** The row as one that names its article and says nothing of it. */
function keyRowOf({ externalId }: MappedRow | Rejected): MappedRow | undefined {
  return saying(externalId, undefined);
}

function saying(externalId: string | undefined, quantity: number | undefined) {
  if (externalId === undefined) return undefined;
  const nothing = { fields: {}, empty: [], emptyAttributes: [], picture: undefined, notes: [] };
  return { kind: 'row', externalId, quantity, ...nothing } as const;
}
