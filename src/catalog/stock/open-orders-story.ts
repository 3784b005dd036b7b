import type { OpenOrder } from '../../domain/open-orders.ts';
import { quantityText } from '../../domain/quantity.ts';
import type { ProductStory } from '../story/why.ts';
import type { CatalogConfig } from '../terms/ports.ts';

/** The open orders of one article, for people. */
export function openOrdersStory(
  { openOrders }: CatalogConfig,
  orders: readonly OpenOrder[],
): Pick<ProductStory, 'openOrders'> {
  if (orders.length === 0) return {};
  return {
    openOrders: {
      keptOut: openOrders === 'subtract',
      orders: orders.map(({ orderNumber, quantity, state, takenAt }) => ({
        orderNumber,
        quantity: quantityText(quantity),
        state,
        ...(takenAt === null ? {} : { takenAt: new Date(takenAt).toISOString() }),
      })),
    },
  };
}
