import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/**
 * A tiny model of the marketplace, written from the spec's state tables and from nothing else: what
 * each order is, how much stock is free, which versions have been seen.
 */
export type Modelled = {
  id: number;
  origin: 'buyer' | 'operator' | 'counterSale';
  status: string;
  hidden: boolean;
  amended: boolean;
  holds: number;
  quantity: number;
  pending: number;
  version: string;
  paymentStatus: string;
};

export type Model = {
  sandbox: Sandbox;
  orders: Modelled[];
  stock: number;
  versions: Set<string>;
  /** The client's copy, kept by polling the feed. */
  copy: Map<number, { version: string; status: string }>;
  cursor: string | undefined;
  steps: number;
};

const alive = ['PLACED', 'ACCEPTED', 'PREPARING'];
const allowed: Record<string, string[]> = {
  accept: ['PLACED'],
  reject: ['PLACED'],
  dispatch: ['ACCEPTED', 'PREPARING'],
  cancel: alive,
};
const outcome: Record<string, string> = {
  accept: 'ACCEPTED',
  reject: 'REJECTED',
  dispatch: 'DISPATCHED',
  cancel: 'CANCELLED',
};

export type Act = { action: string; at: number; ifMatch: string; repeat: boolean };

/** The error type that the action must meet, or undefined when it must succeed. */
export function refusalOf(
  model: Model,
  order: Modelled,
  { action, ifMatch }: Act,
): string | undefined {
  if (order.hidden) return ifMatch === 'none' ? 'ORDER_NOT_FOUND' : 'ERROR';
  if (ifMatch === 'stale') return 'ORDER_VERSION_CONFLICT';
  if (!allowed[action]!.includes(order.status)) {
    return action === 'cancel' ? 'ORDER_CANNOT_CANCEL' : 'CONFLICT';
  }
  const waits = order.amended && (action === 'dispatch' || action === 'cancel');
  if (waits) return 'AMENDMENT_IN_FLIGHT';
  return action === 'accept' && order.quantity > model.stock ? 'STOCK_INSUFFICIENT' : undefined;
}

export function apply(model: Model, order: Modelled, action: string): void {
  if (action === 'accept') {
    model.stock -= order.quantity;
    order.holds = order.quantity;
  } else {
    if (action !== 'dispatch') model.stock += order.holds;
    order.holds = 0;
  }
  order.status = outcome[action]!;
}

export function changed(model: Model, order: Modelled, version: string): void {
  if (model.versions.has(version)) throw new Error(`version ${version} was seen before`);
  model.versions.add(version);
  order.version = version;
}

export const verbs = [
  'prepare',
  'deliver',
  'cancel',
  'amend',
  'confirm',
  'edit',
  'pay',
  'annul',
] as const;
export type Verb = (typeof verbs)[number];

/** What a verb of the portal needs, and what it does to the order. */
export const portal: Record<Verb, (model: Model, order: Modelled, quantity: number) => boolean> = {
  prepare: (_, order) => order.status === 'ACCEPTED' && set(order, { status: 'PREPARING' }),
  deliver: (_, order) => order.status === 'DISPATCHED' && set(order, { status: 'DELIVERED' }),
  cancel: (model, order) => {
    if (order.status === 'REJECTED' || order.status === 'CANCELLED') return false;
    model.stock += order.holds;
    return set(order, { status: 'CANCELLED', holds: 0, amended: false });
  },
  amend: (_, order, pending) =>
    alive.includes(order.status) && !order.amended && set(order, { amended: true, pending }),
  confirm: (model, order) => {
    if (order.hidden) return set(order, { hidden: false });
    return order.amended && swap(model, order, order.pending) && set(order, { amended: false });
  },
  edit: (model, order, quantity) => order.origin !== 'buyer' && swap(model, order, quantity),
  pay: (_, order) => set(order, { paymentStatus: 'PAID' }),
  annul: (_, order) =>
    order.origin === 'counterSale' &&
    order.status === 'DELIVERED' &&
    set(order, { status: 'CANCELLED' }),
};

function set(order: Modelled, fields: Partial<Modelled>): true {
  Object.assign(order, fields);
  return true;
}

/** An order that holds stock holds it for its new quantity, if there is enough. */
function swap(model: Model, order: Modelled, quantity: number): boolean {
  const free = model.stock + order.holds;
  if (order.holds > 0 && quantity > free) return false;
  if (order.holds > 0) {
    model.stock = free - quantity;
    order.holds = quantity;
  }
  return set(order, { quantity });
}
