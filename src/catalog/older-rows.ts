import { hash } from 'node:crypto';
import type { CatalogStore, EngineDeps, SourceConfig } from './ports.ts';

const meaningName = (source: string): string => `meaning of rows of ${source}`;
const reachName = (source: string): string => `reach of the configuration of ${source}`;

/**
 * Whether another configuration than at the last start says what rows of a file of changes mean, or which of them go. It
 * reaches only what the newest file names: rows of older ones are not kept.
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
  if (before === undefined || source.contents !== 'delta') return false;
  const counts = store.sources.get(name)?.accepted_run;
  return counts != null && store.runs.before(counts) !== undefined;
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
