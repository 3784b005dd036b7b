import type { SourceRow } from '../store/plans.ts';
import { settingsName } from './changed-sources.ts';
import { begunExports } from './intake/begun-exports.ts';
import { besideNewest } from './intake/beside.ts';
import { baselineName } from './pass/baseline.ts';
import { newColumnsOf } from './plan/new-columns.ts';
import { meaningName, reachName } from './plan/older-rows.ts';
import { unknownNumberOf } from './plan/unmatched-stock.ts';
import { renameArticleSource } from './state/article-sources.ts';
import { undeclared } from './state/gone-sources.ts';
import { leftInactiveOf } from './state/left-fields.ts';
import { renameOwner } from './state/owner-of-stock.ts';
import { pauseName } from './state/pause.ts';
import { heldAs } from './state/refused-changes.ts';
import { renameStockToResend } from './state/stock-to-resend.ts';
import { stockWhilePausedOf } from './state/stock-while-paused.ts';
import { unappliedChangesOf } from './state/unapplied-changes.ts';
import { waitingConfigurationOf } from './state/waiting-configuration.ts';
import { configurationName } from './terms/fingerprint.ts';
import type { CatalogStore, EngineDeps, SourceConfig } from './terms/ports.ts';

type Deps = Pick<EngineDeps, 'store' | 'config' | 'clock'>;

/** Values in `meta` that are kept by the name of a source. */
const placeName = (source: string): string => `place of ${source}`;
const metaNames = [
  begunExports,
  placeName,
  configurationName,
  settingsName,
  baselineName,
  pauseName,
  stockWhilePausedOf,
  unappliedChangesOf,
  besideNewest,
  leftInactiveOf,
  meaningName,
  reachName,
  newColumnsOf,
  waitingConfigurationOf,
  unknownNumberOf,
];

/**
 * A source is gone from the configuration, and a new one reads the same files of the same folder: it is the same
 * source, renamed. Its articles, runs and holds continue under the new name; otherwise nobody would take away what it
 * no longer exports. For the brakes it is another configuration, so nothing vanishes at the first look before release
 * (fault 124).
 */
export function takeOverRenamed(deps: Deps): void {
  const { store, config, clock } = deps;
  store.transaction(() => {
    const gone = undeclared(deps)
      .filter(hasExport)
      .map(({ name }) => ({ name, place: store.meta.get(placeName(name)) }));
    for (const source of config.sources.filter(({ name }) => isNew(deps, name))) {
      const [from, ...others] = gone.filter(({ place }) => place === placeOf(source));
      if (from === undefined || others.length > 0) continue;
      store.renameSource(from.name, source.name);
      store.renameSource(heldAs(from.name), heldAs(source.name));
      renameInMeta(store, from.name, source.name);
      const text = `${from.name} is called ${source.name} now: what it exported continues under that name.`;
      store.events.add(clock.now(), source.name, text);
    }
    for (const source of config.sources) store.meta.set(placeName(source.name), placeOf(source));
  });
}

function renameInMeta(store: CatalogStore, from: string, to: string): void {
  for (const nameOf of metaNames) store.meta.rename(nameOf(from), nameOf(to));
  renameOwner(store, from, to);
  renameArticleSource({ store }, from, to);
  renameStockToResend(store, from, to);
}

function isNew({ store }: Deps, source: string): boolean {
  const row = store.sources.get(source);
  return row === undefined || !hasExport(row);
}

/** If the process ended before its first one was read, that run continues under the new name. */
function hasExport({ run, accepted_run: accepted }: SourceRow): boolean {
  return run !== null || accepted !== null;
}

function placeOf({ kind, folder, files, companions }: SourceConfig): string {
  return JSON.stringify([kind, folder, files, companions]);
}
