import fs from 'node:fs';
import path from 'node:path';
import type { Watch } from './all-facts.ts';
import type { Clock } from './domain/clock.ts';
import type { SendingFacts } from './domain/exchange.ts';
import type { NeedsYou } from './domain/facts.ts';
import { stopsOf } from './status/status.ts';

/**
 * What kept the last process that heard of the marketplace from its work. Between two passes nobody else would tell it.
 */
interface LastRun extends Watch {
  /** Keeps what this process has met, which ends now. */
  ends(): void;
}

interface LastRunDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly sending: () => SendingFacts;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'last-run.json');

/** Whoever calls holds the lock of the state. A process that hears of the marketplace speaks for itself. */
export function openLastRun(dataDir: string, { clock, sending }: LastRunDeps): LastRun {
  const kept = keptIn(fileIn(dataDir));
  return {
    needsYou: () => (hasHeard(sending()) ? [] : kept),
    ends() {
      const met = sending();
      if (!hasHeard(met)) return;
      const needs = metBy(met, new Date(clock.now()).toISOString());
      if (needs.length === 0) forgetLastRun(dataDir);
      else write(fileIn(dataDir), needs);
    },
  };
}

/** A daemon tells for itself from its start on, and may end without a word. */
export function forgetLastRun(dataDir: string): void {
  try {
    fs.rmSync(fileIn(dataDir), { force: true });
  } catch {
    // A read-only disk is told elsewhere.
  }
}

/** Whoever was stopped before the first answer has learnt nothing. */
function hasHeard({ lastAnswerAt, lastFailure }: SendingFacts): boolean {
  return lastAnswerAt !== undefined || lastFailure !== undefined;
}

function metBy(sending: SendingFacts, at: string): readonly NeedsYou[] {
  const unserved = Object.values(sending.unserved ?? {}).at(-1);
  const stops = stopsOf(sending);
  const causeText = ({ cause }: NeedsYou): string =>
    `${cause} (the last run, which ended at ${at})`;
  if (stops.length > 0) return stops.map((stop) => ({ ...stop, cause: causeText(stop) }));
  if (unserved === undefined) return [];
  return [
    {
      id: 'last-run',
      what: `The last run, which ended at ${at}, could not do all of its work.`,
      cause: unserved,
      effect: 'What waits is kept, and the next run continues with it.',
      fix: 'Run it again; if the same happens, run stockhand check.',
    },
  ];
}

/** Like the book of ends: a disk that takes no writes is told elsewhere. */
function write(file: string, needs: readonly NeedsYou[]): void {
  try {
    fs.writeFileSync(`${file}.part`, `${JSON.stringify(needs)}\n`, { mode: 0o600 });
    fs.renameSync(`${file}.part`, file);
  } catch {
    // The log has it.
  }
}

/** One that is damaged tells nothing (fault 35). */
function keptIn(file: string): readonly NeedsYou[] {
  try {
    const needs = JSON.parse(fs.readFileSync(file, 'utf8')) as readonly NeedsYou[];
    const texts = needs.flatMap(({ id, what, cause, effect, fix }) => [
      id,
      what,
      cause,
      effect,
      fix,
    ]);
    return texts.every((text) => typeof text === 'string') ? needs : [];
  } catch {
    return [];
  }
}
