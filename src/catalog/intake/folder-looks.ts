import type { NearTo } from '../../files/near-miss.ts';
import type { FolderScan } from '../../files/scan.ts';
import type { StableState } from '../../files/sighting.ts';
import type { FolderLook, StableLook, StableRule } from '../../files/stable.ts';
import type { CatalogConfig, EngineDeps, SourceConfig } from '../terms/ports.ts';
import { createBegunExports } from './begun-exports.ts';
import { furtherTo } from './further-parts.ts';
import type { IntakeDeps } from './intake.ts';
import { nearToExports } from './missed-export.ts';

/** What one look at a folder gave. */
export interface SeenFolder {
  readonly scan: FolderScan;
  readonly look: StableLook;
  /** The folder's files are others than at the look before. */
  readonly isChanged: boolean;
}

export interface FolderLooksDeps extends IntakeDeps, Pick<EngineDeps, 'fits'> {
  readonly config: Pick<CatalogConfig, 'sources'>;
}

/** While exports are read one after the other, the next scan waits ten times as long as the last one took. */
const restPerScan = 10;
const restMaxMs = 30_000;

/**
 * Looks at one folder. A scan takes longer the more files there are. Where thousands wait to be read one after the
 * other, the next ones are taken from the last scan, for a bounded time. If a file has changed since, its copy notices.
 */
export function createFolderLooks(deps: FolderLooksDeps, source: SourceConfig, rule: StableRule) {
  const begun = createBegunExports(deps.store, source, rule);
  let identity: FolderScan['identity'] | undefined;
  let state: StableState | undefined;
  let content: string | undefined;
  let last: { readonly seen: SeenFolder; readonly untilMs: number } | undefined;

  const scan = (): ReturnType<IntakeDeps['files']['scan']> =>
    deps.files.scan({
      folder: source.folder,
      files: deps.stable.namesToScan(rule),
      ignoreCase: deps.ignoreCase,
      ...nearTo(deps, source, rule),
      ...furtherTo(source, deps.config.sources, deps.stable.namesToScan),
      ...(identity === undefined ? {} : { remembered: identity }),
    });
  /** `isReading`: exports of the last look still wait to be read. */
  return async (isReading: boolean, knows: Pick<FolderLook, 'isRead' | 'newestLast'>) => {
    const startedMs = deps.clock.monotonic();
    if (isReading && last !== undefined && startedMs < last.untilMs)
      return { ...last.seen, isChanged: false };
    last = undefined;
    const scanned = await scan();
    if ('offline' in scanned) return scanned;
    const { entries } = scanned;
    const nowMs = deps.clock.monotonic();
    const before = content;
    content = contentOf(entries);
    identity = scanned.identity;
    state ??= begun.before(nowMs);
    const look = deps.stable.observe(state, { entries, nowMs, ...knows }, rule);
    state = look.state;
    begun.keep(state);
    const isChanged = before !== undefined && before !== content;
    const seen = { scan: scanned, look, isChanged };
    const restMs = Math.min(restMaxMs, restPerScan * (nowMs - startedMs));
    last = { seen, untilMs: nowMs + restMs };
    return seen;
  };
}

/** Names that `files:` just misses are looked for only until a first export was read: then `files:` is right. */
function nearTo(
  { store, config, stable }: FolderLooksDeps,
  source: SourceConfig,
  rule: StableRule,
): { readonly nearTo?: NearTo } {
  if (store.runs.newest(source.name) !== undefined) return {};
  const besides = stable.namesToScan({ ...rule, files: [] });
  return { nearTo: nearToExports(source, config.sources, besides) };
}

/** What a watcher would tell of. Not the ctime, which rights and links move, too. */
function contentOf(entries: FolderScan['entries']): string {
  return entries.map(({ name, size, mtimeMs }) => `${name}/${size}/${mtimeMs}`).join('/');
}
