import type { Parts } from './app.ts';
import { counted } from './domain/counted.ts';
import type { NeedsYou } from './domain/facts.ts';
import { newEventsOf, type Way, waysOf } from './live/new-events.ts';
import { stopsOf } from './status/status.ts';

/** Brings what happened and what needs a person to the log file. */
export interface Teller {
  /**
   * Writes what is new since the last time. The file has each event once, and each need when it begins and when it is
   * over.
   */
  tell(): Promise<void>;
  /** Tells again and again, until the daemon stops. */
  start(): void;
}

const tellEveryMs = 5_000;
/** To be built before anything happens: what happened earlier counts as written to the file already. */
export function createTeller(parts: Omit<Parts, 'facts'>): Teller {
  const { clock, signal } = parts;
  const followers = waysOf(parts).map((way) => followEvents(parts, way));
  const needs = followNeeds(parts);
  const failures = followFailures(parts);
  let last: Promise<void> = Promise.resolve();
  const tellAll = async (): Promise<void> => {
    for (const follow of followers) await follow();
    failures();
    await needs();
  };
  const tell = (): Promise<void> => {
    // One after the other, so that nothing is told twice. A failure is passed over: its part ends the daemon (I12).
    last = last.then(tellAll).catch(() => undefined);
    return last;
  };
  return {
    tell,
    start: () =>
      void (async () => {
        while (!signal.aborted) {
          await tell();
          await clock.sleep(tellEveryMs, signal);
        }
      })(),
  };
}

function followEvents({ log }: Pick<Parts, 'log'>, way: Way): () => Promise<void> {
  const next = newEventsOf(way);
  return async () => {
    const { events, missed } = await next();
    if (missed > 0)
      log.warn(`${counted(missed, 'event is', 'events are')} missing here: too many came at once`);
    for (const { at, part, text } of events) log.info({ at, part }, text);
  };
}

/** Each need is written when it comes, with its cause and what to do, for those who read only the log file. */
function followNeeds(parts: Omit<Parts, 'facts'>): () => Promise<void> {
  let known = new Map<string, NeedsYou>();
  return async () => {
    const needs = [...(await parts.needsYou()), ...stopsOf(parts.door.exchange.facts())];
    const now = new Map(needs.map((need) => [need.id, need]));
    for (const [id, { what, cause, effect, fix }] of now)
      if (!known.has(id)) parts.log.warn({ part: 'needsYou', id, cause, effect, fix }, what);
    for (const [id, { what }] of known)
      if (!now.has(id)) parts.log.info({ part: 'needsYou', id }, `No longer: ${what}`);
    known = now;
  };
}

/** The same failure of one try after the other is one line. */
function followFailures({ log, door }: Pick<Parts, 'log' | 'door'>): () => void {
  let known: string | undefined;
  return () => {
    const { lastFailure, lastAnswerAt = 0 } = door.exchange.facts();
    const isOver = lastFailure === undefined || lastFailure.at < lastAnswerAt;
    const sentence = isOver ? undefined : lastFailure.sentence;
    if (sentence !== undefined && sentence !== known)
      log.warn({ part: 'sending', at: new Date(lastFailure?.at ?? 0).toISOString() }, sentence);
    if (sentence === undefined && known !== undefined)
      log.info({ part: 'sending' }, 'The marketplace answers again.');
    known = sentence;
  };
}
