import type { RunBooks } from '../domain/facts.ts';
import type { RunRow } from '../store/runs.ts';

/** The row as people and tests see it: what a brake holds and what waits are both held. */
export function booksOfRun(run: RunRow): RunBooks {
  const { id, source, file, sha256, read, unchanged, sent, rejected, skipped, waiting } = run;
  const held = run.braked + waiting;
  return {
    run: id,
    source,
    file,
    sha256,
    read,
    unchanged,
    sent,
    held,
    rejected,
    skipped,
    waiting,
    final: run.final === 1,
  };
}
