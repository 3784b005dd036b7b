import fs from 'node:fs';
import path from 'node:path';
import type { Watch } from './all-facts.ts';
import type { Parts } from './app.ts';
import type { Config } from './config/declaration.ts';
import type { Clock } from './domain/clock.ts';
import type { SendingFacts } from './domain/exchange.ts';
import type { NeedsYou } from './domain/facts.ts';
import { writeNote } from './state-note.ts';
import { stopsOf } from './status/status.ts';

/**
 * What the last process that heard of the marketplace, or looked at everything, met and the state does not know. Between
 * two passes nobody else would tell it.
 */
export interface LastRun extends Watch {
  /** A pass begins: from now on this process speaks for itself. */
  passes(): void;
  /** The pass is over; `left`: what it has not done and nobody sees in the state, in words. */
  passed(left: readonly string[]): void;
  /** The daemon speaks for itself from its start on, and may end without a word. */
  runs(): void;
  /** Keeps what this process has met, which ends now. */
  ends(): Promise<void>;
}

interface Kept {
  /** What the marketplace answered: until it answers otherwise. */
  readonly heard: readonly NeedsYou[];
  /** What a look at everything found: until the next one. */
  readonly seen: readonly NeedsYou[];
}

interface LastRunDeps extends Pick<Parts, 'met'> {
  readonly config: Pick<Config, 'dataDir'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly door: { readonly exchange: { readonly facts: () => SendingFacts } };
}

/** Whoever calls holds the lock of the state. */
export function openLastRun({ config, clock, door, met }: LastRunDeps): LastRun {
  const file = path.join(config.dataDir, 'last-run.json');
  const sending = door.exchange.facts;
  let kept = keptIn(file);
  let isLooking = false;
  let left: readonly string[] | undefined;
  return {
    needsYou: () => [...(hasHeard(sending()) ? [] : kept.heard), ...(isLooking ? [] : kept.seen)],
    passes() {
      isLooking = true;
    },
    passed(lines) {
      left = lines;
    },
    runs() {
      kept = nothing;
      left = [];
      writeNote<Kept>(file, nothing);
    },
    async ends() {
      const heardNow = sending();
      if (left === undefined && !hasHeard(heardNow)) return;
      const at = new Date(clock.now()).toISOString();
      const heard = hasHeard(heardNow) ? heardBy(heardNow, at) : kept.heard;
      // A thread that is busy may answer too late for this process.
      writeNote<Kept>(file, { heard, seen: left === undefined ? kept.seen : [] });
      if (left === undefined) return;
      const seen = (await met()).map((need) => ofRun(need, at));
      const rest = left.length === 0 ? [] : [restOf('last-run-orders', at, left.join(' '))];
      writeNote<Kept>(file, { heard, seen: [...seen, ...rest] });
    },
  };
}

/** Whoever was stopped before the first answer has learnt nothing. */
function hasHeard({ lastAnswerAt, lastFailure }: SendingFacts): boolean {
  return lastAnswerAt !== undefined || lastFailure !== undefined;
}

function heardBy(sending: SendingFacts, at: string): readonly NeedsYou[] {
  const unserved = Object.values(sending.unserved ?? {}).at(-1);
  const stops = stopsOf(sending);
  if (stops.length > 0) return stops.map((stop) => ofRun(stop, at));
  return unserved === undefined ? [] : [restOf('last-run', at, unserved)];
}

function ofRun(need: NeedsYou, at: string): NeedsYou {
  return { ...need, cause: `${need.cause} (the last run, which ended at ${at})` };
}

function restOf(id: string, at: string, cause: string): NeedsYou {
  return {
    id,
    what: `The last run, which ended at ${at}, could not do all of its work.`,
    cause,
    effect: 'What waits is kept, and the next run continues with it.',
    fix: 'Run it again; if the same happens, run stockhand check.',
  };
}

const nothing: Kept = { heard: [], seen: [] };

/** One that is damaged tells nothing (fault 35). */
function keptIn(file: string): Kept {
  try {
    const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Kept;
    const texts = [...kept.heard, ...kept.seen].flatMap(({ id, what, cause, effect, fix }) => [
      id,
      what,
      cause,
      effect,
      fix,
    ]);
    return texts.every((text) => typeof text === 'string') ? kept : nothing;
  } catch {
    return nothing;
  }
}
