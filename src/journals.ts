import path from 'node:path';
import type { Clock } from './domain/clock.ts';
import type { NeedsYou } from './domain/facts.ts';
import type { Watch } from './house-facts.ts';
import { stateFileSizes } from './state-files.ts';

/** Fault 36: a database's journal grows beyond only while something reads it for long. */
export const journalBytesMax = 64_000_000;

interface Journal {
  readonly file: string;
  readonly bytes: number;
}

export function grownJournals(dataDir: string): readonly Journal[] {
  return stateFileSizes(dataDir)
    .filter(({ name, bytes }) => name.endsWith('-wal') && bytes > journalBytesMax)
    .map(({ name, bytes }) => ({ file: path.join(dataDir, name), bytes }));
}

interface JournalsDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Cut back by whoever has the database open; no reader is waited for. */
  readonly trim: () => Promise<unknown>;
}

const lookEveryMs = 5_000;

/** What one large import wrote is cut back and never told; what a reader holds is told until it ends. */
export function watchJournals(dataDir: string, { clock, signal, trim }: JournalsDeps): Watch {
  let grown: readonly Journal[] = [];
  const look = async (): Promise<void> => {
    if (grownJournals(dataDir).length > 0) await trim();
    grown = grownJournals(dataDir);
  };
  void (async () => {
    // A part that has ended says so itself.
    for (; !signal.aborted; await clock.sleep(lookEveryMs, signal)) await look().catch(() => {});
  })();
  return { needsYou: () => grown.map(journalNeed) };
}

function journalNeed({ file, bytes }: Journal): NeedsYou {
  return {
    id: `journal:${path.basename(file)}`,
    what: 'A journal of the state grows and cannot be cut back.',
    cause: `${file} has ${megabytes(bytes)} MB and should have ${megabytes(journalBytesMax)} MB at most: something has been reading the database all the while.`,
    effect: 'All goes on, more slowly, until the disk of the state is full.',
    fix: 'End the programs that read the database; the journal is then cut back by itself.',
  };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
