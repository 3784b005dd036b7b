import type { Clock } from '../domain/clock.ts';
import type { StatusFacts } from '../domain/facts.ts';
import { within } from './deadline.ts';

const readWithinMs = 5_000;
/** What was read is given again for so long, so that many open pages cost no more than one. */
const freshForMs = 250;

export interface FactsReader {
  /** Rejects with TooLate when the facts do not come. */
  read(): Promise<StatusFacts>;
  /** Called around an action: what was read before counts no longer. */
  forget(): void;
}

export function factsReader(
  clock: Clock,
  facts: () => StatusFacts | Promise<StatusFacts>,
): FactsReader {
  let last: { readonly at: number; readonly facts: Promise<StatusFacts> } | undefined;
  const readNow = async () => facts();
  return {
    read: () => {
      const now = clock.monotonic();
      if (last === undefined || now - last.at >= freshForMs) {
        last = { at: now, facts: within(clock, readWithinMs, readNow()) };
      }
      return last.facts;
    },
    forget: () => {
      last = undefined;
    },
  };
}
