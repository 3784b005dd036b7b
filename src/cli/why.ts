import type { ProductStory } from '../catalog/story/why.ts';
import { StockhandError } from '../domain/error.ts';
import { orderText } from '../order-story.ts';
import type { OrderStory } from '../orders/story.ts';
import { isUnknown, productText } from '../product-story.ts';
import type { Context } from './context.ts';
import { answer, onState } from './context.ts';
import type { ExitCode } from './output.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const why: CommandSpec = {
  usage: 'why <kind> <id>',
  summary: 'the whole story of one item: why product ID, why order REF',
  run(context, [kind, id]) {
    if (kind === 'product') {
      return whyProduct(context, id);
    }
    if (kind === 'order') {
      return answer<OrderStory>(context, { command: 'why', args: { order: id } }, orderText);
    }
    throw new StockhandError('USAGE', `why knows product and order, not ${kind}.`);
  },
};

/** What nobody knows is most likely misspelt, and a script has to see that. */
async function whyProduct(context: Context, id: string | undefined): Promise<ExitCode> {
  const done = await onState<ProductStory>(context, 'why', { product: id });
  if (done === undefined) return exitCodes.configuration;
  context.output.result(done.result, () => productText(done.result));
  return isUnknown(done.result) ? exitCodes.failed : exitCodes.done;
}
