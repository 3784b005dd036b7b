import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from './domain/clock.ts';
import { type Ends, noEnds, withEnd } from './domain/crash-loop.ts';
import { errorText, StockhandError } from './domain/error.ts';
import { writeNote } from './state-note.ts';

/** Keeps the ends that nobody asked for, beyond the process (fault 116). Whoever calls holds the lock of the state. */
export interface EndsBook {
  /** The ends before this start, including one that left only its mark (a kill). */
  before(): Ends;
  /** From now on an end without a word leaves a mark. */
  running(): void;
  /** The daemon saw its own end. */
  failed(cause: unknown): Ends;
  /** Somebody asked for the end, so somebody is there. */
  stopped(): void;
  /** The daemon stayed up for long enough: earlier ends no longer count. */
  isWell(): void;
}

interface Kept {
  readonly ends: Ends;
  readonly running?: Mark;
}

interface Mark {
  readonly since: number;
  readonly isService: boolean;
}

const killed = 'It ended without a word: it was killed, or its memory was used up.';

/**
 * An end that the daemon did not see (a kill) counts only for a service. Whoever runs it by hand may kill it as often
 * as they like, and it works the next time.
 */
export function openEnds(
  dataDir: string,
  { clock, isService }: { readonly clock: Pick<Clock, 'now'>; readonly isService: boolean },
): EndsBook {
  const file = path.join(dataDir, 'ends.json');
  const mark: Mark = { since: clock.now(), isService };
  let ends = noEnds;
  return {
    before() {
      const kept = keptIn(file);
      const isUnseen = kept.running?.isService === true && isOfThisBoot(kept.running, clock.now());
      ends = isUnseen ? withEnd(kept.ends, clock.now(), killed) : kept.ends;
      writeNote<Kept>(file, { ends });
      return ends;
    },
    running: () => writeNote<Kept>(file, { ends, running: mark }),
    failed(cause) {
      if (!isRefusal(cause)) ends = withEnd(ends, clock.now(), wordsOf(cause));
      writeNote<Kept>(file, { ends });
      return ends;
    },
    stopped() {
      fs.rmSync(file, { force: true });
    },
    isWell() {
      ends = noEnds;
      writeNote<Kept>(file, { ends, running: mark });
    },
  };
}

/**
 * Where the configuration, the state or a taken port forbids the start, it ends at once with a code and a remedy of its
 * own. That is no crash.
 */
function isRefusal(cause: unknown): boolean {
  return cause instanceof StockhandError && /^(STATE|CONFIG|LISTEN)_/.test(cause.code);
}

/** The cause is on the page and in each alert, so it is cut off after so many characters. */
const wordsMax = 300;

function wordsOf(cause: unknown): string {
  return errorText(cause).slice(0, wordsMax);
}

/** False of a mark from before the machine was started: then the whole machine ended, as by a power cut. */
function isOfThisBoot({ since }: Mark, nowMs: number): boolean {
  return since > nowMs - os.uptime() * 1_000;
}

/** A damaged file counts as empty: the daemon must start (fault 35). */
function keptIn(file: string): Kept {
  try {
    const { ends, running } = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Kept>;
    const isWhole =
      ends?.recent.every(Number.isFinite) === true &&
      typeof ends.cause === 'string' &&
      Object.values(ends.loop ?? {}).every(Number.isFinite);
    return { ends: isWhole ? ends : noEnds, ...(running === undefined ? {} : { running }) };
  } catch {
    return { ends: noEnds };
  }
}
