/**
 * Spec "Order states":
 *
 *   PLACED ──accept──> ACCEPTED ──prepare──> PREPARING ──dispatch──> DISPATCHED ──deliver──> DELIVERED
 *     │ reject              └───────────dispatch──────────────────────^
 *     v                  PLACED, ACCEPTED, PREPARING ──cancel──> CANCELLED <──buyerCancel── any
 *   REJECTED             counter sale: born DELIVERED ──annul──> CANCELLED
 */
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

export type Trigger =
  | 'accept'
  | 'reject'
  | 'dispatch'
  | 'cancel'
  | 'prepare'
  | 'deliver'
  | 'buyerCancel'
  | 'annul';

/** null: the trigger does not apply in this state. */
export const transitions: Record<OrderState, Record<Trigger, OrderState | null>> = {
  PLACED: row({
    accept: 'ACCEPTED',
    reject: 'REJECTED',
    cancel: 'CANCELLED',
    buyerCancel: 'CANCELLED',
  }),
  ACCEPTED: row({
    dispatch: 'DISPATCHED',
    cancel: 'CANCELLED',
    prepare: 'PREPARING',
    buyerCancel: 'CANCELLED',
  }),
  PREPARING: row({ dispatch: 'DISPATCHED', cancel: 'CANCELLED', buyerCancel: 'CANCELLED' }),
  DISPATCHED: row({ deliver: 'DELIVERED', buyerCancel: 'CANCELLED' }),
  DELIVERED: row({ buyerCancel: 'CANCELLED', annul: 'CANCELLED' }),
  REJECTED: row({}),
  CANCELLED: row({}),
};

function row(given: Partial<Record<Trigger, OrderState>>): Record<Trigger, OrderState | null> {
  return {
    accept: null,
    reject: null,
    dispatch: null,
    cancel: null,
    prepare: null,
    deliver: null,
    buyerCancel: null,
    annul: null,
    ...given,
  };
}
