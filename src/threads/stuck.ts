import type { Clock } from '../domain/clock.ts';

/** A thread as its watchdog sees it. */
interface Watched {
  /** Resolves when the thread answers, which it can do between two steps only. */
  ping(): Promise<unknown>;
  isReading(): boolean;
  /** Grows with everything that is read of a file: the scan of a large one is one long step. */
  readCount(): number;
}

/**
 * Looks within the time that a reader may be silent. They are counted, not timed: a machine that slept is not stuck.
 */
const looks = 20;
/** So many times longer a thread may go without an answer while it reads: one that reads for ever is stuck too. */
const readingFactor = 10;

/** Resolves to true when the thread neither answers nor reads for so long (fault 14); to false when aborted. */
export async function isStuck(
  clock: Clock,
  watched: Watched,
  { silentMs, signal }: { readonly silentMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const ping = { isOpen: false, looks: 0 };
  const silence = { looks: 0, readCount: 0 };
  const answered = (): void => {
    ping.isOpen = false;
  };
  while (!signal.aborted) {
    if (!ping.isOpen && watched.isReading()) {
      ping.isOpen = true;
      ping.looks = 0;
      watched.ping().then(answered, answered);
    }
    await clock.sleep(silentMs / looks, signal);
    if (!ping.isOpen || !watched.isReading()) {
      ping.looks = 0;
      silence.looks = 0;
      continue;
    }
    const readCount = watched.readCount();
    silence.looks = readCount === silence.readCount ? silence.looks + 1 : 0;
    silence.readCount = readCount;
    ping.looks += 1;
    if (silence.looks >= looks || ping.looks >= looks * readingFactor) return true;
  }
  return false;
}
