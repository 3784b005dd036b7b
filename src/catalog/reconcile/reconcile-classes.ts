/** What a difference between the mirror and the marketplace's list is. */
export const differenceClasses = [
  /** There, and no export has ever named it: somebody else's; never touched. */
  'notOurs',
  /** There and ours, but nothing of it was ever confirmed. */
  'neverConfirmed',
  /** Confirmed, but no longer in the list: removed behind our back. */
  'missing',
  /** Other fields than those that were confirmed. */
  'edited',
  /** What the list shows is what was there before our last change, or a request ended without an answer. */
  'lostCall',
  /** Another stock than the confirmed one, for no known reason. */
  'stockDiffers',
  /** Less stock than confirmed, by exactly what accepted orders take that the ERP has not exported yet. */
  'stockReserved',
  /** Not sent as inactive, and its status is not ACTIVE: whoever made it so, no other value is specified. */
  'otherStatus',
] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

/** Nothing is wrong with these: they are told, never repaired. */
const told: ReadonlySet<DifferenceClass> = new Set(['notOurs', 'stockReserved', 'otherStatus']);

export function isWrong(kind: DifferenceClass): boolean {
  return !told.has(kind);
}

export interface StockFactsOfProduct {
  /** Thousandths, both. */
  readonly confirmed: number;
  readonly listed: number | null;
  /** What accepted orders take that no export knows of, the newest order first. */
  readonly reserved: readonly number[];
}

/**
 * An accepted order takes its quantity off the stock that was confirmed before it was accepted. Whatever was sent in
 * between was absolute and swallowed the older ones: so the gap is the newest order's quantity, or the newest two, …
 */
export function isReservation({ confirmed, listed, reserved }: StockFactsOfProduct): boolean {
  if (listed === null) return false;
  let rest = confirmed - listed;
  for (const quantity of reserved) {
    rest -= quantity;
    if (rest === 0) return true;
  }
  return false;
}
