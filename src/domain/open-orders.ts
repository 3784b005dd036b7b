/** A version of an order whose file the ERP took. */
interface TakenQuantity {
  /** Asked for by it, in thousandths. */
  readonly taken: number;
  /** When its file left the outbox, epoch ms. */
  readonly takenAt: number;
}

/** What one order takes of one article, in thousandths. */
export interface OpenOrder {
  readonly orderNumber: string;
  /** Asked for by the newest version. */
  readonly quantity: number;
  /** Asked for by the newest version whose file the ERP took; 0 where it took none. */
  readonly taken: number;
  /** When its file left the outbox, epoch ms. */
  readonly takenAt: number | null;
  /** The versions that it took before that one, the newest first. */
  readonly takenBefore?: readonly TakenQuantity[];
  /** `placed`: nobody has accepted it · `reserved`: accepted, on its way or delivered without a word to the ERP. */
  readonly state: 'placed' | 'reserved' | 'delivered';
}

/** By externalId, the newest order first. */
export type OpenOrders = ReadonlyMap<string, readonly OpenOrder[]>;

/** What an export of that moment still counts as stock although the order asks for it: the ERP did not know of it. */
export function unknownToExport(order: OpenOrder, exportedAt: number): number {
  const { quantity, taken, takenAt, takenBefore = [] } = order;
  const newest = takenAt === null ? [] : [{ taken, takenAt }];
  const known = [...newest, ...takenBefore].find((version) => version.takenAt < exportedAt);
  return Math.max(0, quantity - (known?.taken ?? 0));
}
