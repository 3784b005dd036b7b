import { codes } from '../../domain/codes.ts';
import { StockhandError } from '../../domain/error.ts';
import type { EngineDeps } from './ports.ts';

type Turns = Pick<EngineDeps, 'clock' | 'stopping'>;

const stretch = 512;

/** One after the other. After each stretch others have their turn, so that a question is answered meanwhile. */
export async function* resting<Item>(
  turns: Turns,
  items: Iterable<Item>,
): AsyncGenerator<Item, void> {
  let count = 0;
  for (const item of items) {
    if (++count % stretch === 0) await rest(turns);
    yield item;
  }
}

/** Others have their turn. Throws STOPPED where the program ends meanwhile: nobody waits for long work then. */
export async function rest({ clock, stopping }: Turns): Promise<void> {
  await clock.breathe();
  if (stopping?.aborted === true) throw new StockhandError('STOPPED', codes.STOPPED.means);
}

/** A step that was given up is done at the next start; until then there is nothing to do. */
export async function unlessStopped(step: Promise<boolean>): Promise<boolean> {
  try {
    return await step;
  } catch (cause) {
    if (cause instanceof StockhandError && cause.code === 'STOPPED') return false;
    throw cause;
  }
}
