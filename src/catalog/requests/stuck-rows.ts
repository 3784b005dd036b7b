import { argument } from '../../domain/argument.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import type { Deferred } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { complaintRow, refusalCodes } from '../terms/refusal.ts';

export const stuckCode = 'ITEM_STUCK';

/** The complaint on a row that was looked at again and again although no answer was to come. */
export function stuckRow({ row, externalId }: Deferred): ComplaintRow {
  const option = externalId === null ? '--all' : `--product ${argument(externalId)}`;
  const remedy = `Send it again: stockhand retry ${option}. Report it if this happens again.`;
  const rule = 'could not be finished, although it does not wait for an answer.';
  const place = { ...(row ? { row } : {}), ...(externalId === null ? {} : { externalId }) };
  return { ...complaintRow({ code: stuckCode, rule, remedy }, place), value: externalId };
}

/**
 * Articles whose rows in the counting files were refused or got stuck, by source; one article or all. Read from the
 * complaints, because the mirror forgets a refusal when another source sends the article.
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
