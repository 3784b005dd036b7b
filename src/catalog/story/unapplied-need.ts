import { countedWithCommas } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { placeText } from '../../domain/row-place.ts';
import { columnsOf } from '../mapping/field.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { pilotOf } from '../state/pilot.ts';
import {
  goesAgain,
  isOnMarketplace,
  isRefused,
  reportedByUndo,
  type UnappliedChange,
  unappliedMax,
  unappliedOf,
} from '../state/unapplied-changes.ts';
import { chainOfSource } from '../state/undo-chain.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { leftOnSale } from './left-on-sale.ts';

/**
 * Rows of older files that came to nothing and that no later
 * file says. The file that counts tells its own rejected rows.
 */
export function unappliedNeed(
  store: CatalogStore,
  source: SourceConfig,
  config: CatalogConfig,
): NeedsYou[] {
  const { name, kind, contents } = source;
  const newest = store.sources.acceptedRun(name);
  // A lost stock is reported only of articles on the marketplace: others may never be created.
  const isReported = (article: string): boolean =>
    (kind === 'products' && contents === 'delta') || isOnMarketplace(store, article);
  const isIn = pilotOf(config);
  const isReportedByUndo = reportedByUndo(store, name);
  const remembered = [...unappliedOf(store, name)];
  const unapplied = remembered.filter(
    ([article, place]) =>
      (place[0] !== newest || isLost(store, place)) &&
      isIn(article) &&
      isReported(article) &&
      !isReportedByUndo(article, place),
  );
  const [first] = unapplied;
  if (first === undefined) return [];
  const [article, place] = first;
  const atLeast = remembered.length < unappliedMax ? '' : 'at least ';
  const rows = countedWithCommas(unapplied.length, 'row');
  return [
    {
      id: `unsaid-${name}`,
      what: `${name}: ${atLeast}${rows} of earlier files had no effect, and no later file repeats them.`,
      cause: `First: ${article} in ${placeOf(store, source, place)}.`,
      effect: `What those rows say is not sent: these articles stay on the marketplace as they were, ${leftOnSale(source, config)}; new ones are not created.`,
      fix: `Export them again with all their cells${retryText(store, source, unapplied)}.${deletedText(source)}${rejectedText(store, name, place)}`,
    },
  ];
}

/** Of the file that counts, and not sent any more since a restore (restored-changes.ts). */
function isLost({ sources }: CatalogStore, [run, row]: UnappliedChange): boolean {
  return row === 0 && sources.isFromBackup(run);
}

function deletedText({ kind, contents }: Pick<SourceConfig, 'kind' | 'contents'>): string {
  return kind === 'products' && contents === 'full'
    ? ' If the ERP no longer has them, take them off sale in the supplier portal, then run stockhand reconcile --fix.'
    : '';
}

/** Rows that were held, taken back or left out by `only` are in no result file as rejected. */
function rejectedText(
  { runs }: CatalogStore,
  source: string,
  [run, row, , why]: UnappliedChange,
): string {
  return row === 0 || why === 'only' || why === 'undone' || runs.get(run) === undefined
    ? ''
    : ` What is wrong with a rejected row is in ${source}-${run}.result.csv.`;
}

function retryText(
  store: CatalogStore,
  source: SourceConfig,
  unapplied: readonly (readonly [string, UnappliedChange])[],
): string {
  const runs = unapplied.filter(([, place]) => isRefused(place)).map(([, [run]]) => run);
  if (runs.length === 0) return '';
  const gone = runs.filter((run) => !goesAgain(store, source, run)).length;
  if (gone === runs.length)
    return ', also what the marketplace refused: its file is no longer stored, so retry does not send it';
  const but = gone === 0 ? '' : ` (not ${gone} of these rows: their file is no longer stored)`;
  return `; what the marketplace refused is sent again with stockhand retry --all${but}`;
}

function placeOf(
  store: CatalogStore,
  { name, mapping, contents }: SourceConfig,
  [id, row, fields = [], why]: UnappliedChange,
): string {
  const run = store.runs.get(id);
  // Its run is forgotten (domain/retention.ts).
  const file = run?.file ?? 'an old file';
  const mapped = fields.map((field) => mapping[field]).filter((field) => field !== undefined);
  // No columns for a source that maps neither stock nor isActive.
  const columns = mapped.length === 0 ? '' : `: ${mapped.flatMap(columnsOf).join(', ')}`;
  if (why === 'undone') return `${file}, taken back by undo${columns}`;
  // Of an undo there is no row to name.
  if (row === 0 && why === 'refused') return `${file}, refused by the marketplace${columns}`;
  if (row === 0) return `${file}, ${whyUnapplied(store, { name, contents }, id)}${columns}`;
  const files = run && filesOfRun(store, run);
  const place = files === undefined ? `${file} ${placeText(row)}` : placeText(row, files);
  return why === 'only' ? `${place}, left out by only${columns}` : place;
}

function whyUnapplied(
  store: CatalogStore,
  { name, contents }: Pick<SourceConfig, 'name' | 'contents'>,
  run: number,
): string {
  if (chainOfSource(store, name).file?.id === run)
    return 'held, and no longer offered for release since undo took it back';
  if (contents === 'delta' && store.sources.isFromBackup(run))
    return 'not known to be sent before the restore';
  return contents === 'delta'
    ? 'held and then withdrawn by a newer row'
    : 'never sent, and the newer file leaves it out';
}
