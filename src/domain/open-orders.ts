/** What one order takes of one article, in thousandths. */
export interface OpenOrder {
  readonly orderNumber: string;
  /** Asked for by the newest version. */
  readonly quantity: number;
  /** Asked for by the newest version whose file the ERP took; 0 where it took none. */
  readonly taken: number;
  /** When it was seen to have taken it, epoch ms. */
  readonly takenAt: number | null;
  /** `placed`: nobody has accepted it · `reserved`: accepted, on its way or delivered without a word to the ERP. */
  readonly state: 'placed' | 'reserved' | 'delivered';
}

/** By externalId, the newest order first. */
export type OpenOrders = ReadonlyMap<string, readonly OpenOrder[]>;

/** What an export of that moment still counts as stock although the order asks for it: the ERP did not know of it. */
export function unknownToExport(order: OpenOrder, exportedAt: number): number {
  if (order.takenAt === null || exportedAt <= order.takenAt) return order.quantity;
  return Math.max(0, order.quantity - order.taken);
}
