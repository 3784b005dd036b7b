import type { ComplaintRow } from '../store/runs.ts';
import type { CatalogStore } from './ports.ts';
import { complaintRow } from './refusal.ts';
import type { Deferred } from './request-items.ts';

export const stuckCode = 'ITEM_STUCK';

/** Of a row that was looked at again and again while nothing was waiting for an answer. */
export function stuckRow({ row, externalId }: Deferred): ComplaintRow {
  const option = externalId === null ? '--all' : `--product ${externalId}`;
  const remedy = `Send it again: stockhand retry ${option}. Report it if it comes back.`;
  const rule = 'could not be brought to an end, although nothing is waiting for an answer.';
  const article = externalId === null ? {} : { externalId };
  return {
    ...complaintRow({ code: stuckCode, rule, remedy }, article),
    ...{ row, value: externalId },
  };
}

/** Sources whose files that count have stuck rows, and how many: of one article, or of all. */
export function stuckIn(
  { sources, complaints }: Pick<CatalogStore, 'sources' | 'complaints'>,
  externalId: string | undefined,
): readonly { readonly source: string; readonly rows: number }[] {
  const asked = sources.all().map(({ name: source, accepted_run: run }) => {
    const stuck = run === null ? [] : complaints.ofCode(run, stuckCode);
    const of = stuck.filter((row) => externalId === undefined || row.external_id === externalId);
    return { source, rows: of.length };
  });
  return asked.filter(({ rows }) => rows > 0);
}
