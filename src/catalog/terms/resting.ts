import type { Clock } from '../../domain/clock.ts';

const stretch = 512;

/** One after the other. After each stretch others have their turn, so that a question is answered meanwhile. */
export async function* resting<Item>(
  clock: Pick<Clock, 'breathe'>,
  items: Iterable<Item>,
): AsyncGenerator<Item, void> {
  let count = 0;
  for (const item of items) {
    if (++count % stretch === 0) await clock.breathe();
    yield item;
  }
}
