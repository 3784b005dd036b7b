/** spec "Order states". Other words may come one day: they are carried, never dropped (fault 72). */
export const orderStates = [
  'PLACED',
  'ACCEPTED',
  'PREPARING',
  'DISPATCHED',
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
] as const;
export type OrderState = (typeof orderStates)[number];

export const orderActions = ['accept', 'reject', 'dispatch', 'cancel'] as const;
export type OrderAction = (typeof orderActions)[number];

/** What the marketplace does with an action: the state that follows, or the refusal it would answer. */
export type ActionResult =
  | { readonly to: OrderState }
  | { readonly refused: 'ORDER_CANNOT_CANCEL' | 'CONFLICT' };

const conflict = { refused: 'CONFLICT' } as const;
const tooLate = { refused: 'ORDER_CANNOT_CANCEL' } as const;

/**
 * spec "States and transitions", whole. `CONFLICT` stands where the table has no such row; the type that the
 * service answers there is not shown, so a refusal is always read from the answer and never from here.
 */
export const transitions: Record<OrderState, Record<OrderAction, ActionResult>> = {
  PLACED: {
    accept: { to: 'ACCEPTED' },
    reject: { to: 'REJECTED' },
    dispatch: conflict,
    cancel: { to: 'CANCELLED' },
  },
  ACCEPTED: {
    accept: conflict,
    reject: conflict,
    dispatch: { to: 'DISPATCHED' },
    cancel: { to: 'CANCELLED' },
  },
  PREPARING: {
    accept: conflict,
    reject: conflict,
    dispatch: { to: 'DISPATCHED' },
    cancel: { to: 'CANCELLED' },
  },
  DISPATCHED: { accept: conflict, reject: conflict, dispatch: conflict, cancel: tooLate },
  DELIVERED: { accept: conflict, reject: conflict, dispatch: conflict, cancel: tooLate },
  REJECTED: { accept: conflict, reject: conflict, dispatch: conflict, cancel: conflict },
  CANCELLED: { accept: conflict, reject: conflict, dispatch: conflict, cancel: conflict },
};

/** The states in which an action has done its work, or more: a refusal there is no failure (design section 6). */
const reached: Record<OrderAction, readonly OrderState[]> = {
  accept: ['ACCEPTED', 'PREPARING', 'DISPATCHED', 'DELIVERED'],
  reject: ['REJECTED'],
  dispatch: ['DISPATCHED', 'DELIVERED'],
  cancel: ['CANCELLED'],
};

export function isOrderState(text: string): text is OrderState {
  return (orderStates as readonly string[]).includes(text);
}

export function wantedStateHolds(action: OrderAction, status: string): boolean {
  return isOrderState(status) && reached[action].includes(status);
}

/** The versions that end an order for the ERP; such a file is always written once the order is known to it. */
export function endsOrder(status: string): boolean {
  return status === 'REJECTED' || status === 'CANCELLED';
}
