import type { NeedsYou } from '../domain/facts.ts';
import { placeText } from '../domain/row-place.ts';
import { filesOfRun } from './files-of-run.ts';
import type { PassResult } from './pass-result.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';

type Source = Pick<SourceConfig, 'name' | 'contents'>;
/** Run and place of the last rejected row, by article. */
type Rejected = Readonly<Record<string, readonly [run: number, row: number]>>;

const most = 10_000;

/**
 * A rejected row of a file of changes is repeated by no later file. What it would have said of an article on sale is told
 * until a row of that article is read: else the next file of changes would cover it up.
 */
export function noteRejected(
  store: CatalogStore,
  { name, contents }: Source,
  { run, result }: { readonly run: number; readonly result: PassResult },
): void {
  if (contents !== 'delta') return;
  const named = new Set(result.ids);
  const isOnSale = (article: string): boolean => store.mirror.find(article)?.content_hash != null;
  const isNamed = (article: string): boolean => named.has(store.mirror.find(article)?.id ?? 0);
  const before = Object.entries(rejectedOf(store, name)).filter(([article]) => !isNamed(article));
  const now = result.complaints.flatMap(({ level, external_id: article, row }) =>
    level === 'rejected' && article !== null && isOnSale(article)
      ? [[article, [run, row ?? 0]] as const]
      : [],
  );
  const all = Object.fromEntries([...before, ...now].slice(-most));
  store.meta.set(rejectedChangesOf(name), JSON.stringify(all));
}

/** What is told of files before the one that counts, which tells its own. */
export function rejectedChangesNeed(store: CatalogStore, { name, contents }: Source): NeedsYou[] {
  const newest = store.sources.get(name)?.accepted_run;
  const rejected = Object.entries(rejectedOf(store, name)).filter(([, [run]]) => run !== newest);
  const [first] = rejected;
  if (contents !== 'delta' || first === undefined) return [];
  const [article, [runId, row]] = first;
  const run = store.runs.get(runId);
  const files = run && filesOfRun(store, run);
  const rows = rejected.length === 1 ? '1 row' : `${rejected.length} rows`;
  const place =
    files === undefined ? `${run?.file ?? ''} ${placeText(row)}` : placeText(row, files);
  return [
    {
      id: `unsaid-${name}`,
      what: `${name}: ${rows} of earlier files of changes rejected, and no later file says anything of their articles.`,
      cause: `First: ${article} in ${place.trim()}.`,
      effect: 'These articles stay on the marketplace as they were.',
      fix: `Have them exported again. What is wrong with the row is in ${name}-${runId}.result.csv.`,
    },
  ];
}

/** The run whose rejected row is the last that was said of the article. */
export function rejectedIn(
  store: CatalogStore,
  { source, externalId }: { readonly source: string; readonly externalId: string },
): number | undefined {
  const rejected = rejectedOf(store, source);
  return Object.hasOwn(rejected, externalId) ? rejected[externalId]?.[0] : undefined;
}

function rejectedOf({ meta }: CatalogStore, source: string): Rejected {
  return JSON.parse(meta.get(rejectedChangesOf(source)) ?? '{}') as Rejected;
}

/** In `meta`. */
export function rejectedChangesOf(source: string): string {
  return `rejected changes of ${source}`;
}
