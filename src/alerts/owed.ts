import type { Clock } from '../domain/clock.ts';
import { errorText } from '../domain/error.ts';
import type { Unreached } from './alerts.ts';

/** A server that defers senders whom it does not know (greylisting) takes the second try, mostly after five minutes. */
const waitsMs = [1, 5, 15, 30].map((minutes) => minutes * 60_000);
const owedMax = 10;

interface Owed {
  readonly unreached: Unreached;
  readonly tries: number;
  readonly dueMs: number;
}

/** Messages that reached some of a channel's people, until they have reached those who were only refused for now. */
export interface OwedMessages {
  add(unreached: Unreached): void;
  /** Sends one that is due to those who lack it; tells whom it did not reach, and undefined where none was due. */
  retry(): Promise<{ readonly unreached: Unreached | undefined } | undefined>;
}

export function owedMessages(clock: Clock): OwedMessages {
  let owed: readonly Owed[] = [];
  const wait = (unreached: Unreached, tries: number): void => {
    const waitMs = waitsMs[tries];
    if (unreached.again === undefined || waitMs === undefined) return;
    owed = [...owed, { unreached, tries, dueMs: clock.monotonic() + waitMs }].slice(-owedMax);
  };
  return {
    add: (unreached) => wait(unreached, 0),
    async retry() {
      const due = owed.find(({ dueMs }) => clock.monotonic() >= dueMs);
      if (due === undefined) return undefined;
      owed = owed.filter((one) => one !== due);
      const unreached = await sentAgain(due.unreached);
      if (unreached !== undefined) wait(unreached, due.tries + 1);
      return { unreached: unreached ?? owed[0]?.unreached };
    },
  };
}

async function sentAgain(unreached: Unreached): Promise<Unreached | undefined> {
  try {
    return await unreached.again?.();
  } catch (cause) {
    return { ...unreached, why: errorText(cause) };
  }
}
