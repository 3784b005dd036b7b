import type { Clock } from '../domain/clock.ts';
import { errorText } from '../domain/error.ts';
import type { Unreached } from './alerts.ts';

/** A server that defers senders whom it does not know (greylisting) takes the second try, mostly after five minutes. */
const waitsMs = [1, 5, 15, 30].map((minutes) => minutes * 60_000);
const owedMax = 10;
/** A server that hangs is not waited for with each of them: the other channel waits, too. */
const allMs = 30_000;

interface Owed {
  readonly unreached: Unreached;
  readonly tries: number;
  readonly dueMs: number;
}

/** Messages that reached some of a channel's people, until they have reached those who were only refused for now. */
interface OwedMessages {
  add(unreached: Unreached): void;
  /**
   * Sends those that are due, or all before a newer message leaves: whoever read that something is over before reading
   * that it stands would think that it stands. Tells whom it did not reach; undefined where none was due.
   */
  retry(isAll: boolean): Promise<{ readonly unreached: Unreached | undefined } | undefined>;
}

export function owedMessages(clock: Clock): OwedMessages {
  let owed: readonly Owed[] = [];
  const waiting = (
    unreached: Unreached,
    tries: number,
    dueMs = clock.monotonic() + (waitsMs[tries] ?? 0),
  ): Owed[] =>
    unreached.again === undefined || tries >= waitsMs.length ? [] : [{ unreached, tries, dueMs }];
  /** One that was tried before it was due has that try still before it. */
  const leftOf = ({ tries, dueMs }: Owed, unreached: Unreached, isDue: boolean): Owed[] =>
    isDue ? waiting(unreached, tries + 1) : waiting(unreached, tries, dueMs);
  return {
    add(unreached) {
      owed = [...owed, ...waiting(unreached, 0)].slice(-owedMax);
    },
    async retry(isAll) {
      const now = clock.monotonic();
      const isDue = ({ dueMs }: Owed): boolean => now >= dueMs;
      const due = isAll ? owed : owed.slice(0, owed.findLastIndex(isDue) + 1);
      if (due.length === 0) return undefined;
      const left: Owed[] = [];
      let missed: Unreached | undefined;
      let tried = 0;
      for (const one of due) {
        if (clock.monotonic() - now >= allMs) break;
        tried += 1;
        const unreached = await sentAgain(one.unreached);
        if (unreached === undefined) continue;
        missed = unreached;
        left.push(...leftOf(one, unreached, isDue(one)));
      }
      owed = [...left, ...owed.slice(tried)];
      return { unreached: missed ?? owed[0]?.unreached };
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
