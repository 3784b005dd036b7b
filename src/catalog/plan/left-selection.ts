import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import { type Leaving, leavers, toldBefore } from '../state/left-fields.ts';
import { kindOf, kinds } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';
import { isOnSale } from '../terms/traits.ts';
import type { CommitInput } from './commit-plan.ts';

const code = 'FILE_LEFT_SELECTION';

/**
 * The ERP sets `blocked = yes` and `where: blocked = no` leaves the article out; under
 * `vanished: ignore` it stays on sale. The contract says so, and it is reported when it happens. A file that
 * is read again keeps its note from the first time.
 */
export function leftSelectionNote(
  store: CatalogStore,
  { source, catalog, run, result }: Pick<CommitInput, 'source' | 'catalog' | 'run' | 'result'>,
  leaving: Leaving,
): Complaint | undefined {
  if (!namesArticles(source) || source.where.length === 0) return undefined;
  if (source.contents === 'delta') return leftOutOfChanges(result);
  // Where no row is left out, the articles are not in the export at all.
  const leavesOut = result.marks.some((mark) => kindOf(mark) === kinds.skipped);
  if (catalog.vanished !== 'ignore' || !leavesOut) return undefined;
  const earlierNote = toldBefore(store, run.id, code);
  if (earlierNote !== undefined) return earlierNote;
  const count = leavers(leaving).filter((product) => isOnSale(store.mirror.get(product))).length;
  if (count === 0) return undefined;
  const articles = counted(count, 'article is', 'articles are');
  const stay = count === 1 ? 'stays' : 'stay';
  const rule = `${articles} no longer in the rows that where: selects, and ${stay} on sale (vanished: ignore).`;
  return complaintOf({ code, rule });
}

/**
 * From files of changes nothing vanishes, whatever `vanished`
 * says. Articles with another row that is wanted do not count.
 */
function leftOutOfChanges({ stated, seen }: CommitInput['result']): Complaint | undefined {
  const left = [...(stated?.leftOut ?? [])].filter((product) => (seen[product] ?? 0) === 0);
  if (left.length === 0) return undefined;
  const [articles, are, stay] =
    left.length === 1 ? ['1 article', 'is', 'stays'] : [`${left.length} articles`, 'are', 'stay'];
  const rule = `${articles} on sale ${are} left out by where: and ${stay} on sale (contents: delta).`;
  return complaintOf({ code, rule });
}
