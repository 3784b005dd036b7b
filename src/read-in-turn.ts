import type { Clock } from './domain/clock.ts';
import type { LaneFacts, SendingFacts } from './domain/exchange.ts';
import type { Asking, Read } from './marketplace/reads.ts';

export interface Queue {
  readonly clock: Pick<Clock, 'sleep' | 'now'>;
  readonly facts: () => Pick<SendingFacts, 'lanes' | 'waitsUntil'>;
}

interface Stopped {
  readonly stopped: string;
  /** It ends by itself; else a person has to act. */
  readonly isPause?: true;
}

/** What only a person can end is told after so long. */
const patienceMs = 5_000;
/** A pause that the marketplace asks for (429, maintenance) is waited out up to so long: it may ask for hours. */
const pauseMaxMs = 60_000;

/**
 * A read in the lowest lane, or why it gets no turn. While the API key is refused, the request that tries it anew comes
 * from another lane; where the installation has ended, none is let through. The read would wait without a word.
 */
export async function readInTurn<Value>(
  queue: Queue,
  signal: AbortSignal,
  read: (asking: Asking) => Promise<Read<Value>>,
): Promise<Read<Value> | Stopped> {
  const [answered, patience] = [new AbortController(), new AbortController()];
  void giveUpWhenStopped(queue, { answered: answered.signal, patience });
  const asked = AbortSignal.any([signal, patience.signal]);
  try {
    const got = await read({ lane: 'background', signal: asked });
    return patience.signal.aborted ? (patience.signal.reason as Stopped) : got;
  } finally {
    answered.abort();
  }
}

interface Wait {
  readonly answered: AbortSignal;
  readonly patience: AbortController;
}

/** A request that is under way is never given up. */
async function giveUpWhenStopped(
  { clock, facts }: Queue,
  { answered, patience }: Wait,
): Promise<void> {
  while (!answered.aborted && !patience.signal.aborted) {
    await clock.sleep(patienceMs, answered);
    const { lanes, waitsUntil = 0 } = facts();
    const lane = lanes.find((one) => one.lane === 'background');
    const isQueued = lane !== undefined && lane.waiting > 0 && lane.inFlight === 0;
    if (!isQueued) continue;
    const stopped = stopOfLane(lane);
    if (stopped !== undefined) patience.abort({ stopped });
    else if (waitsUntil - clock.now() > pauseMaxMs) patience.abort(paused(waitsUntil));
  }
}

function paused(untilMs: number): Stopped {
  const until = new Date(untilMs).toISOString();
  return { stopped: `it has asked for a pause until ${until}`, isPause: true };
}

/** Why nothing of a lane is sent until a person acts; an outage ends by itself. */
export function stopOfLane(lane: LaneFacts | undefined): string | undefined {
  const { code, sentence } = lane?.stopped ?? {};
  return code === 'NO_ANSWER' ? undefined : sentence;
}
