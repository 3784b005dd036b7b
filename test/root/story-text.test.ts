import { describe, expect, it } from 'vitest';
import type { ProductStory } from '../../src/catalog/story/why.ts';
import { storyText } from '../../src/story-text.ts';

const unknown: ProductStory = {
  externalId: 'A',
  known: false,
  exported: [],
  leftOut: [],
  leftFields: [],
  complaints: [],
  next: 'Nothing: no export names it.',
};

const told = (story: ProductStory) =>
  storyText({ run: async () => story }, { product: story.externalId });

describe('the story of an item on the page', () => {
  it('has the words of the terminal', async () => {
    expect((await told(unknown)).text).toBe(
      'A\n  confirmed by the marketplace: no\n  next: Nothing: no export names it.',
    );
  });

  it('says whether anybody has ever named it, for nothing else is sent again', async () => {
    expect((await told(unknown)).isKnown).toBe(false);
    expect((await told({ ...unknown, complaints: ['ROW_SHORT'] })).isKnown).toBe(true);
  });
});
