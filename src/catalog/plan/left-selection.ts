import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import type { Leaving } from '../state/left-fields.ts';
import { toldBefore } from '../state/left-fields.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { isOnSale } from '../terms/traits.ts';
import type { CommitInput } from './commit-plan.ts';

const code = 'FILE_LEFT_SELECTION';

/**
 * An ERP that blocks an article may have it left out by where:, and under vanished: ignore nothing takes it off sale:
 * contracted, and told when it happens. Read again, the file itself is the one before, so what was told stands.
 */
export function leftSelectionNote(
  store: CatalogStore,
  { source, catalog, run, result }: Pick<CommitInput, 'source' | 'catalog' | 'run' | 'result'>,
  { before, gone }: Leaving,
): Complaint | undefined {
  const isOwner = source.kind === 'products' && source.mapping.name !== undefined;
  if (!isOwner || source.where.length === 0) return undefined;
  if (source.contents === 'delta') return leftOutOfChanges(result);
  if (catalog.vanished !== 'ignore') return undefined;
  const told = toldBefore(store, run.id, code);
  if (told !== undefined) return told;
  const named = new Set(gone.length === 0 ? [] : before);
  const left = gone.filter((product) => named.has(product));
  const count = left.filter((product) => {
    const row = store.mirror.get(product);
    return row !== undefined && isOnSale(row);
  }).length;
  if (count === 0) return undefined;
  const articles = count === 1 ? '1 article has' : `${count} articles have`;
  const stay = count === 1 ? 'stays' : 'stay';
  const rule = `${articles} left the selection (where:) and ${stay} on sale (vanished: ignore).`;
  return complaintOf({ code, rule });
}

/** Nothing vanishes from files of changes, whatever `vanished` says. Another row of the article may well be wanted. */
function leftOutOfChanges({ heard, seen }: CommitInput['result']): Complaint | undefined {
  const left = [...(heard?.leftOut ?? [])].filter((product) => (seen[product] ?? 0) === 0);
  if (left.length === 0) return undefined;
  const [articles, are, stay] =
    left.length === 1 ? ['1 article', 'is', 'stays'] : [`${left.length} articles`, 'are', 'stay'];
  const rule = `${articles} on sale ${are} left out by where: and ${stay} on sale (contents: delta).`;
  return complaintOf({ code, rule });
}
