import type { ProductStory } from './catalog/story/why.ts';
import type { Commands } from './commands.ts';
import { orderText } from './order-story.ts';
import type { OrderStory } from './orders/story.ts';
import { isUnknown, productText } from './product-story.ts';
import type { StoryText, WhyQuestion } from './web/status-parts.ts';

/** The story of one item, for the page: in the words of the terminal. */
export async function storyText(
  { run }: Pick<Commands, 'run'>,
  question: WhyQuestion,
): Promise<StoryText> {
  const story = await run('why', question);
  if ('order' in question) return { text: orderText(story as OrderStory), isKnown: true };
  const product = story as ProductStory;
  return { text: productText(product), isKnown: !isUnknown(product) };
}
