import { shownValue } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { RunRow } from '../../store/runs.ts';
import { fileInUse } from '../state/counting-file.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';
import type { CommitInput } from './commit-plan.ts';

/** In `meta`: a number in the newest stock file that no article has; empty where it has none. */
export const unknownNumberOf = (source: string): string => `unknown number of ${source}`;

export function keepUnknownNumber(
  { meta }: CatalogStore,
  { source, result: { lastUnknown } }: Pick<CommitInput, 'source' | 'result'>,
): void {
  if (source.kind !== 'stock') return;
  const [unknown] = lastUnknown;
  meta.set(unknownNumberOf(source.name), unknown?.externalId ?? '');
}

/** Fewer may well all be of articles that are only to come (fault 138). */
const fewestRows = 10;

/**
 * The stock is exported by name and the articles by number (quirk 28): each row is skipped, and the books balance. Not
 * noted of the run, because stock before its products is normal (fault 138): its books count a row once its article
 * comes. If a next file names no article any more, it is held (brakes/brake.ts).
 */
export function unmatchedStockNeed({ store, config }: StateDeps, source: SourceConfig): NeedsYou[] {
  const run = source.kind === 'stock' ? fileInUse(store, source.name) : undefined;
  const isRead = ({ name }: SourceConfig): boolean => fileInUse(store, name) !== undefined;
  if (run === undefined || !config.sources.filter(namesArticles).every(isRead)) return [];
  const unknown = store.meta.get(unknownNumberOf(source.name)) ?? '';
  if (unknown === '' || !isAllUnknown(store, source, run)) return [];
  const known = store.mirror.anyConfirmed();
  if (known === undefined) return [];
  return [
    {
      id: `unmatched-${source.name}`,
      what: `${source.name}: ${shownExport(run.file)} has ${counted(run.read, 'row')}, and names no known article.`,
      cause: `It names articles such as "${shownValue(unknown)}"; known articles have numbers such as "${shownValue(known)}".`,
      effect: 'None of its stock is sent.',
      fix: 'Map externalId of the source to the column that has the numbers of the known articles, or let the ERP export them. If these articles are only to come, there is nothing to do.',
    },
  ];
}

function isAllUnknown(store: CatalogStore, { name, contents }: SourceConfig, run: RunRow): boolean {
  const isHeld = store.holds.open().some((hold) => hold.source === name && isOfNoRow(hold));
  const { read, skipped, rejected, undoes } = run;
  if (isHeld || undoes !== null || read < fewestRows) return false;
  if (skipped === 0 || skipped + rejected !== read) return false;
  // On some day a file of changes may well bring new articles alone.
  return contents === 'full' || !store.mirror.hasStockOf(name);
}
