import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import { cutUnknown } from '../pass/last-records.ts';
import type { CommitInput } from './commit-plan.ts';

/**
 * The file is cut off within its last row, and nobody knows that row's article. There is nothing to hold yet, so the stock
 * of half a row is not kept for the article, and the note says so (fault 4).
 */
export function cutNote(
  { result }: Pick<CommitInput, 'result'>,
  { cutFiles }: { readonly cutFiles: readonly string[] },
): Complaint | undefined {
  const articles = cutUnknown(result, cutFiles).map(({ externalId }) => externalId);
  if (articles.length === 0) return undefined;
  const rule = `${cutFiles.join(', ')} ends within a line, unlike the file before: was the export cut off? What its last row says of the stock of ${articles.join(', ')}, an article that no products export has named so far, is not kept.`;
  return complaintOf({ code: 'FILE_TRUNCATED', rule, remedy: 'Export again.' });
}
