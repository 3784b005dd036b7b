/** The classes of differences between the mirror and the marketplace's list. */
export const differenceClasses = [
  /** In the list, but no export has ever named it: somebody else's; never touched. */
  'notOurs',
  /** In the list and ours, but nothing of it was ever confirmed. */
  'neverConfirmed',
  /** Confirmed, but no longer in the list: removed behind our back. */
  'missing',
  /** Other fields than those that were confirmed. */
  'edited',
  /** The list shows what was there before our last change, or a request ended without an answer. */
  'lostCall',
  /** Another stock than the confirmed one, for no known reason. */
  'stockDiffers',
  /** Less stock than confirmed, by exactly what accepted orders take that the ERP has not exported yet. */
  'stockReserved',
  /** Not sent as inactive, but its status is not ACTIVE, whoever made it so: no other value is specified. */
  'otherStatus',
] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

/** Nothing is wrong with these: they are told, never repaired. */
const reportedOnly = [
  'notOurs',
  'stockReserved',
  'otherStatus',
] as const satisfies DifferenceClass[];

export type WrongClass = Exclude<DifferenceClass, (typeof reportedOnly)[number]>;

export function isWrong(kind: DifferenceClass): kind is WrongClass {
  return !reportedOnly.some((one) => one === kind);
}

interface StockFactsOfProduct {
  /** In thousandths, as `listed`. */
  readonly confirmed: number;
  readonly listed: number | null;
  /** What accepted orders take that no export knows of, the newest order first. */
  readonly reserved: readonly number[];
}

/**
 * Accepted orders for 3, then 2; confirmed 10, listed 8: the order for 2 explains the gap. A stock
 * that was sent after the order for 3 is absolute and swallowed that one. So the gap is the quantity
 * of the newest order, or of the newest two, …
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
