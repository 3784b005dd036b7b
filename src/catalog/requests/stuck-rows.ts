import type { ComplaintRow } from '../../store/runs.ts';
import type { Deferred } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { complaintRow, refusalCodes } from '../terms/refusal.ts';

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

/**
 * Articles whose rows in the files that count came to nothing at the marketplace, by source: of one article, or of all.
 * A refusal may be forgotten by the mirror, because another source has sent the article since.
 */
export function failedRows(
  { sources, complaints }: Pick<CatalogStore, 'sources' | 'complaints'>,
  externalId: string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const failed = new Map<string, readonly string[]>();
  for (const { name, accepted_run: run } of sources.all()) {
    if (run === null) continue;
    const rows = [stuckCode, ...refusalCodes].flatMap((code) => complaints.ofCode(run, code));
    const articles = rows.map((row) => row.external_id ?? '');
    const asked = articles.filter((id) => externalId === undefined || id === externalId);
    if (asked.length > 0) failed.set(name, asked);
  }
  return failed;
}
