import { hash } from 'node:crypto';
import { keepsLeftOut } from '../state/keeps-last.ts';
import { findVanished, type VanishedInput } from '../state/vanished.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

/** Both in `meta`. */
export const meaningName = (source: string): string => `meaning of rows of ${source}`;
export const reachName = (source: string): string => `reach of the configuration of ${source}`;

type Input = Pick<CommitInput, 'source' | 'catalog' | 'at'>;

/**
 * The mapping (or `where:`, or `only`) is changed, and the next file that is read under it names 50 of 1,000 articles.
 * Rows of older files are not kept, so the change does not reach the other 950. That is reported once as an event, and in
 * the line of the source (`shortReach`). Kept is the run that counted when the change was seen: the line ends when a
 * file counts that is neither that run nor the one right after it.
 */
export function tellReach(store: CatalogStore, input: Input, look: VanishedInput): void {
  const { meta, sources, events } = store;
  const { name } = input.source;
  const now = meaningOf(input);
  const before = meta.get(meaningName(name));
  const counted = String(sources.acceptedRun(name) ?? 0);
  const isChanged = before !== undefined && before !== now;
  if (before !== now) meta.set(meaningName(name), now);
  if (!isChanged && meta.get(reachName(name)) !== counted) return;
  const isShort = keepsLeftOut(input.source, input.catalog) && findVanished(look).gone.length > 0;
  meta.set(reachName(name), isShort ? counted : '');
  if (isChanged && isShort) events.add(input.at, name, sentenceOf(name));
}

function meaningOf({ source, catalog }: Input): string {
  const {
    name: _,
    folder: _folder,
    files: _files,
    stable: _stable,
    afterImport: _after,
    ...meaning
  } = source;
  return hash('sha256', JSON.stringify([meaning, catalog.only ?? null]));
}

export function shortReach({ meta, sources, runs }: CatalogStore, source: string) {
  const reportedRun = Number(meta.get(reachName(source)) ?? 0);
  const counts = runs.get(sources.acceptedRun(source) ?? 0);
  const isReported =
    reportedRun > 0 && counts !== undefined && [counts.id, counts.before].includes(reportedRun);
  return isReported ? sentenceOf(source) : undefined;
}

function sentenceOf(source: string): string {
  return `The configuration of ${source} has changed: the change applies to the articles of its newest file, and to others when a file names them again. Export all articles once.`;
}
