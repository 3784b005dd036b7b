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
