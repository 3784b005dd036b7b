import { toNumber } from '../base/decimal.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { OrderRow } from './order.ts';

type Account = { creditLimit: number | null; creditHold: number };

/** Accepting uses the buyer's credit (spec "Error types", CREDIT_HOLD and CREDIT_LIMIT_EXCEEDED). */
export function checkCredit(market: Market, order: OrderRow): void {
  if (order.buyerId === null) return;
  const account = market.store.get<Account>(
    'SELECT * FROM buyers WHERE buyerId = ?',
    order.buyerId,
  );
  if (!account) return;
  if (account.creditHold === 1) {
    throw new Problem('CREDIT_HOLD', `The account of buyer ${order.buyerId} is on hold`);
  }
  if (account.creditLimit === null) return;
  const open = market.store.get<{ owed: number }>(
    `SELECT total(grossTotal - amountPaid) AS owed FROM orders
     WHERE buyerId = ? AND status IN ('ACCEPTED', 'PREPARING', 'DISPATCHED', 'DELIVERED')`,
    order.buyerId,
  );
  if ((open?.owed ?? 0) + order.grossTotal - order.amountPaid <= account.creditLimit) return;
  throw new Problem(
    'CREDIT_LIMIT_EXCEEDED',
    `The order would exceed the limit of ${toNumber(account.creditLimit)}`,
  );
}
