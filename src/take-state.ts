import { isRunning } from './control/call.ts';
import { controlPath } from './control/path.ts';
import type { Clock } from './domain/clock.ts';
import { StockhandError } from './domain/error.ts';
import { createFilesDeps } from './files/deps.ts';
import { refuseStatePlace, type StatePlace } from './state-place.ts';
import { lockState, type StateLock } from './store/lock.ts';

/** A command without a daemon has ended by then. The doctor waits for longer for an answer. */
const commandMaxMs = 8_000;
const lookEveryMs = 100;

/**
 * Takes the lock of the state. A command that works on the state for a moment is waited for. A daemon, which answers on
 * its socket, is not. Throws STATE_SHARE, CONFIG_INVALID, STATE_LOCKED, and after an abort the signal's reason.
 */
export async function takeState(
  place: StatePlace,
  clock: Clock,
  signal?: AbortSignal,
): Promise<StateLock> {
  const { dataDir } = place;
  const refused = await refuseStatePlace(createFilesDeps(clock), place);
  if (refused !== undefined) throw refused;
  const lastLookMs = clock.monotonic() + commandMaxMs;
  for (;;) {
    try {
      return lockState(dataDir);
    } catch (cause) {
      const mayEnd = isLocked(cause) && clock.monotonic() < lastLookMs;
      if (!mayEnd || (await isRunning(controlPath(dataDir)))) throw cause;
    }
    await clock.sleep(lookEveryMs, signal);
    signal?.throwIfAborted();
  }
}

function isLocked(cause: unknown): boolean {
  return cause instanceof StockhandError && cause.code === 'STATE_LOCKED';
}
