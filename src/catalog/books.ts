import type { Complaint } from '../domain/complaint.ts';
import { complaintText } from '../domain/complaint.ts';
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

/** How an import ended, for the list of events; undefined while it goes on. */
export function runText(run: RunRow): string | undefined {
  if (run.refused !== null) {
    return `Refused: ${complaintText(JSON.parse(run.refused) as Complaint)}`;
  }
  if (run.final === 0) return undefined;
  const { file, id, read, unchanged, sent, braked, rejected, skipped } = run;
  const held = braked === 0 ? '' : `, ${braked} held`;
  return `${file} (run ${id}): ${read} rows read, ${sent} sent, ${unchanged} unchanged, ${rejected} rejected, ${skipped} skipped${held}.`;
}
