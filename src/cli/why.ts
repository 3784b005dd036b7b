import type { ProductStory } from '../catalog/story/why.ts';
import { StockhandError } from '../domain/error.ts';
import { orderText } from '../order-story.ts';
import type { OrderStory } from '../orders/story.ts';
import { isUnknown, productText } from '../product-story.ts';
import { answer } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const why: CommandSpec = {
  usage: 'why <kind> <id>',
  summary: 'explains all that is known of one item: why product ID, or why order REF',
  run(context, [kind, id]) {
    if (kind === 'product') {
      return answer(context, { command: 'why', args: { product: id }, code }, productText);
    }
    if (kind === 'order') {
      return answer<OrderStory>(context, { command: 'why', args: { order: id } }, orderText);
    }
    throw new StockhandError('USAGE', `why knows product and order, not ${kind}.`);
  },
};

/** What nobody knows is most likely misspelt, and a script has to see that. */
function code(story: ProductStory) {
  return isUnknown(story) ? exitCodes.failed : exitCodes.done;
}
