import type { codes } from '../../domain/codes.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** What was noted on a run itself under a code. */
export function noteOf(
  { complaints }: Pick<CatalogStore, 'complaints'>,
  run: number,
  code: keyof typeof codes,
): Pick<ComplaintRow, 'value' | 'rule'> | undefined {
  return complaints.notesOf(run).find((note) => note.code === code);
}
