import { hash } from 'node:crypto';
import type { CatalogStore, EngineDeps, SourceConfig } from './ports.ts';

const meaningName = (source: string): string => `meaning of rows of ${source}`;
const reachName = (source: string): string => `reach of the configuration of ${source}`;

/**
 * Whether another configuration than at the last start says what rows mean, or which of them go, and the newest file does
 * not name all articles of its source: rows of older ones are not kept, so it does not reach them.
 */
export function isReachShort({ store, config }: Deps, source: SourceConfig): boolean {
  const {
    name,
    folder: _,
    files: _files,
    stable: _stable,
    afterImport: _after,
    ...meaning
  } = source;
  const now = hash('sha256', JSON.stringify([meaning, config.only ?? null]));
  const before = store.meta.get(meaningName(name));
  if (before === now) return false;
  store.meta.set(meaningName(name), now);
  if (before === undefined) return false;
  return source.contents === 'delta' ? hasOlderFile(store, name) : leavesOut(store, source);
}

function hasOlderFile({ sources, runs }: CatalogStore, source: string): boolean {
  const counts = sources.get(source)?.accepted_run;
  return counts != null && runs.before(counts) !== undefined;
}

/** Of a whole file that may leave articles out, which keep their stock. */
function leavesOut({ sources, plans }: CatalogStore, { name, missing }: SourceConfig): boolean {
  const plan = plans.get(sources.get(name)?.plan ?? 0);
  return missing === 'keep' && plan !== undefined && plan.vanished.length > 0;
}

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** Tells it once, and in the line of the source until its next file counts. */
export function tellReach(
  { meta, sources, events }: CatalogStore,
  source: string,
  at: number,
): void {
  meta.set(reachName(source), String(sources.get(source)?.accepted_run ?? 0));
  events.add(at, source, sentenceOf(source));
}

export function shortReach({ meta, sources }: CatalogStore, source: string): string | undefined {
  const counts = sources.get(source)?.accepted_run;
  const told = meta.get(reachName(source));
  return counts == null || told !== String(counts) ? undefined : sentenceOf(source);
}

function sentenceOf(source: string): string {
  return `The configuration of ${source} has changed: it reaches the articles of its newest file, and others when a file names them again. Export all articles once.`;
}
