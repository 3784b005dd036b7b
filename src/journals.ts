import path from 'node:path';
import type { Watch } from './all-facts.ts';
import type { Clock } from './domain/clock.ts';
import type { NeedsYou } from './domain/facts.ts';
import { stateFileSizes } from './state-files.ts';

/** A database's journal grows beyond this size only while something reads the database for long (fault 36). */
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
  /** Has the journals cut back by the parts that have the databases open. No reader is waited for. */
  readonly trim: () => Promise<unknown>;
}

const lookEveryMs = 5_000;

/** What one large import has written is cut back and never told. What a reader holds is reported until that ends. */
export function watchJournals(dataDir: string, { clock, signal, trim }: JournalsDeps): Watch {
  let grown: readonly Journal[] = [];
  const look = async (): Promise<void> => {
    if (grownJournals(dataDir).length > 0) await trim();
    grown = grownJournals(dataDir);
  };
  void (async () => {
    // A failure is passed over: a part that has ended says so itself.
    for (; !signal.aborted; await clock.sleep(lookEveryMs, signal)) await look().catch(() => {});
  })();
  return { needsYou: () => grown.map(journalNeed) };
}

function journalNeed({ file, bytes }: Journal): NeedsYou {
  return {
    id: `journal:${path.basename(file)}`,
    what: 'A journal of the state grows and cannot be cut back.',
    cause: `${file} has ${megabytes(bytes)} MB and should have ${megabytes(journalBytesMax)} MB at most: something has been reading the database all the while.`,
    effect: 'Everything continues, more slowly, until the disk of the state is full.',
    fix: 'End the programs that read the database; the journal is then cut back by itself.',
  };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
