import type { OrderAction, OrderState } from '../../src/domain/order.ts';

/** What the marketplace does with an action: the state that follows, or the refusal it would answer. */
type ActionResult =
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
